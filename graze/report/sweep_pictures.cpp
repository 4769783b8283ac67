#include "graze/report/sweep_pictures.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/error.h"
#include "graze/clash/sweep/part_sweep.h"
#include "graze/mesh/generate.h"
#include "graze/render/draw.h"

namespace graze::inline v1 {
namespace {

// Across the direction, and from above where that is possible.
Vec3 view_across(const Vec3& direction, const Vec3& up) {
    Vec3 side = cross(direction, up);
    if (!(length(side) > 0.1)) side = cross(direction, Vec3{1, 0, 0});
    if (!(length(side) > 0.1)) side = cross(direction, Vec3{0, 1, 0});
    if (!(length(side) > 0)) side = {0.6, -1, 0};
    return normalized(side) + normalized(up) * 0.45 - normalized(direction) * 0.25;
}

}  // namespace

Picture sweep_picture(const Assembly& assembly, std::span<const std::size_t> moving,
                      std::span<const Pose> path, const SweepPlace& place,
                      const SweepPictureOptions& options) {
    const std::size_t count = assembly.parts.size();
    if (place.moving >= count || place.resting >= count ||
        std::ranges::any_of(moving, [&](std::size_t i) { return i >= count; }))
        throw Error("a part of a picture is none of the assembly");
    const Color orange{232, 134, 42}, light_orange{240, 190, 140}, blue{59, 125, 221}, grey{150, 158, 168};
    Box seen;
    std::vector<DrawItem> items;
    const auto add = [&](const Part& part, const Pose& pose, const Color& color, double opacity) {
        items.push_back({.mesh = part.mesh.get(),
                         .world_from_mesh = pose,
                         .color = color,
                         .opacity = opacity,
                         .edges = opacity > 0.3});
    };
    for (std::size_t i = 0; i < count; ++i) {
        const Part& part = assembly.parts[i];
        const bool moves = std::ranges::find(moving, i) != moving.end();
        const Pose pose =
            moves ? motion_along(path, part.world_from_part).at(place.step) : part.world_from_part;
        if (moves) {
            add(part, pose, i == place.moving ? orange : light_orange, 1);
            seen.grow(pose(part.mesh->box()));
        } else {
            add(part, pose, i == place.resting ? blue : grey, i == place.resting ? 1 : 0.12);
        }
    }
    seen.grow(place.place);
    const double size = length(seen.size());
    const Mesh ball = make_sphere(0.012 * size, 320);
    items.push_back({.mesh = &ball,
                     .world_from_mesh = Pose::translation(place.place),
                     .color = {216, 27, 60},
                     .crease_degrees = 180});
    FitOptions fitting;
    fitting.up = assembly.up == Axis::y   ? Vec3{0, 1, 0}
                 : assembly.up == Axis::x ? Vec3{1, 0, 0}
                                          : Vec3{0, 0, 1};
    const Camera camera = fit(grown(seen, 0.15 * size), view_across(place.normal, fitting.up), options.width,
                              options.height, fitting);
    DrawOptions drawing;
    drawing.width = options.width;
    drawing.height = options.height;
    drawing.threads = options.threads;
    drawing.progress = options.progress;
    return draw(items, camera, drawing);
}

}  // namespace graze::inline v1
