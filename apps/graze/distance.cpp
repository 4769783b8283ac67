// graze distance: how far are two shapes apart, and where?
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "arguments.h"
#include "command.h"
#include "graze/query/distance/distance.h"
#include "text.h"
#include "two_shapes.h"

namespace graze::app {
namespace {

struct DistanceRequest {
    TwoShapesOptions shapes;
    std::optional<std::string> limit;
    bool json = false;
};

struct DistanceAnswer {
    TwoShapes shapes;
    Distance distance;
    QueryCounts counts;
    std::optional<double> limit;  // in the unit of the meshes
    bool is_within = false;
};

std::string unit_text(const TwoShapes& shapes) {
    const auto unit = shapes.unit;
    return unit ? " " + unit_name(*unit) : "";
}

Json point_json(const PlacedShape& placed, FeatureId feature, const Vec3& point) {
    Json json{{"point", to_json(point)}};
    json.update(feature_json(placed, feature));
    return json;
}

Json distance_json(const DistanceAnswer& answer) {
    const Distance& d = answer.distance;
    const auto unit = answer.shapes.unit;
    const bool known = std::isfinite(d.value);  // no mesh is empty
    Json json{{"schema", "graze.distance/1"},
              {"distance", known ? Json(d.value) : Json(nullptr)},
              {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
              {"a", to_json(answer.shapes.a)},
              {"b", to_json(answer.shapes.b)}};
    json["closest"] = known ? Json{{"a", point_json(answer.shapes.a, d.feature_a, d.point_a)},
                                   {"b", point_json(answer.shapes.b, d.feature_b, d.point_b)}}
                            : Json(nullptr);
    if (answer.limit) json["within"] = {{"limit", *answer.limit}, {"answer", answer.is_within}};
    json["compared"] = {{"box_pairs", answer.counts.box_pairs},
                        {"triangle_pairs", answer.counts.triangle_pairs},
                        {"in_doubles", answer.counts.exact_pairs}};
    return json;
}

std::string point_line(const char* label, const Vec3& p, const std::string& feature) {
    return fmt::format("{}  ({}, {}, {})  {}", label, number(p.x), number(p.y), number(p.z), feature);
}

std::string headline(const DistanceAnswer& answer) {
    const double value = answer.distance.value;
    if (std::isinf(value)) return "infinitely far apart: a mesh is empty";
    if (value == 0)
        return answer.shapes.are_meshes() ? "0: the surfaces have a point in common"
                                          : "0: the shapes have a point in common";
    return fmt::format("{}{} apart", number(value), unit_text(answer.shapes));
}

std::string distance_text(const Style& style, const DistanceAnswer& answer) {
    const Distance& d = answer.distance;
    const TwoShapes& shapes = answer.shapes;
    std::string text = d.value > 0 ? style.green(headline(answer)) : style.yellow(headline(answer));
    text += "\n" + field(style, "A", printable(shapes.a.name)) + field(style, "B", printable(shapes.b.name));
    if (answer.limit)
        text += field(style, "within",
                      fmt::format("{}{}: {}", number(*answer.limit), unit_text(shapes),
                                  answer.is_within ? "yes" : "no"));
    if (std::isfinite(d.value)) {
        text +=
            field(style, "closest points", point_line("A", d.point_a, feature_text(shapes.a, d.feature_a))) +
            field(style, "", point_line("B", d.point_b, feature_text(shapes.b, d.feature_b)));
    }
    return text + field(style, "compared",
                        fmt::format("{}, {}; {} in doubles", count_of(answer.counts.box_pairs, "box pair"),
                                    count_of(answer.counts.triangle_pairs, "triangle pair"),
                                    with_thousands(answer.counts.exact_pairs)));
}

Exit run_distance(Session& session, const DistanceRequest& options) {
    std::optional<Length> limit;
    if (options.limit) limit = parse_length_with_unit("--within", *options.limit);
    DistanceAnswer answer;
    answer.shapes = options.shapes.load(session);
    const PlacedShape &a = answer.shapes.a, &b = answer.shapes.b;
    if (limit) {
        answer.limit = in_file_units(*limit, answer.shapes.unit, "--within", a.name);
        answer.is_within = within(a.shape, a.pose, b.shape, b.pose, *answer.limit,
                                  {.progress = &session.progress}) == Answer::yes;
        stop_if_interrupted(session);
    }
    answer.distance =
        distance(a.shape, a.pose, b.shape, b.pose, {.counts = &answer.counts, .progress = &session.progress});
    stop_if_interrupted(session);
    if (answer.distance.status == QueryStatus::unsupported) refuse_kinds(answer.shapes);
    session.progress.clear();
    session.out.write(options.json ? dump(distance_json(answer)) : distance_text(session.style, answer));
    return answer.distance.value == 0 || answer.is_within ? Exit::found : Exit::fine;
}

}  // namespace

void add_distance(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand("distance", "Say how far two shapes are apart, and where");
    auto options = std::make_shared<DistanceRequest>();
    options->shapes.add_to(command, TwoShapesOptions::Takes::any_kind);
    command
        .add_option(
            "--within", options->limit,
            "Say, too, whether they are at most this far apart, as in 2mm; without a unit, in that of "
            "the files")
        ->type_name("LENGTH");
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.distance/1)");
    command.footer(
        std::string("The distance of meshes is that of the surfaces: a mesh inside another is as far away as "
                    "its wall. "
                    "It is 0 exactly if they have a point in common, and right to twelve digits otherwise; "
                    "--within is decided exactly, for the coordinates in the files.\n\n") +
        primitive_help + pose_help +
        "\n"
        "Examples:\n"
        "  graze distance gear.stl shaft.stl\n"
        "  graze distance gear.stl --box 2x1x0.5 --pose-b 3,0,0,0,0,1,45\n"
        "  graze distance gear.stl shaft.stl --unit mm --within 0.2mm\n"
        "  graze distance gear.stl shaft.stl --pose-b 0,0,5,0,0,1,90 --json\n"
        "\n"
        "Exit codes: 0 apart; 1 touching, or within the limit; 2 error; 3 interrupted.");
    actions[&command] = [options](Session& session) { return run_distance(session, *options); };
}

}  // namespace graze::app
