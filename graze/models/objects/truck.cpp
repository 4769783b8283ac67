#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"
#include "graze/models/objects/wheel.h"

namespace graze::inline v1 {
namespace {

constexpr double wheel_radius = 0.085, road = -0.36, front_axle = -0.83;

// A box that is never cut: 12 triangles of any size.
void add_plain_box(SolidBuilder& builder, const Vec3& lower, const Vec3& upper) {
    Blocks box({lower.x, upper.x}, {lower.y, upper.y}, {lower.z + road, upper.z + road});
    box.stretch = {0, 0, 0};
    box.fill([](const Vec3&) { return true; });
    add_blocks(builder, box, Pose());
}

// A plate across the truck. Its outline is as seen from the right: x backwards, y up.
void add_across(SolidBuilder& builder, const Outline& outline, double half_width) {
    const Pose upright = with_axes({0, 0, road}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0});
    add_extrusion(builder, outline, {}, -half_width, half_width, upright);
}

void add_trailer(SolidBuilder& builder) {
    builder.begin_part("trailer");
    add_plain_box(builder, {-0.5, -0.21, 0.215}, {1, 0.21, 0.72});
    builder.begin_part("trailer doors");
    for (const double y : {-0.2, 0.004}) add_plain_box(builder, {1.004, y, 0.23}, {1.012, y + 0.196, 0.71});
    builder.begin_part("trailer frame");
    for (const double y : {-0.09, 0.06}) add_plain_box(builder, {-0.1, y, 0.175}, {0.99, y + 0.03, 0.21});
    builder.begin_part("side guards");
    for (const double y : {-0.205, 0.19})
        for (const double z : {0.09, 0.14})
            add_plain_box(builder, {-0.05, y, z}, {0.42, y + 0.015, z + 0.03});
    builder.begin_part("landing legs");
    for (const double y : {-0.15, 0.13}) add_plain_box(builder, {-0.1, y, 0.03}, {-0.08, y + 0.02, 0.211});
}

void add_cab(SolidBuilder& builder) {
    builder.begin_part("cab");
    // The cab has an arch over the front wheels.
    Outline outline{{-0.99, 0.1}};
    for (int i = 0; i <= 8; ++i) {
        const SinCos angle = sin_cos_turns(0.475 - 0.45 * i / 8);
        outline.push_back({front_axle + 0.105 * angle.cos, wheel_radius + 0.105 * angle.sin});
    }
    for (const Vec2& p : {Vec2{-0.62, 0.1}, {-0.62, 0.6}, {-0.93, 0.6}, {-0.965, 0.56}, {-0.99, 0.34}})
        outline.push_back(p);
    add_across(builder, outline, 0.195);
    builder.begin_part("deflector");
    add_across(builder, {{-0.9, 0.604}, {-0.63, 0.604}, {-0.63, 0.715}, {-0.7, 0.715}}, 0.18);
    builder.begin_part("windscreen");
    add_across(builder, {{-0.999, 0.36}, {-0.994, 0.36}, {-0.9745, 0.535}, {-0.9795, 0.535}}, 0.175);
    for (const double side : {-1.0, 1.0}) {
        const std::string name = side < 0 ? "left" : "right";
        const auto at_side = [&](double inner, double outer) { return side < 0 ? -outer : inner; };
        builder.begin_part(name + " window");
        const double y = at_side(0.199, 0.204);
        add_plain_box(builder, {-0.94, y, 0.37}, {-0.79, y + 0.005, 0.54});
        builder.begin_part(name + " mirror");
        const double m = at_side(0.215, 0.24);
        add_plain_box(builder, {-0.985, m, 0.38}, {-0.97, m + 0.025, 0.5});
        builder.begin_part(name + " headlight");
        Profile lamp(builder, 0, 0);
        lamp.edge_to(0.026, 0).edge_to(0.026, 0.01).edge_to(0.018, 0.016);
        add_lathe(builder, lamp.edge_to(0, 0.018),
                  with_axes({-0.994, side * 0.155, 0.185 + road}, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}), 8);
        builder.begin_part(name + " tank");
        add_bolt(builder, 0.045, 0.17, 0.008,
                 with_axes({-0.71, side * 0.15, 0.045 + road}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}));
        builder.begin_part(name + " exhaust");
        add_rod(builder, 0.014, 0.55, at(-0.585, side * 0.17, 0.11 + road));
    }
    builder.begin_part("bumper");
    add_plain_box(builder, {-1.015, -0.2, 0.07}, {-0.994, 0.2, 0.13});
}

