#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

// The case is a tray with a floor from z = -0.2 to -0.16. Everything lies in the tray; the cover is on top.
constexpr double half_x = 0.98, half_y = 0.68, floor_bottom = -0.2, floor_top = -0.16, case_rim = 0.1,
                 tray_wall = 0.05;
constexpr std::array<Vec2, 6> screws{
    {{-0.86, -0.56}, {0.86, -0.56}, {-0.86, 0.56}, {0.86, 0.56}, {-0.34, -0.56}, {0, 0.56}}};

std::size_t screws_in(const SolidBuilder& builder) {
    return builder.details(screws.size(), 2);
}

// The tray. Its wall has a slot for the striker.
void add_tray(SolidBuilder& builder) {
    Blocks tray({-half_x, -half_x + tray_wall, half_x - tray_wall, half_x},
                {-half_y, -half_y + tray_wall, -0.12, 0.12, half_y - tray_wall, half_y},
                {floor_bottom, floor_top, -0.12, 0.06, case_rim});
    tray.fill([](const Vec3& p) {
        const bool slot = p.x < -half_x + tray_wall && std::abs(p.y) < 0.12 && p.z > -0.12 && p.z < 0.06;
        const bool side = std::abs(p.x) > half_x - tray_wall || std::abs(p.y) > half_y - tray_wall;
        return p.z < floor_top || (side && !slot);
    });
    add_blocks(builder, tray, Pose());
}

void add_cover(SolidBuilder& builder) {
    std::vector<Outline> holes;
    for (std::size_t i = 0; i < screws_in(builder); ++i)
        holes.push_back(circle_outline(builder, screws[i], 0.045));
    holes.push_back(rounded_rectangle(builder, {-0.4, 0}, {0.42, 0.46}, 0.1));
    holes.push_back(rounded_rectangle(builder, {0.44, 0.02}, {0.34, 0.4}, 0.1));
    add_extrusion(builder, rounded_rectangle(builder, {}, {half_x, half_y}, 0.08), holes,
                  case_rim + piece_gap, case_rim + 0.03, Pose());
}

// A screw and the sleeve that it goes into. The shaft of the screw has grooves; its head is a hexagon.
void add_screw(SolidBuilder& builder, const Vec2& where) {
    Profile sleeve(builder, 0.035, floor_top + piece_gap);
    sleeve.line_to(0.06, floor_top + piece_gap)
        .line_to(0.06, case_rim - piece_gap)
        .line_to(0.035, case_rim - piece_gap);
    sleeve.line_to(0.035, floor_top + piece_gap).close();
    add_lathe(builder, sleeve, at(where.x, where.y, 0), 8);

    const auto grooves = static_cast<int>(builder.details(12, 1));
    const double tip = -0.1, neck = case_rim + 0.034;
    Profile shaft(builder, 0, tip);
    shaft.edge_to(0.014, tip);
    for (int i = 0; i < grooves; ++i) {
        const double low = tip + (case_rim - tip) * i / grooves, step = (case_rim - tip) / grooves;
        shaft.edge_to(0.026, low + 0.5 * step).edge_to(0.018, low + step);
    }
    shaft.edge_to(0.026, neck).edge_to(0.062, neck).line_to(0.062, neck + 0.045).edge_to(0.052, neck + 0.055);
    add_lathe(builder, shaft.edge_to(0, neck + 0.055), circle(6 * builder.segments(0.07)),
              at(where.x, where.y, 0));
}

// An arc about the origin. Angles are in `unit`ths of a turn.
void add_arc(Outline& outline, double radius, double from, double to, std::uint32_t segments, int unit = 1) {
    for (std::uint32_t i = 0; i <= segments; ++i) {
        const SinCos angle = sin_cos_turns((from + (to - from) * i / segments) / unit);
        outline.push_back({radius * angle.cos, radius * angle.sin});
    }
}

// A wheel with teeth. Flanks are straight; tips and roots are arcs.
void add_wheel(SolidBuilder& builder, int all_teeth, double radius, double bore, double low, double high,
               const Pose& place) {
    Outline outline;
    const auto teeth = static_cast<int>(builder.details(static_cast<std::uint32_t>(all_teeth), 6));
    const std::uint32_t arc = builder.segments(1.5 * radius / teeth);
    for (int tooth = 0; tooth < teeth; ++tooth) {
        add_arc(outline, radius, tooth - 0.13, tooth + 0.13, arc, teeth);
        add_arc(outline, 0.82 * radius, tooth + 0.3, tooth + 0.7, arc, teeth);
    }
    std::vector<Outline> holes{circle_outline(builder, {}, bore)};
    const auto openings = static_cast<int>(builder.details(5, 1));
    for (int i = 0; i < openings; ++i) {
        const SinCos angle = sin_cos_turns(0.2 * i);
        holes.push_back(
            circle_outline(builder, {0.55 * radius * angle.cos, 0.55 * radius * angle.sin}, 0.12 * radius));
    }
    add_extrusion(builder, outline, holes, low, high, place);
}

