// graze check: the relation of two shapes, and where they meet.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "check_report.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/clash/clash.h"
#include "graze/query/contact/contacts.h"
#include "graze/query/depth/penetration.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "report.h"
#include "two_shapes.h"

namespace graze::app {
namespace {

struct CheckRequest {
    TwoShapesOptions shapes;
    bool all = false, json = false, penetration = false;
    std::string budget = std::to_string(usual_tests_per_pair);
    std::optional<std::string> contacts, picture;  // as typed
    std::string size = "900x600";
    bool all_contacts = false;
};

// Pairs beyond this many are counted but not listed: two heaps of one triangle have millions of millions of
// pairs.
constexpr std::uint64_t most_listed_pairs = 10'000'000;

// Keeps the lowest pairs, however many there are.
class LowestPairs {
  public:
    void add(const TrianglePair& pair) {
        pairs_.push_back(pair);
        if (pairs_.size() >= 2 * most_listed_pairs) trim();
    }
    std::vector<TrianglePair> take() {
        trim();
        std::ranges::sort(pairs_);
        return std::move(pairs_);
    }

  private:
    void trim() {
        if (pairs_.size() <= most_listed_pairs) return;
        std::ranges::nth_element(pairs_, pairs_.begin() + most_listed_pairs);
        pairs_.resize(most_listed_pairs);
    }
    std::vector<TrianglePair> pairs_;
};

// All pairs of triangles that meet.
void find_all_pairs(Session& session, const TwoShapes& shapes, Meter& meter, bool list, Found& found) {
    LowestPairs lowest;
    const auto collect = [&](TriangleId triangle_a, TriangleId triangle_b) {
        ++found.pair_count;
        if (list) lowest.add({triangle_a, triangle_b});
        return !session.progress.cancelled();
    };
    const auto& [a, b, unit] = shapes;
    visit_intersecting_triangles(a.shape, a.pose, b.shape, b.pose, collect,
                                 {.budget = Budget::part_of(meter), .counts = &found.counts});
    stop_if_interrupted(session);
    found.pairs = lowest.take();
}

Found compare(Session& session, const TwoShapes& shapes, const CheckRequest& options) {
    const PlacedShape &a = shapes.a, &b = shapes.b;
    Found found;
    Meter meter(parse_budget("--budget", options.budget), &session.progress);
    found.relation = relation(a.shape, a.pose, b.shape, b.pose, OpenMeshes::as_surfaces,
                              {.budget = Budget::part_of(meter)});
    stop_if_interrupted(session);
    if (found.relation == Relation::unsupported) refuse_kinds(shapes);
    QueryCounts counts;
    const Witness met =
        witness(a.shape, a.pose, b.shape, b.pose, {.budget = Budget::part_of(meter), .counts = &counts});
    stop_if_interrupted(session);
    if (met.found()) {
        found.contact = met;
        if (shapes.are_meshes()) found.first = {met.feature_a.index, met.feature_b.index};
    }
    if (options.all) {
        find_all_pairs(session, shapes, meter, options.json, found);
    } else {
        found.counts = counts;
    }
    if (options.contacts) {
        const double margin = in_file_units(parse_length_with_unit("--contacts", *options.contacts),
                                            shapes.unit, "--contacts", a.name);
        found.contacts = {
            margin, contacts(a.shape, a.pose, b.shape, b.pose, margin, {.reduce = !options.all_contacts},
                             {.budget = Budget::part_of(meter)})};
        stop_if_interrupted(session);
    }
    const bool have_pairs = found.relation == Relation::touching || found.relation == Relation::overlapping;
    if (options.penetration) {
        QueryOptions within_budget;
        within_budget.budget = Budget::part_of(meter);
        found.penetration = penetration(a.shape, a.pose, b.shape, b.pose, {}, within_budget);
        stop_if_interrupted(session);
    }
    const bool way_is_sought = found.penetration && found.penetration->status == QueryStatus::undecided;
    found.complete = found.relation != Relation::undecided && !way_is_sought &&
                     !(meter.exhausted() && have_pairs && (options.all || !found.contact)) &&
                     !(found.contacts && found.contacts->list.status != QueryStatus::complete);
    return found;
}

Exit run_check(Session& session, const CheckRequest& options) {
    parse_budget("--budget", options.budget);  // reports mistakes before files are read
    if (options.contacts && !(parse_length_with_unit("--contacts", *options.contacts).value > 0))
        throw Error("a margin of contacts must be above 0", "--contacts", "give a length, as in 0.1mm");
    if (!options.contacts && (options.picture || options.all_contacts))
        throw Error("needs --contacts", options.picture ? "-o" : "--all-contacts",
                    "give a margin: --contacts 0.1mm");
    if (options.picture) check_contacts_picture(*options.picture, options.size);
    CheckAnswer answer{options.shapes.load(session), {}};
    if (options.all && !answer.are_meshes())
        throw Error("a primitive has no triangles that could be listed", "--all", "leave it out");
    answer.found = compare(session, answer, options);
    if (options.picture && answer.found.contacts)
        draw_contacts(session, answer, *answer.found.contacts, *options.picture, options.size,
                      options.shapes.threads());
    session.progress.clear();
    if (options.json) {
        write_check_json(session.out, answer, options.all);
    } else {
        session.out.write(check_text(session.style, answer, options.all));
    }
    if (answer.found.complete) return answer.found.relation == Relation::apart ? Exit::fine : Exit::found;
    session.out.flush();  // the sentence comes last
    complain(answer.found.relation == Relation::undecided
                 ? "undecided, for the budget was used up; give a larger --budget, or none"
             : answer.found.penetration && answer.found.penetration->status == QueryStatus::undecided
                 ? "the way out may be longer than it need be, for the budget was used up; give a larger "
                   "--budget, or none"
                 : "not all pairs were found, for the budget was used up; give a larger --budget, or none");
    return Exit::incomplete;
}

}  // namespace

void add_check(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "check", "Say how two shapes lie to each other: apart, touching, overlapping, inside");
    auto options = std::make_shared<CheckRequest>();
    options->shapes.add_to(command, TwoShapesOptions::Takes::any_kind);
    command.add_flag("--all", options->all, "Find every pair of triangles that meet, not only one");
    command.add_flag("--penetration", options->penetration,
                     "Find a short way for A after which the solids do not overlap, and a bound below which "
                     "there is none");
    command
        .add_option(
            "--contacts", options->contacts,
            "List the contacts: where the surfaces are closer than this, and how far solids overlap; with a "
            "unit, as in 0.1mm, or in the unit of the files")
        ->type_name("LENGTH");
    command.add_flag("--all-contacts", options->all_contacts,
                     "With --contacts: every pair of features, not only the few that stand for all");
    command.add_option("-o,--output", options->picture, "With --contacts: picture of them to write (.png)")
        ->type_name("FILE");
    command.add_option("--size", options->size, "Pixels of the picture")
        ->type_name("WIDTHxHEIGHT")
        ->capture_default_str();
    command.add_flag("--json", options->json,
                     "Print one JSON object (schema graze.check/2); with --all, every pair");
    command
        .add_option("--budget", options->budget,
                    "Tests to spend before the answer is left undecided, or pairs are left out")
        ->type_name("COUNT|none")
        ->capture_default_str();
    command.footer(std::string("The answer is exact for the coordinates in the files. Closed meshes are "
                               "solids: they touch if their "
                               "surfaces meet and no point is inside both. If a mesh is not closed, only the "
                               "surfaces are compared, "
                               "which overlap if they cross.\n\n") +
                   primitive_help + pose_help +
                   "\n"
                   "Examples:\n"
                   "  graze check gear.stl shaft.stl\n"
                   "  graze check gear.stl --box 40x40x10mm --unit mm --pose-b 0,0,5\n"
                   "  graze check gear.stl shaft.stl --pose-b 0.1,0,0\n"
                   "  graze check gear.stl shaft.stl --unit mm --contacts 0.1mm -o contacts.png\n"
                   "  graze check gear.stl shaft.stl --pose-b 0,0,5,0,0,1,90 --all --json\n"
                   "  graze check peg.stl hole.stl --penetration\n"
                   "\n"
                   "Exit codes: 0 apart; 1 touching, overlapping or inside; 2 error; 3 incomplete (budget, "
                   "interrupted).");
    actions[&command] = [options](Session& session) { return run_check(session, *options); };
}

}  // namespace graze::app
