// graze volume: how much do two solids share?
#include "graze/query/solid/volume.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/mesh/measures.h"
#include "text.h"
#include "two_shapes.h"

namespace graze::app {
namespace {

struct VolumeRequest {
    TwoShapesOptions meshes;
    bool json = false;
};

struct VolumeAnswer {
    TwoShapes meshes;
    double volume_a = 0, volume_b = 0;  // of each alone
    Overlap overlap;

    bool shares() const { return overlap.volume > overlap.error; }
};

double own_volume(const PlacedShape& placed) {
    const ClosedSurface& surface = placed.shape.closed_surface();
    if (!surface.closed())
        throw Error("encloses no volume, because it is not closed: " + surface.why_not(), placed.name,
                    fmt::format("mend it with 'graze repair {} OUT'", placed.name));
    return std::abs(solid_measures(placed.mesh(), surface).volume);
}

Json solid_json(const PlacedShape& placed, double volume) {
    Json json = to_json(placed);
    json["volume"] = volume;
    return json;
}

Json volume_json(const VolumeAnswer& answer) {
    const auto unit = answer.meshes.unit;
    const Overlap& o = answer.overlap;
    return {{"schema", "graze.volume/1"},
            {"volume", o.volume},
            {"error", o.error},
            {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
            {"centroid", answer.shares() ? to_json(o.centroid) : Json(nullptr)},
            {"box", answer.shares() ? to_json(o.box) : Json(nullptr)},
            {"a", solid_json(answer.meshes.a, answer.volume_a)},
            {"b", solid_json(answer.meshes.b, answer.volume_b)}};
}

std::string point_text(const Vec3& p) {
    return fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z));
}

// "0.05 m" cannot be cubed.
std::string cubed_unit(const TwoShapes& meshes) {
    const auto unit = meshes.unit;
    const std::string name = unit ? unit_name(*unit) : "units";
    return (name.find(' ') == std::string::npos ? name : "units") + "^3";
}

std::string share_text(double volume, double own) {
    return own > 0 ? fmt::format("{:.4g} %", 100 * volume / own) : "nothing";
}

std::string volume_text(const Style& style, const VolumeAnswer& answer) {
    const Overlap& o = answer.overlap;
    const std::string unit = cubed_unit(answer.meshes);
    std::string text = answer.shares()
                           ? style.yellow(fmt::format("the solids share {} {}", number(o.volume), unit))
                           : style.green("the solids share no volume");
    text += "\n" + field(style, "A", printable(answer.meshes.a.name)) +
            field(style, "B", printable(answer.meshes.b.name));
    if (answer.shares()) {
        text += field(style, "that is",
                      fmt::format("{} of A, {} of B", share_text(o.volume, answer.volume_a),
                                  share_text(o.volume, answer.volume_b))) +
                field(style, "centroid", point_text(o.centroid)) +
                field(style, "box from", point_text(o.box.lower)) +
                field(style, "to", point_text(o.box.upper));
    }
    return text + field(style, "error at most", fmt::format("{:.2g} {}", o.error, unit));
}

Exit run_volume(Session& session, const VolumeRequest& options) {
    VolumeAnswer answer;
    answer.meshes = options.meshes.load(session);
    const PlacedShape &a = answer.meshes.a, &b = answer.meshes.b;
    answer.volume_a = own_volume(a);
    answer.volume_b = own_volume(b);
    answer.overlap = overlap_volume(a.shape, a.pose, b.shape, b.pose, {.progress = &session.progress});
    stop_if_interrupted(session);
    session.progress.clear();
    session.out.write(options.json ? dump(volume_json(answer)) : volume_text(session.style, answer));
    return answer.shares() ? Exit::found : Exit::fine;
}

}  // namespace

void add_volume(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("volume", "Say how much two solids share: volume, centroid and box");
    auto options = std::make_shared<VolumeRequest>();
    options->meshes.add_to(command, TwoShapesOptions::Takes::meshes);
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.volume/1)");
    command.footer(
        std::string(
            "Both meshes must be closed. Which parts of the surfaces bound the common volume is "
            "decided exactly, for flush faces and copies at one place too; the volume itself is right "
            "to the error that is said.\n\n") +
        pose_help +
        "\n"
        "Examples:\n"
        "  graze volume housing.stl shaft.stl --unit mm\n"
        "  graze volume ball.obj ball.obj --pose-b 1.5,0,0\n"
        "  graze volume ball.obj ring.obj --json | jq .volume\n"
        "\n"
        "Exit codes: 0 no common volume (touching is none); 1 some; 2 error, as for meshes that are not "
        "closed; 3 interrupted.");
    actions[&command] = [options](Session& session) { return run_volume(session, *options); };
}

}  // namespace graze::app
