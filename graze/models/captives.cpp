#include "graze/models/captives.h"

#include <cmath>
#include <memory>
#include <utility>

#include "graze/base/trig.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/builder.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t sectors = 48;

double on_captive_grid(double x) {
    return std::nearbyint(x * 0x1p15) * 0x1p-15;
}

// Of the sides of a body with corners at radius 1.
double flat() {
    return sin_cos_turns(0.5 / sectors).cos;
}

using FullSector = bool (*)(double radius, double turns, double height);

// A body of sectors of rings: of those for whose middles `full` is true. `turns` is the distance from the
// nearer of the directions +x and -x, from 0 to 1/4.
std::shared_ptr<const Mesh> turned_body(std::vector<double> radii, std::vector<double> heights,
                                        FullSector full) {
    std::vector<double> turns;
    for (std::size_t i = 0; i <= sectors; ++i) turns.push_back(static_cast<double>(i) / sectors);
    Blocks blocks(std::move(radii), turns, std::move(heights));
    blocks.periodic_y = true;
    blocks.axis_at_x0 = blocks.planes(0)[0] == 0;
    blocks.stretch = {0, 0, 0};
    blocks.fill([full](const Vec3& middle) {
        const double from_x = std::abs(2 * middle.y - std::nearbyint(2 * middle.y)) / 2;
        return full(middle.x, from_x, middle.z);
    });
    SolidBuilder builder(1, SolidBuilder::Mode::build);
    add_blocks(builder, blocks, [](const Vec3& p) {
        const Vec3 q = from_cylinder(p);
        return Vec3{on_captive_grid(q.x), on_captive_grid(q.y), on_captive_grid(q.z)};
    });
    return std::make_shared<const Mesh>(std::move(builder).mesh());
}

// A spool stands on its collar; the ring floats in the middle.
namespace spool {
constexpr double core = 10, collar = 16, collar_thickness = 6, between_collars = 40;
constexpr double ring_inside = 11, ring_outside = 15, ring_width = 12;
}  // namespace spool

Captive add_ring(Assembly& assembly, const Vec3& place) {
    using namespace spool;
    const std::size_t first = assembly.parts.size();
    assembly.parts.push_back({"spool/spool",
                              turned_body({0, core, collar},
                                          {0, collar_thickness, collar_thickness + between_collars,
                                           2 * collar_thickness + between_collars},
                                          [](double radius, double, double z) {
                                              return radius < core || z < collar_thickness ||
                                                     z > collar_thickness + between_collars;
                                          }),
                              Pose::translation(place)});
    const double middle = collar_thickness + between_collars / 2;
    assembly.parts.push_back({"spool/ring",
                              turned_body({ring_inside, ring_outside}, {-ring_width / 2, ring_width / 2},
                                          [](double, double, double) { return true; }),
                              Pose::translation(place + Vec3{0, 0, middle})});
    const double play = (between_collars - ring_width) / 2;
    // The corners of the ring's hole are on its radius, the sides of the core within its own.
    return {"a ring between two collars",  first + 1, first, play, play, ring_inside - core * 0.997,
            (ring_inside - core) * flat(), {}};
}

// A plug with two lugs under a cover whose hole has two slots, a quarter turn away.
namespace bayonet {
constexpr double stem = 8, lug = 11, hole = 9, slot = 12, cavity = 13, socket = 20;
constexpr double floor_thickness = 8, cavity_height = 10, cover_thickness = 5;
constexpr double lug_bottom = 3, lug_top = 7, stem_bottom = 1, stem_top = 36;
constexpr double half_lug = 1.0 / sectors, half_slot = 2.0 / sectors;  // turns
}  // namespace bayonet

Captive add_bayonet(Assembly& assembly, const Vec3& place) {
    using namespace bayonet;
    const std::size_t first = assembly.parts.size();
    assembly.parts.push_back({"bayonet/socket",
                              turned_body({0, hole, slot, cavity, socket},
                                          {0, floor_thickness, floor_thickness + cavity_height,
                                           floor_thickness + cavity_height + cover_thickness},
                                          [](double radius, double turns, double z) {
                                              if (z < floor_thickness) return true;
                                              if (z < floor_thickness + cavity_height) return radius > cavity;
                                              return radius > slot || (radius > hole && turns > half_slot);
                                          }),
                              Pose::translation(place)});
    const Pose locked =
        Pose::translation(place + Vec3{0, 0, floor_thickness}) * Pose::rotation_turns({0, 0, 1}, 0.25);
    assembly.parts.push_back({"bayonet/plug",
                              turned_body({0, stem, lug}, {stem_bottom, lug_bottom, lug_top, stem_top},
                                          [](double radius, double turns, double z) {
                                              return radius < stem ||
                                                     (z > lug_bottom && z < lug_top && turns < half_lug);
                                          }),
                              locked});
    constexpr std::uint32_t steps = 30;
    // Back by a quarter turn about the axis through `place`, then up.
    const Pose there = Pose::translation(place), back = Pose::translation({-place.x, -place.y, -place.z});
    Path out;
    for (std::uint32_t i = 0; i <= steps; ++i)
        out.push_back(there * Pose::rotation_turns({0, 0, 1}, -0.25 * i / steps) * back);
    const Path up =
        interpolated_path(std::vector<Pose>{out.back(), Pose::translation({0, 0, 40}) * out.back()}, steps);
    out.insert(out.end(), up.begin() + 1, up.end());
    return {"a bayonet: a plug that comes out after a quarter turn",
            first + 1,
            first,
            cavity_height - lug_top,
            stem_bottom,
            0,
            (hole - stem) * flat(),
            out};
}

}  // namespace

std::vector<Captive> add_captives(Assembly& assembly, const Vec3& place) {
    return {add_ring(assembly, place), add_bayonet(assembly, place + Vec3{60, 0, 0})};
}

}  // namespace graze::inline v1