// Many thin bars in a small space.
void add_grille(SolidBuilder& builder) {
    builder.begin_part("grille");
    const int bars = builder.shows(0.17) ? 40 : 12;
    for (int i = 0; i < bars; ++i) {
        const double y = -0.11 + 0.22 * i / (bars - 1);
        add_plain_box(builder, {-1.0, y - 0.0015, 0.15}, {-0.994, y + 0.0015, 0.32});
    }
    builder.begin_part("badge");
    add_ball(builder, 0.014, at(-1.018, 0, 0.3 + road));
}

// A coiled hose between cab and trailer. It has most of the triangles, in little space.
void add_coil(SolidBuilder& builder, const std::string& name, double y) {
    builder.begin_part(name);
    const std::uint32_t turns = 10;
    constexpr double from = -0.612, length = 0.1, radius = 0.017, tube = 0.0028;
    const SpaceCurve curve = SpaceCurve::sampled(
        [&](double t) {
            const SinCos angle = sin_cos_turns(turns * t);
            return Vec3{from + length * t, y + radius * angle.cos, 0.36 + road + radius * angle.sin};
        },
        turns * 96);
    const std::uint32_t rings = turns * builder.segments(0.5, 8), around = builder.segments(0.2, 4);
    Profile profile(builder, 0, 0);
    for (std::uint32_t i = 0; i <= rings; ++i) profile.edge_to(tube, curve.length() * i / rings);
    add_lathe(builder, profile.edge_to(0, curve.length()), circle(around), curve.placement());
}

void add_axle(SolidBuilder& builder, const std::string& name, double x, bool twin, int treads) {
    builder.begin_part(name + " axle");
    const double inner = twin ? 0.082 : 0.14;
    add_rod(builder, 0.014, 2 * inner - 0.01,
            with_axes({x, -inner + 0.005, wheel_radius + road}, {1, 0, 0}, {0, 0, -1}, {0, 1, 0}));
    for (const double side : {-1.0, 1.0}) {
        const std::string wheel = name + (side < 0 ? " left" : " right");
        const Vec3 middle{x, side * 0.175, wheel_radius + road};
        const int nuts = builder.shows(0.2) ? 10 : 0;
        add_wheel(builder, wheel, {wheel_radius, 0.05, 0, treads, nuts}, middle, side > 0);
        if (!twin) continue;
        const Vec3 inside{x, side * 0.115, wheel_radius + road};
        add_wheel(builder, wheel + " inner", {wheel_radius, 0.05, 0, treads, 0}, inside, side > 0);
    }
}

}  // namespace

void build_truck(SolidBuilder& builder) {
    add_trailer(builder);
    add_cab(builder);
    builder.begin_part("frame");
    for (const double y : {-0.08, 0.055}) add_plain_box(builder, {-0.61, y, 0.12}, {-0.18, y + 0.025, 0.17});
    builder.begin_part("coupling plate");
    add_bolt(builder, 0.08, 0.03, 0.006, at(-0.34, 0, 0.178 + road));
    add_grille(builder);
    const char* const colours[] = {"red hose", "blue hose", "black hose"};
    for (int i = 0; i < 3; ++i) add_coil(builder, colours[i], 0.06 * (i - 1));
    const int treads = builder.shows(0.14) ? 36 : 0;
    add_axle(builder, "front", front_axle, false, 0);
    add_axle(builder, "drive 1", -0.42, true, treads);
    add_axle(builder, "drive 2", -0.22, true, treads);
    for (int i = 0; i < 3; ++i)
        add_axle(builder, "trailer " + std::to_string(i + 1), 0.54 + 0.19 * i, false, 0);
}

}  // namespace graze::inline v1
