#include <algorithm>
#include <numbers>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

// Modelled with its axis along z and its light shining up, then turned towards +x.
const Pose& forwards() {
    static const Pose pose = Pose::rotation_turns({0, 1, 0}, 0.25);
    return pose;
}
// Wider than high.
Vec3 oval(const Vec3& p) {
    return forwards()(Vec3{0.84 * p.x, p.y, p.z});
}

double dish(double r) {
    return 0.62 * r * r - 0.42;
}

// Everything as wide as the lamp has the same number of sides, so that coarse circles do not cross.
std::vector<Vec2> wide_circle(const SolidBuilder& builder) {
    return circle(std::max(builder.details(24, 6), builder.segments(2 * std::numbers::pi)));
}

// A paraboloid of 0.025 wall thickness with a hole for the bulb.
void add_reflector(SolidBuilder& builder) {
    constexpr double hole = 0.16, edge = 0.86, thick = 0.025;
    Profile profile(builder, hole, dish(hole));
    profile.edge_to(hole, dish(hole) - thick);
    profile.curve(
        1.0,
        [](double t) {
            const double r = hole + (edge - hole) * t;
            return ProfilePoint{r, dish(r) - thick};
        },
        8);
    profile.edge_to(edge, dish(edge));
    profile.curve(
        1.0,
        [](double t) {
            const double r = edge - (edge - hole) * t;
            return ProfilePoint{r, dish(r)};
        },
        8);
    add_lathe(builder, profile.close(), wide_circle(builder), oval);
}

// The lens: domed, with rings on its outside.
void add_lens(SolidBuilder& builder) {
    constexpr double edge = 0.945, rim = 0.1;
    const auto dome = [](double r) { return 0.24 * (1 - r * r / (edge * edge)) + rim; };
    Profile profile(builder, 0, dome(0) - 0.05);
    profile.curve(1.0, [&](double t) { return ProfilePoint{edge * t, dome(edge * t) - 0.05}; }, 10);
    const std::uint32_t steps = builder.segments(1.2, 12);
    const std::uint32_t waves = std::min(steps / 6, 14u);
    for (std::uint32_t i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps, r = i == steps ? 0 : edge * (1 - t);
        profile.edge_to(r, dome(r) - 0.012 * (1 - sin_cos_turns(waves * t).cos));
    }
    add_lathe(builder, profile, wide_circle(builder), oval);
}

void add_bezel(SolidBuilder& builder) {
    Profile profile(builder, 0.95, -0.02);
    profile.line_to(1, -0.02)
        .line_to(1, 0.12)
        .arc(0.975, 0.12, 0.025, 0, 0.5, 4)
        .line_to(0.95, -0.02)
        .close();
    add_lathe(builder, profile, wide_circle(builder), oval);
}

// The shell behind the reflector, with cooling ribs around its neck.
void add_housing(SolidBuilder& builder) {
    const auto ribs = static_cast<int>(builder.details(6, 2));
    Profile profile(builder, 0.2, -0.62);
    profile.line_to(0.2, -0.9).line_to(0.24, -0.9);
    for (int i = 0; i < ribs; ++i) {
        const double z = -0.88 + 0.04 * i;
        profile.edge_to(0.24, z).line_to(0.31, z).edge_to(0.31, z + 0.015).line_to(0.24, z + 0.015);
    }
    profile.line_to(0.24, -0.6).line_to(0.5, -0.5, 2).line_to(0.88, -0.12, 3).line_to(0.92, -0.04);
    profile.line_to(0.88, -0.04).line_to(0.86, -0.12).line_to(0.5, -0.455, 3).line_to(0.22, -0.55, 2).close();
    add_lathe(builder, profile, wide_circle(builder), oval);
}

void add_bulb(SolidBuilder& builder) {
    builder.begin_part("bulb");
    Profile glass(builder, 0, -0.33);
    glass.line_to(0.06, -0.33).line_to(0.06, -0.25);
    glass.curve(
        0.3,
        [](double t) {
            const SinCos angle = sin_cos_turns(0.25 * t);
            return ProfilePoint{
                t == 1 ? 0 : 0.06 + 0.03 * sin_cos_turns(0.5 * t).sin - 0.06 * (1 - angle.cos),
                -0.25 + 0.22 * angle.sin};
        },
        6);
    add_lathe(builder, glass, forwards(), 8);
    builder.begin_part("socket");
    Profile socket(builder, 0, -0.95);
    socket.line_to(0.08, -0.95)
        .line_to(0.1, -0.93)
        .line_to(0.1, -0.5)
        .line_to(0.13, -0.5)
        .line_to(0.13, -0.46);
    socket.line_to(0.085, -0.46).line_to(0.085, -0.34).line_to(0, -0.34);
    add_lathe(builder, socket, forwards(), 8);
}

// Three screws that adjust the reflector: thread, nut and ball.
void add_adjusters(SolidBuilder& builder) {
    const auto threads = static_cast<int>(builder.details(14, 2));
    for (int i = 0; i < 3; ++i) {
        const std::string name = std::to_string(i + 1);
        const SinCos angle = sin_cos_turns((i + 0.5) / 3);
        const Pose place = forwards() * at(0.66 * 0.84 * angle.cos, 0.66 * angle.sin, 0);
        builder.begin_part("adjuster " + name);
        Profile screw(builder, 0, -0.78);
        screw.edge_to(0.018, -0.78);
        for (int k = 0; k < threads; ++k) {
            // All of the threads, or fewer and longer ones.
            const double z = -0.78 + 0.025 * k, longer = threads == 14 ? 1 : 14.0 / threads;
            screw.edge_to(0.03, threads == 14 ? z + 0.0125 : -0.78 + 0.025 * longer * (k + 0.5))
                .edge_to(0.02, threads == 14 ? z + 0.025 : -0.78 + 0.025 * longer * (k + 1));
        }
        add_lathe(builder, screw.edge_to(0, -0.43), place, 8);
        builder.begin_part("knob " + name);
        const Outline hexagon = circle_outline(builder, {}, 0.06, 6);
        add_extrusion(builder, hexagon, {}, -0.85, -0.79, place);
    }
}

void add_cables(SolidBuilder& builder) {
    for (int i = 0; i < 3; ++i) {
        const double y = 0.04 * (i - 1), x = -0.955;
        builder.begin_part("cable " + std::to_string(i + 1));
        const RoundedPath path({{x, y, 0.03 * (i - 1)},
                                {x - 0.12, y, 0.03 * (i - 1)},
                                {x - 0.12 - 0.01 * i, 2 * y, -0.6 - 0.03 * i}},
                               0.08);
        const auto rings = path.rings(builder, 4);
        Profile profile(builder, 0, 0);
        profile.edge_to(0.012, 0);
        for (std::size_t r = 1; r < rings.size(); ++r) profile.edge_to(0.012, rings[r]);
        add_lathe(builder, profile.edge_to(0, path.curve.length()), path.curve.placement());
    }
}

}  // namespace

void build_headlight(SolidBuilder& builder) {
    builder.begin_part("lens");
    add_lens(builder);
    builder.begin_part("bezel");
    add_bezel(builder);
    builder.begin_part("reflector");
    add_reflector(builder);
    builder.begin_part("housing");
    add_housing(builder);
    add_bulb(builder);
    add_adjusters(builder);
    add_cables(builder);
}

}  // namespace graze::inline v1
