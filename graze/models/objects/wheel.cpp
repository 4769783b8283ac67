#include "graze/models/objects/wheel.h"

#include <algorithm>
#include <numbers>

#include "graze/base/trig.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"

namespace graze::inline v1 {
namespace {

// z points outwards along the axle.
Pose on_axle(const Vec3& middle, bool towards_y) {
    return towards_y ? with_axes(middle, {1, 0, 0}, {0, 0, -1}, {0, 1, 0})
                     : with_axes(middle, {1, 0, 0}, {0, 0, 1}, {0, -1, 0});
}

void add_tyre(SolidBuilder& builder, const WheelShape& s, const Pose& place) {
    const double bore = 0.68 * s.radius, half = s.width / 2, soft = 0.2 * s.width;
    Profile tyre(builder, bore, -0.8 * half);
    tyre.edge_to(s.radius - 1.4 * soft, -half).edge_to(s.radius - 0.3 * soft, -0.85 * half);
    tyre.edge_to(s.radius, -0.55 * half).edge_to(s.radius, 0.55 * half);
    tyre.edge_to(s.radius - 0.3 * soft, 0.85 * half).edge_to(s.radius - 1.4 * soft, half);
    add_lathe(builder, tyre.edge_to(bore, 0.8 * half), place, 12);
}

// Blocks of the tread in two staggered rows, a little off the tyre.
void add_treads(SolidBuilder& builder, const std::string& name, const WheelShape& s, const Pose& place) {
    builder.begin_part(name + " treads");
    const double from = s.radius + 0.03 * s.radius, to = from + 0.06 * s.radius, half = s.width / 2;
    for (int i = 0; i < s.treads; ++i) {
        const double turns = static_cast<double>(i) / s.treads, wide = 0.3 / s.treads;
        const double a = i % 2 == 0 ? -0.9 * half : 0.06 * half, b = i % 2 == 0 ? -0.06 * half : 0.9 * half;
        Blocks tread({from, to}, {turns - wide, turns + wide}, {a, b});
        tread.stretch = {0, 0, 0};
        tread.fill([](const Vec3&) { return true; });
        add_blocks(builder, tread, [&](const Vec3& p) { return place(from_cylinder(p)); });
    }
}

}  // namespace

void add_wheel(SolidBuilder& builder, const std::string& name, const WheelShape& s, const Vec3& middle,
               bool towards_y) {
    const Pose place = on_axle(middle, towards_y);
    builder.begin_part(name + " tyre");
    add_tyre(builder, s, place);
    if (s.treads > 0) add_treads(builder, name, s, place);
    builder.begin_part(name + " rim");
    const double outer = 0.68 * s.radius - piece_gap, inner = 0.86 * outer, half = 0.4 * s.width;
    Profile rim(builder, inner, -half);
    rim.edge_to(outer, -half).edge_to(outer, half).edge_to(inner, half);
    const std::uint32_t sides = builder.segments(2 * std::numbers::pi * outer, 12);
    const double inside = inner * sin_cos_turns(0.5 / sides).cos;
    add_lathe(builder, rim, circle(sides), place);
    builder.begin_part(name + " hub");
    // Without spokes the wheel has a disc that nearly fills the rim.
    const double hub = s.spokes > 0 ? 0.3 * outer : 0.94 * inside;
    Profile profile(builder, 0, -half);
    profile.edge_to(hub, -half).edge_to(hub, 0.5 * half).edge_to(0.6 * hub, 0.7 * half);
    add_lathe(builder, profile.edge_to(0, 0.7 * half), place, 8);
    for (int i = 0; i < s.spokes; ++i) {
        builder.begin_part(name + " spoke " + std::to_string(i + 1));
        const SinCos angle = sin_cos_turns(static_cast<double>(i) / s.spokes);
        const Vec3 out{angle.cos, angle.sin, 0}, across{-angle.sin, angle.cos, 0};
        // The spoke's z axis points outwards along the radius, its y axis to the outside of the wheel.
        const Pose spoke = place * with_axes(out * (hub + piece_gap), across, {0, 0, 1}, out);
        const double length = 0.99 * inside - hub - 2 * piece_gap, thin = 0.16 * half;
        add_loft(builder,
                 Stations({{0, {0, 0.35 * half}, {0.5 * hub, thin}, 0.5},
                           {length, {0, 0.6 * half}, {0.36 * hub, thin}, 0.5}}),
                 {0, 0, 8, 1}, spoke);
    }
    for (int i = 0; i < s.nuts; ++i) {
        builder.begin_part(name + " nut " + std::to_string(i + 1));
        const SinCos angle = sin_cos_turns((i + 0.5) / s.nuts);
        const double r = 0.36 * hub, size = std::min(0.14, 0.9 / s.nuts) * hub;
        add_rod(builder, size, 0.16 * half,
                place * at(r * angle.cos, r * angle.sin, 0.7 * half + 0.5 * piece_gap));
    }
}

}  // namespace graze::inline v1