// The fork that catches the striker, and the pawl that holds it.
Outline fork(const SolidBuilder& builder) {
    Outline outline;
    add_arc(outline, 0.26, -0.44, 0.44, builder.segments(0.9, 16));
    outline.push_back({-0.05, 0.06});
    outline.push_back({-0.05, -0.06});
    return outline;
}

Outline pawl(const SolidBuilder& builder) {
    Outline outline;
    add_arc(outline, 0.09, -0.25, 0.25, builder.segments(0.4, 8));
    outline.push_back({-0.3, 0.05});
    outline.push_back({-0.34, -0.07});
    outline.push_back({-0.27, -0.02});
    return outline;
}

void add_spring(SolidBuilder& builder, const Vec3& from, double length, double radius, double wire,
                std::uint32_t all_coils) {
    const std::uint32_t coils = builder.details(all_coils, 3);
    const SpaceCurve helix = SpaceCurve::sampled(
        [&](double t) {
            const SinCos angle = sin_cos_turns(coils * t);
            return from + Vec3{length * t, radius * angle.cos, radius * angle.sin};
        },
        128 * coils);
    Profile profile(builder, 0, 0);
    const double along = helix.length();
    profile.edge_to(wire, 0).line_to(wire, along, 10 * coils).edge_to(0, along);
    add_lathe(builder, profile, helix.placement(), 5);
}

void add_pivot(SolidBuilder& builder, double radius, double low, double high, const Vec2& where) {
    add_bolt(builder, radius, high - low, 0.15 * radius, at(where.x, where.y, low));
}

}  // namespace

void build_lock(SolidBuilder& builder) {
    builder.begin_part("case");
    add_tray(builder);
    builder.begin_part("cover");
    add_cover(builder);
    for (std::size_t i = 0; i < screws_in(builder); ++i) {
        builder.begin_part("screw " + std::to_string(i + 1));
        add_screw(builder, screws[i]);
    }
    const double low = floor_top + 0.02;
    builder.begin_part("fork");
    add_extrusion(builder, fork(builder), std::vector<Outline>{circle_outline(builder, {0.1, 0}, 0.055)}, low,
                  low + 0.1, at(-0.55, 0, 0));
    builder.begin_part("fork pivot");
    add_pivot(builder, 0.045, floor_top + piece_gap, 0.06, {-0.45, 0});
    builder.begin_part("pawl");
    add_extrusion(builder, pawl(builder), std::vector<Outline>{circle_outline(builder, {}, 0.045)}, low,
                  low + 0.08, at(-0.22, 0.42, 0) * turned_about_z(0.03));
    builder.begin_part("pawl pivot");
    add_pivot(builder, 0.035, floor_top + piece_gap, 0.05, {-0.22, 0.42});
    builder.begin_part("large wheel");
    add_wheel(builder, 24, 0.3, 0.06, low, low + 0.08, at(0.4, 0.1, 0));
    builder.begin_part("large wheel shaft");
    add_pivot(builder, 0.045, floor_top + piece_gap, 0.06, {0.4, 0.1});
    builder.begin_part("small wheel");
    add_wheel(builder, 10, 0.13, 0.035, low, low + 0.08, at(0.4, -0.36, 0));
    builder.begin_part("worm wheel");
    add_wheel(builder, 16, 0.18, 0.06, low + 0.1, low + 0.15, at(0.4, 0.1, 0));
    builder.begin_part("motor");
    Profile motor(builder, 0, 0);
    motor.edge_to(0.02, 0).edge_to(0.02, 0.06).line_to(0.08, 0.06).line_to(0.1, 0.08).line_to(0.1, 0.42);
    add_lathe(builder, motor.line_to(0.07, 0.45).line_to(0, 0.45),
              from_to({0.24, -0.44, -0.04}, {-1, -0.44, -0.04}), 10);
    builder.begin_part("fork spring");
    add_spring(builder, {-0.75, 0.53, 0.01}, 0.6, 0.05, 0.011, 9);
    builder.begin_part("pawl spring");
    add_spring(builder, {0.12, 0.48, 0.0}, 0.6, 0.06, 0.012, 8);
}

}  // namespace graze::inline v1
