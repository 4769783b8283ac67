// graze proximity: how near are two solids, how much do they share, and what pushes them apart? From spheres.
#include "graze/spheres/proximity/proximity.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/spheres/force/contact_force.h"
#include "graze/spheres/packing/pack.h"
#include "motion_file.h"
#include "proximity_path.h"
#include "proximity_picture.h"
#include "proximity_sheet.h"
#include "text.h"
#include "two_shapes.h"

namespace graze::app {
namespace {

struct ProximityRequest {
    TwoShapesOptions meshes;
    std::optional<std::string> spheres, effort, budget, path, sheet, output;
    std::string stiffness = "1", normals = "other", volume = "auto", size = "1200x900";
    bool force = false, json = false;
};

struct ProximityAnswer {
    TwoShapes meshes;
    SphereTree tree_a, tree_b;
    Proximity proximity;
    std::optional<ContactForce> force;

    bool complete() const {
        return proximity.status == QueryStatus::complete &&
               (!force || force->status == QueryStatus::complete);
    }
};

// What is typed, apart from the shapes: wrong words are refused before long files are read.
struct ProximityWishes {
    std::optional<std::uint32_t> spheres;
    ProximityOptions proximity;
    ForceOptions force;
    std::vector<Path> paths;
    std::optional<Length> sheet;

