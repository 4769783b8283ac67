// graze check: the relation of two meshes, and where they meet.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "graze/clash/clash.h"
#include "graze/query/intersect/brute_force.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "report.h"
#include "text.h"
#include "two_meshes.h"

namespace graze::app {
namespace {

struct CheckRequest {
    TwoMeshesOptions meshes;
    bool all = false, json = false;
    std::string budget = std::to_string(usual_tests_per_pair);
};

// Pairs beyond this many are counted but not listed: two heaps of one triangle have millions of millions of
// pairs.
constexpr std::uint64_t most_listed_pairs = 10'000'000;

struct Found {
    Relation relation = Relation::apart;
    bool complete = true;               // false: the budget was used up
    std::optional<TrianglePair> first;  // in the order of the search
    std::uint64_t pair_count = 0;       // with --all
    std::vector<TrianglePair> pairs;    // with --all and --json: the lowest, in ascending order
    QueryCounts counts;
};

struct CheckAnswer : TwoMeshes {
    Found found;

    TriangleIntersection common(const TrianglePair& pair) const {
        return intersection(a.world(pair.a), b.world(pair.b));
    }
    bool as_surfaces() const {
        return !a.shape.closed_surface().closed() || !b.shape.closed_surface().closed();
    }
};

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

const char* name(CommonKind kind) {
    switch (kind) {
        case CommonKind::none:
            return "none";
        case CommonKind::point:
            return "point";
        case CommonKind::segment:
            return "segment";
        case CommonKind::polygon:
            return "polygon";
    }
    return "none";
}

const char* name(Feature::Kind kind) {
    switch (kind) {
        case Feature::Kind::corner:
            return "corner";
        case Feature::Kind::edge:
            return "edge";
        case Feature::Kind::face:
            return "face";
    }
    return "face";
}

Json feature_json(const Feature& feature) {
    return {{"kind", name(feature.kind)}, {"index", feature.index}};
}

Json pair_json(const CheckAnswer& answer, const TrianglePair& pair) {
    const TriangleIntersection common = answer.common(pair);
    Json points = Json::array();
    for (const CommonPoint& p : common.points())
        points.push_back({{"position", to_json(p.position)},
                          {"on_a", feature_json(p.on_a)},
                          {"on_b", feature_json(p.on_b)}});
    return {{"a", triangle_json(answer.a, pair.a)},
            {"b", triangle_json(answer.b, pair.b)},
            {"kind", name(common.kind)},
            {"coplanar", common.coplanar},
            {"points", std::move(points)}};
}

// Pairs are written one by one: as one document, millions of them would take gigabytes.
void write_json(Output& out, const CheckAnswer& answer, bool all) {
    const Found& found = answer.found;
    Json document{{"schema", "graze.check/2"},
                  {"relation", name_of(found.relation)},
                  {"complete", found.complete},
                  {"as_surfaces", answer.as_surfaces()},
                  {"a", to_json(answer.a)},
                  {"b", to_json(answer.b)},
                  {"compared",
                   {{"box_pairs", found.counts.box_pairs},
                    {"triangle_pairs", found.counts.triangle_pairs},
                    {"exact_pairs", found.counts.exact_pairs}}},
                  {"witness", found.first ? pair_json(answer, *found.first) : Json(nullptr)}};
    if (all) document["pair_count"] = found.pair_count;
    std::string text = dump(document);
    if (!all) {
        out.write(text);
        return;
    }
    text.erase(text.size() - 3);  // "\n}\n": the list of pairs comes before it
    out.write(text + ",\n  \"pairs\": [");
    const char* separator = "\n    ";
    for (const TrianglePair& pair : found.pairs) {
        out.write(separator + dump_line(pair_json(answer, pair)));
        separator = ",\n    ";
    }
    out.write(found.pairs.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

std::string feature_text(const Feature& feature) {
    return feature.kind == Feature::Kind::face ? "face"
                                               : fmt::format("{} {}", name(feature.kind), feature.index);
}

// Coordinates stand in columns.
std::vector<std::string> point_lines(const TriangleIntersection& common) {
    std::array<std::size_t, 3> width{};
    for (const CommonPoint& p : common.points())
        for (std::size_t i = 0; i < 3; ++i) width[i] = std::max(width[i], number(p.position[i]).size());
    std::vector<std::string> lines;
    for (const CommonPoint& p : common.points()) {
        std::string line;
        for (std::size_t i = 0; i < 3; ++i) line += fmt::format("{:>{}}  ", number(p.position[i]), width[i]);
        lines.push_back(line +
                        fmt::format(" on {} of A, {} of B", feature_text(p.on_a), feature_text(p.on_b)));
    }
    return lines;
}

std::string pair_text(const Style& style, const CheckAnswer& answer, const TrianglePair& pair) {
    const TriangleIntersection common = answer.common(pair);
    std::string text =
        field(style, "they meet in", "A  " + triangle_text(answer.a, pair.a)) +
        field(style, "", "B  " + triangle_text(answer.b, pair.b)) +
        field(style, "have in common",
              fmt::format("a {}{}", name(common.kind), common.coplanar ? " (coplanar triangles)" : ""));
    for (const std::string& line : point_lines(common)) text += field(style, "", line);
    return text;
}

std::string verdict(Relation relation, bool as_surfaces) {
    switch (relation) {
        case Relation::apart:
            return as_surfaces ? "apart: the surfaces have no point in common"
                               : "apart: the meshes have no point in common";
        case Relation::touching:
            return as_surfaces ? "touching: the surfaces meet but do not cross"
                               : "touching: the surfaces meet, no point is inside both";
        case Relation::overlapping:
            return as_surfaces ? "overlapping: the surfaces cross"
                               : "overlapping: there are points inside both";
        case Relation::a_in_b:
            return "inside: A lies inside B, and their surfaces do not meet";
        case Relation::b_in_a:
            return "inside: B lies inside A, and their surfaces do not meet";
        case Relation::undecided:
            return "undecided: the budget was used up";
        case Relation::not_closed:
        case Relation::unsupported:
            break;
    }
    return name_of(relation);
}

std::string open_text(const Style& style, const char* label, const PlacedMesh& placed) {
    const std::string why = placed.shape.closed_surface().why_not();
    return why.empty() ? "" : field(style, "note", fmt::format("{} is not closed: {}", label, why));
}

std::string check_text(const Style& style, const CheckAnswer& answer, bool all) {
    const Found& found = answer.found;
    const std::string sentence = verdict(found.relation, answer.as_surfaces());
    std::string text = found.relation == Relation::apart ? style.green(sentence) : style.yellow(sentence);
    text += "\n" + field(style, "A", printable(answer.a.file)) + field(style, "B", printable(answer.b.file));
    if (all)
        text +=
            field(style, "pairs",
                  with_thousands(found.pair_count) + (found.complete ? "" : ", as far as the budget lasted"));
    if (found.first) text += pair_text(style, answer, *found.first);
    text += open_text(style, "A", answer.a) + open_text(style, "B", answer.b);
    const QueryCounts& counts = found.counts;
    return text +
           field(style, "compared",
                 fmt::format("{}, {}; {} left to exact arithmetic", count_of(counts.box_pairs, "box pair"),
                             count_of(counts.triangle_pairs, "triangle pair"),
                             with_thousands(counts.exact_pairs)));
}

// The surfaces are searched for one pair of triangles that meet, or for all.
Found compare(Session& session, const PlacedMesh& a, const PlacedMesh& b, const CheckRequest& options) {
    Found found;
    Meter meter(parse_budget("--budget", options.budget), &session.progress);
    found.relation = relation(a.shape, a.pose, b.shape, b.pose, OpenMeshes::as_surfaces,
                              {.budget = Budget::part_of(meter)});
    stop_if_interrupted(session);
    LowestPairs lowest;
    const auto collect = [&](TriangleId triangle_a, TriangleId triangle_b) {
        const TrianglePair pair{triangle_a, triangle_b};
        if (!found.first) found.first = pair;
        ++found.pair_count;
        if (options.all && options.json) lowest.add(pair);
        return options.all && !session.progress.cancelled();
    };
    visit_intersecting_triangles(a.shape, a.pose, b.shape, b.pose, collect,
                                 {.budget = Budget::part_of(meter), .counts = &found.counts});
    stop_if_interrupted(session);
    found.pairs = lowest.take();
    const bool have_pairs = found.relation == Relation::touching || found.relation == Relation::overlapping;
    found.complete = found.relation != Relation::undecided &&
                     !(meter.exhausted() && have_pairs && (options.all || !found.first));
    return found;
}

Exit run_check(Session& session, const CheckRequest& options) {
    parse_budget("--budget", options.budget);  // reports mistakes before files are read
    CheckAnswer answer{options.meshes.load(session), {}};
    answer.found = compare(session, answer.a, answer.b, options);
    session.progress.clear();
    if (options.json) {
        write_json(session.out, answer, options.all);
    } else {
        session.out.write(check_text(session.style, answer, options.all));
    }
    if (answer.found.complete) return answer.found.relation == Relation::apart ? Exit::fine : Exit::found;
    session.out.flush();  // the sentence comes last
    complain(answer.found.relation == Relation::undecided
                 ? "undecided, for the budget was used up; give a larger --budget, or none"
                 : "not all pairs were found, for the budget was used up; give a larger --budget, or none");
    return Exit::incomplete;
}

}  // namespace

void add_check(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "check", "Say how two meshes lie to each other: apart, touching, overlapping, inside");
    auto options = std::make_shared<CheckRequest>();
    options->meshes.add_to(command);
    command.add_flag("--all", options->all, "Find every pair of triangles that meet, not only one");
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
                   pose_help +
                   "\n"
                   "Examples:\n"
                   "  graze check gear.stl shaft.stl\n"
                   "  graze check gear.stl shaft.stl --pose-b 0.1,0,0\n"
                   "  graze check gear.stl shaft.stl --pose-b 0,0,5,0,0,1,90 --all --json\n"
                   "\n"
                   "Exit codes: 0 apart; 1 touching, overlapping or inside; 2 error; 3 incomplete (budget, "
                   "interrupted).");
    actions[&command] = [options](Session& session) { return run_check(session, *options); };
}

}  // namespace graze::app
