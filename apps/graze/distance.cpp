// graze distance: how far are two meshes apart, and where?
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "arguments.h"
#include "command.h"
#include "graze/query/distance/distance.h"
#include "text.h"
#include "two_meshes.h"

namespace graze::app {
namespace {

struct DistanceRequest {
    TwoMeshesOptions meshes;
    std::optional<std::string> limit;
    bool json = false;
};

struct DistanceAnswer {
    TwoMeshes meshes;
    Distance distance;
    QueryCounts counts;
    std::optional<double> limit;  // in the unit of the meshes
    bool is_within = false;
};

std::string unit_text(const TwoMeshes& meshes) {
    const auto unit = meshes.unit();
    return unit ? " " + unit_name(*unit) : "";
}

Json point_json(const PlacedMesh& placed, TriangleId t, const Vec3& point) {
    Json json{{"point", to_json(point)}};
    json.update(triangle_json(placed, t));
    return json;
}

Json distance_json(const DistanceAnswer& answer) {
    const Distance& d = answer.distance;
    const auto unit = answer.meshes.unit();
    const bool known = std::isfinite(d.value);  // no mesh is empty
    Json json{{"schema", "graze.distance/1"},
              {"distance", known ? Json(d.value) : Json(nullptr)},
              {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
              {"a", to_json(answer.meshes.a)},
              {"b", to_json(answer.meshes.b)}};
    json["closest"] = known ? Json{{"a", point_json(answer.meshes.a, d.feature_a.index, d.point_a)},
                                   {"b", point_json(answer.meshes.b, d.feature_b.index, d.point_b)}}
                            : Json(nullptr);
    if (answer.limit) json["within"] = {{"limit", *answer.limit}, {"answer", answer.is_within}};
    json["compared"] = {{"box_pairs", answer.counts.box_pairs},
                        {"triangle_pairs", answer.counts.triangle_pairs},
                        {"in_doubles", answer.counts.exact_pairs}};
    return json;
}

std::string point_line(const char* label, const Vec3& p, const std::string& triangle) {
    return fmt::format("{}  ({}, {}, {})  {}", label, number(p.x), number(p.y), number(p.z), triangle);
}

std::string headline(const DistanceAnswer& answer) {
    const double value = answer.distance.value;
    if (std::isinf(value)) return "infinitely far apart: a mesh is empty";
    if (value == 0) return "0: the surfaces have a point in common";
    return fmt::format("{}{} apart", number(value), unit_text(answer.meshes));
}

std::string distance_text(const Style& style, const DistanceAnswer& answer) {
    const Distance& d = answer.distance;
    const TwoMeshes& meshes = answer.meshes;
    std::string text = d.value > 0 ? style.green(headline(answer)) : style.yellow(headline(answer));
    text += "\n" + field(style, "A", printable(meshes.a.file)) + field(style, "B", printable(meshes.b.file));
    if (answer.limit)
        text += field(style, "within",
                      fmt::format("{}{}: {}", number(*answer.limit), unit_text(meshes),
                                  answer.is_within ? "yes" : "no"));
    if (std::isfinite(d.value)) {
        text += field(style, "closest points",
                      point_line("A", d.point_a, triangle_text(meshes.a, d.feature_a.index))) +
                field(style, "", point_line("B", d.point_b, triangle_text(meshes.b, d.feature_b.index)));
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
    answer.meshes = options.meshes.load(session);
    const PlacedMesh &a = answer.meshes.a, &b = answer.meshes.b;
    if (limit) {
        answer.limit = in_file_units(*limit, answer.meshes.unit(), "--within", a.file);
        answer.is_within = within(a.shape, a.pose, b.shape, b.pose, *answer.limit,
                                  {.progress = &session.progress}) == Answer::yes;
        stop_if_interrupted(session);
    }
    answer.distance =
        distance(a.shape, a.pose, b.shape, b.pose, {.counts = &answer.counts, .progress = &session.progress});
    stop_if_interrupted(session);
    session.progress.clear();
    session.out.write(options.json ? dump(distance_json(answer)) : distance_text(session.style, answer));
    return answer.distance.value == 0 || answer.is_within ? Exit::found : Exit::fine;
}

}  // namespace

void add_distance(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand("distance", "Say how far two meshes are apart, and where");
    auto options = std::make_shared<DistanceRequest>();
    options->meshes.add_to(command);
    command
        .add_option(
            "--within", options->limit,
            "Say, too, whether they are at most this far apart, as in 2mm; without a unit, in that of "
            "the files")
        ->type_name("LENGTH");
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.distance/1)");
    command.footer(
        std::string("The distance is that of the surfaces: a mesh inside another is as far away as its wall. "
                    "It is 0 exactly if they have a point in common, and right to twelve digits otherwise; "
                    "--within is decided exactly, for the coordinates in the files.\n\n") +
        pose_help +
        "\n"
        "Examples:\n"
        "  graze distance gear.stl shaft.stl\n"
        "  graze distance gear.stl shaft.stl --unit mm --within 0.2mm\n"
        "  graze distance gear.stl shaft.stl --pose-b 0,0,5,0,0,1,90 --json\n"
        "\n"
        "Exit codes: 0 apart; 1 touching, or within the limit; 2 error; 3 interrupted.");
    actions[&command] = [options](Session& session) { return run_distance(session, *options); };
}

}  // namespace graze::app