    explicit ProximityWishes(const ProximityRequest& request) {
        if (request.spheres) spheres = parse_count("--spheres", *request.spheres, 1, 10'000'000);
        if (request.effort) proximity.effort = parse_count("--effort", *request.effort, 0, 4'000'000'000);
        if (request.budget) proximity.budget = force.budget = parse_budget("--budget", *request.budget);
        proximity.volume = parse_choice<VolumeMethod>("--volume", request.volume,
                                                      {{"auto", VolumeMethod::automatic},
                                                       {"spheres", VolumeMethod::spheres},
                                                       {"exact", VolumeMethod::exact}});
        if (request.effort && proximity.volume == VolumeMethod::automatic)
            proximity.volume = VolumeMethod::spheres;
        force.stiffness = parse_number_between("--stiffness", request.stiffness, 0, 1e100);
        force.normals = parse_choice<ForceNormals>(
            "--normals", request.normals,
            {{"other", ForceNormals::other}, {"a", ForceNormals::a}, {"b", ForceNormals::b}});
        if (request.output && request.path) check_path_table(*request.output);
        if (request.output && !request.path) check_proximity_picture(*request.output, request.size);
        if (request.path) paths = read_motion(*request.path);
        if (request.sheet) {
            sheet = parse_length_with_unit("--sheet", *request.sheet);
            if (request.path || request.force || request.output)
                throw Error("goes without --path, --force and -o", "--sheet", "ask for one thing at a time");
        }
    }
};

// Says which edges are open before it packs anything.
SphereTree solid_tree(Session& session, const PlacedShape& placed, std::optional<std::uint32_t> count,
                      const Threads& threads) {
    if (!count && placed.shape.closed_surface().closed() && has_sphere_tree(placed.shape))
        return sphere_tree(placed.shape);
    try {
        PackOptions packing;
        packing.count = count.value_or(default_sphere_count);
        packing.threads = threads;
        packing.progress = &session.progress;
        const Packed packed = pack(placed.shape, packing);
        stop_if_interrupted(session);
        if (packed.packing.spheres.empty())
            throw Error("has no room for a sphere", {}, "give a solid that is not flat");
        SphereTreeOptions options;
        options.threads = threads;
        options.progress = &session.progress;
        return {placed.shape, packed.packing, options};
    } catch (const Error& e) {
        stop_if_interrupted(session);
        throw e.within(placed.name);
    }
}

const char* overlap_word(Answer answer) {
    return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "undecided";
}

Json finite_json(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json closest_json(const PlacedShape& placed, FeatureId feature, const Vec3& point) {
    Json json{{"point", to_json(point)}};
    json.update(feature_json(placed, feature));
    return json;
}

Json force_json(const ContactForce& f) {
    return {{"force_a", to_json(f.force_a)},
            {"torque_a", to_json(f.torque_a)},
            {"force_b", to_json(f.force_b)},
            {"torque_b", to_json(f.torque_b)},
            {"stiffness_at_most", f.stiffness},
            {"volume", f.volume},
            {"tests", f.tests}};
}

Json placed_with_spheres(const PlacedShape& placed, const SphereTree& tree) {
    Json json = to_json(placed);
    json["spheres"] = tree.sphere_count();
    return json;
}

Json proximity_json(const ProximityAnswer& answer, const ProximityRequest& request) {
    const Proximity& p = answer.proximity;
    const TwoShapes& m = answer.meshes;
    Json json{
        {"schema", "graze.proximity/1"},
        {"overlap", overlap_word(p.overlap)},
        {"complete", answer.complete()},
        {"metres_per_unit", m.unit ? Json(*m.unit) : Json(nullptr)},
        {"volume", {{"estimate", p.volume}, {"at_least", p.volume_at_least}, {"at_most", p.volume_at_most}}},
        {"center", p.volume > 0 ? to_json(p.center) : Json(nullptr)}};
    const bool apart = p.distance > 0;
    json["distance"] =
        apart ? Json{{"value", finite_json(p.distance)}, {"at_least", finite_json(p.distance_at_least)}}
              : Json(nullptr);
    json["closest"] = apart && std::isfinite(p.distance)
                          ? Json{{"a", closest_json(m.a, p.contact.feature_a, p.contact.point_a)},
                                 {"b", closest_json(m.b, p.contact.feature_b, p.contact.point_b)}}
                          : Json(nullptr);
    json["tests"] = p.tests;
    if (answer.force) json["force"] = force_json(*answer.force);
    json["a"] = placed_with_spheres(m.a, answer.tree_a);
    json["b"] = placed_with_spheres(m.b, answer.tree_b);
    json["written"] = request.output ? Json(*request.output) : Json(nullptr);
    return json;
}

std::string proximity_point(const Vec3& p) {
    return fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z));
}

std::string unit_word(const TwoShapes& shapes) {
    const std::string name = shapes.unit ? unit_name(*shapes.unit) : "units";
    return name.find(' ') == std::string::npos ? name : "units";  // "0.05 m" cannot be cubed
}

std::string proximity_headline(const ProximityAnswer& answer) {
    const Proximity& p = answer.proximity;
    const std::string unit = unit_word(answer.meshes);
    if (p.overlap == Answer::yes)
        return fmt::format("the solids share about {} {}^3", number(p.volume), unit);
    if (p.overlap == Answer::no)
        return p.distance == p.distance_at_least
                   ? fmt::format("{} {} apart", number(p.distance), unit)
                   : fmt::format("apart, by {} to {} {}", number(p.distance_at_least), number(p.distance),
                                 unit);
    return fmt::format("undecided: the solids share at most {} {}^3", number(p.volume_at_most), unit);
}

std::string force_lines(const Style& style, const ContactForce& f) {
    return field(style, "force on A", proximity_point(f.force_a)) +
           field(style, "torque on A", proximity_point(f.torque_a)) +
           field(style, "force on B", proximity_point(f.force_b)) +
           field(style, "torque on B", proximity_point(f.torque_b)) +
           field(style, "stiffness", fmt::format("at most {:.4g} in force per length", f.stiffness));
}

std::string proximity_text(const Style& style, const ProximityAnswer& answer,
                           const ProximityRequest& request) {
    const Proximity& p = answer.proximity;
    const std::string unit = unit_word(answer.meshes);
    const std::string headline = proximity_headline(answer);
    std::string text = (p.overlap == Answer::no ? style.green(headline) : style.yellow(headline)) + "\n";
    text += field(style, "A", printable(answer.meshes.a.name)) +
            field(style, "B", printable(answer.meshes.b.name));
    if (p.overlap != Answer::no) {
        text +=
            field(style, "certainly",
                  fmt::format("{} to {} {}^3", number(p.volume_at_least), number(p.volume_at_most), unit));
        if (p.volume > 0) text += field(style, "centre", proximity_point(p.center));
    }
    if (p.distance > 0 && std::isfinite(p.distance))
        text += field(style, "closest points", "A  (" + proximity_point(p.contact.point_a) + ")") +
                field(style, "", "B  (" + proximity_point(p.contact.point_b) + ")");
    if (answer.force) text += force_lines(style, *answer.force);
    text += field(style, "spheres",
                  fmt::format("{} in A, {} in B", with_thousands(answer.tree_a.sphere_count()),
                              with_thousands(answer.tree_b.sphere_count()))) +
            field(style, "tests", with_thousands(p.tests));
    if (!answer.complete()) text += field(style, "", style.dim("the budget was used up; the bounds hold"));
    if (request.output) text += field(style, "written", printable(*request.output));
    return text;
}

Exit play_path(Session& session, const ProximityRequest& request, const ProximityWishes& wishes,
               const ProximityAnswer& answer) {
    PathScene scene{answer.meshes.a, answer.meshes.b, answer.tree_a, answer.tree_b, wishes.proximity, {}};
    if (request.force) scene.force = wishes.force;
    const std::vector<PathFrame> frames = play(session, scene, wishes.paths);
    if (request.output) write_path_table(frames, *request.output);
    session.progress.clear();
    if (request.json) {
        Json json{{"schema", "graze.proximity-path/1"},
                  {"path", request.path.value_or("")},
                  {"metres_per_unit", answer.meshes.unit ? Json(*answer.meshes.unit) : Json(nullptr)},
                  {"a", placed_with_spheres(answer.meshes.a, answer.tree_a)},
                  {"b", placed_with_spheres(answer.meshes.b, answer.tree_b)},
                  {"frames", path_json(frames)},
                  {"written", request.output ? Json(*request.output) : Json(nullptr)}};
        session.out.write(dump(json));
    } else {
        std::string text = path_text(session.style, frames, unit_word(answer.meshes));
        if (request.output) text += field(session.style, "written", printable(*request.output));
        session.out.write(text);
    }
    return path_exit(frames);
}

Exit run_proximity(Session& session, const ProximityRequest& request) {
    const ProximityWishes wishes(request);
    prepare_sphere_trees();  // so that files give back the trees that are saved in them
    ProximityAnswer answer;
    answer.meshes = request.meshes.load(session);
    const PlacedShape &a = answer.meshes.a, &b = answer.meshes.b;
    const Threads threads = request.meshes.threads();
    if (wishes.sheet) {
        answer.tree_b = solid_tree(session, b, wishes.spheres, threads);
        return run_sheet(
            session, {answer.meshes, in_file_units(*wishes.sheet, answer.meshes.unit, "--sheet", a.name),
                      wishes.spheres, answer.tree_b, wishes.proximity, unit_word(answer.meshes), request.json,
                      threads});
    }
    answer.tree_a = solid_tree(session, a, wishes.spheres, threads);
    const bool same =
        a.shape.content_hash() == b.shape.content_hash() && (wishes.spheres || !has_sphere_tree(b.shape));
    answer.tree_b = same ? answer.tree_a : solid_tree(session, b, wishes.spheres, threads);
    if (request.path) return play_path(session, request, wishes, answer);
    answer.proximity =
        proximity(a.shape, answer.tree_a, a.pose, b.shape, answer.tree_b, b.pose, wishes.proximity);
    if (request.force)
        answer.force =
            contact_force(a.shape, answer.tree_a, a.pose, b.shape, answer.tree_b, b.pose, wishes.force);
    if (request.output)
        draw_proximity(session, {a, b, answer.tree_a, answer.tree_b, answer.proximity, answer.force, threads},
                       *request.output, request.size);
    stop_if_interrupted(session);
    session.progress.clear();
    session.out.write(request.json ? dump(proximity_json(answer, request))
                                   : proximity_text(session.style, answer, request));
    if (answer.proximity.overlap == Answer::yes) return Exit::found;
    return answer.proximity.overlap == Answer::no ? Exit::fine : Exit::incomplete;
}

}  // namespace

void add_proximity(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "proximity",
        "Say how near two solids are, or how much they share, with bounds and forces, from spheres");
    auto request = std::make_shared<ProximityRequest>();
    request->meshes.add_to(command, TwoShapesOptions::Takes::meshes);
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("--spheres", request->spheres, "COUNT",
        "Spheres to fill each solid with (default: those saved in a graze file, else 10000)");
    add("--effort", request->effort, "TESTS",
        "Balls to test before the estimate is good enough; 0: all (default: 40000)");
    add("--budget", request->budget, "TESTS",
        "Stop after so many tests, whatever is known then; the bounds hold");
    add("--volume", request->volume, "auto|spheres|exact",
        "Where the volume comes from; auto takes the exact query for small meshes, unless there is a budget "
        "or an effort")
        ->capture_default_str();
    command.add_flag("--force", request->force, "Say, too, which forces and torques push the solids apart");
    add("--stiffness", request->stiffness, "FORCE", "Force per common volume")->capture_default_str();
    add("--normals", request->normals, "other|a|b",
        "Whose surface says where to push each solid: the other's, "
        "or that of one for both")
        ->capture_default_str();
    add("--sheet", request->sheet, "LENGTH",
        "A is a sheet, an open mesh: how much of B is behind it, up to this far (with or without a unit)");
    add("--path", request->path, "FILE",
        "Ask at each pose of a path for B, or of two for A and B (what 'graze generate motion' prints)");
    add("-o,--output", request->output, "FILE",
        "Picture to write (.png): the spheres in contact, and which way each contact pushes A; with --path a "
        "table (.csv) with a line for each pose");
    add("--size", request->size, "WIDTHxHEIGHT", "Pixels of the picture")->capture_default_str();
    command.add_flag("--json", request->json,
                     "Print one JSON object (schema graze.proximity/1; graze.proximity-path/1 with --path, "
                     "graze.proximity-sheet/1 with --sheet)");
    command.footer(
        std::string(
            "Each solid is filled with spheres, which takes seconds; 'graze pack FILE -o FILE.graze' keeps "
            "them. Then an answer takes a fraction of a millisecond, whatever the number of triangles. The "
            "bounds of the volume hold for the solids, not only for their spheres. Distances are exact. Both "
            "meshes must be closed.\n\n") +
        pose_help +
        "\n"
        "Examples:\n"
        "  graze proximity housing.stl shaft.stl --unit mm\n"
        "  graze proximity ball.obj ball.obj --pose-b 1.5,0,0 --force -o contact.png\n"
        "  graze proximity ball.obj ring.obj --spheres 50000 --budget 20000 --json\n"
        "  graze proximity door.stl hand.stl --unit mm --sheet 20mm\n"
        "  graze proximity ring.obj ball.obj --path orbit.json --force -o frames.csv\n"
        "\n"
        "Exit codes: 0 apart; 1 they share volume; 2 error, as for meshes that are not closed; 3 undecided "
        "(the "
        "spheres are too coarse to tell, or the budget was used up), or interrupted.");
    actions[&command] = [request](Session& session) { return run_proximity(session, *request); };
}

}  // namespace graze::app
