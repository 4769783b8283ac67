#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/mesh/generate/blocks.h"
#include "graze/mesh/generate/lathe.h"
#include "graze/mesh/generate/loft.h"
#include "graze/mesh/generate/placing.h"
#include "graze/mesh/generate/recipes.h"
#include "graze/mesh/generate/wheel.h"

namespace graze::inline v1 {
namespace {

// The nose towards -x, the road at z = 0. All along x: height of the floor, of the shoulder under the
// windows and of the roof or bonnet; half widths of the body at the shoulder and of the roof.
struct CarShape {
    SmoothCurve floor, shoulder, roof, width, roof_width;
    std::vector<double> corners;  // where x must be cut
    double front_axle, rear_axle, arch, arch_inside;
    WheelShape wheel;
    double height;  // of all, for putting it into the middle
};

constexpr double sill = 0.006;

// How high the underside of the flanks is: a round arch over each wheel.
double flank_from(const CarShape& car, double x) {
    double z = car.floor.at(x) + sill;
    for (const double axle : {car.front_axle, car.rear_axle}) {
        const double d = x - axle, square = car.arch * car.arch - d * d;
        if (square > 0) z = std::max(z, car.wheel.radius + std::sqrt(square));
    }
    return z;
}

// On the flank (t from 0 to 1), then on the side of the cabin (1 to 2), then over the roof to its middle (to
// 3).
Vec3 on_body(const CarShape& car, double x, double t) {
    const double width = car.width.at(x), shoulder = car.shoulder.at(x), bottom = flank_from(car, x);
    if (t <= 1) {
        const double z = bottom + (shoulder - bottom) * t, low = car.floor.at(x);
        const double up = (z - low) / (shoulder - low);
        return {x, width * (0.93 + 0.28 * up * (1 - 0.75 * up)), z};
    }
    const double roof = car.roof.at(x), edge = shoulder + 0.93 * (roof - shoulder), u = t - 1;
    const double top = car.roof_width.at(x);
    if (t <= 2) return {x, width - (width - top) * u * (0.75 + 0.25 * u), shoulder + (edge - shoulder) * u};
    const double across = 3 - t;
    return {x, top * across, roof - (roof - edge) * across * across};
}

std::vector<Vec3> body_section(const CarShape& car, double x, const std::vector<double>& around) {
    const double low = car.floor.at(x), inside = car.arch_inside;
    std::vector<Vec3> right{{x, inside, low}, {x, inside, flank_from(car, x)}};
    for (const double t : around) right.push_back(on_body(car, x, t));
    std::vector<Vec3> ring{{x, 0, low}};
    ring.insert(ring.end(), right.begin(), right.end());
    for (auto p = right.rbegin() + 1; p != right.rend(); ++p) ring.push_back({p->x, -p->y, p->z});
    return ring;
}

void add_body(SolidBuilder& builder, const CarShape& car, const Placement& place) {
    builder.begin_part("body");
    std::vector<double> x = car.corners;
    for (const double axle : {car.front_axle, car.rear_axle}) {
        // Where the arch ends at the floor, and a few places on it.
        const double down = car.wheel.radius - car.floor.at(axle) - sill;
        const double reach = std::sqrt(car.arch * car.arch - down * down);
        for (const double t : {-1.0, -0.998, -0.85, -0.5, 0.0, 0.5, 0.85, 0.998, 1.0})
            x.push_back(axle + t * reach);
    }
    std::ranges::sort(x);
    const std::vector<double> rings = cut_between(builder, x);
    // In lengths, for the builder to cut; a flank is about 0.3 high, a roof as wide.
    std::vector<double> around = cut_between(builder, std::vector<double>{0, 0.3, 0.4, 0.6, 0.9}, 2);
    for (double& t : around) t = t <= 0.3 ? t / 0.3 : t <= 0.6 ? 1 + (t - 0.3) / 0.3 : 2 + (t - 0.6) / 0.3;
    const std::size_t points = 2 * (around.size() + 2);
    add_skin(builder, {rings.size(),
                       points,
                       [&](std::size_t r) {
                           std::vector<Vec3> ring = body_section(car, rings[r], around);
                           for (Vec3& p : ring) p = place(p);
                           return ring;
                       },
                       {},
                       {}});
}

// A pane on the body between two places along it and two around it, on the left or the right or in the
// middle.
struct Pane {
    double from, to, low, high;  // low and high: see on_body
    Vec3 off;                    // from the body outwards
};

void add_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, double side,
              const Placement& place) {
    Blocks sheet({0, 1}, {0, 0.25, 0.5, 0.75, 1}, {0, 0.25, 0.5, 0.75, 1});
    sheet.stretch = {0, 0.4, 0.2};
    sheet.fill([](const Vec3&) { return true; });
    add_blocks(builder, sheet, [&](const Vec3& p) {
        // x is the thickness; y along the car and z upwards make it right-handed on the right side.
        const double along = side > 0 ? 1 - p.y : p.y;
        const Vec3 q =
            on_body(car, pane.from + (pane.to - pane.from) * along, pane.low + (pane.high - pane.low) * p.z) +
            pane.off * (1 + p.x);
        return place({q.x, side * q.y, q.z});
    });
}

// Across the car, for windscreen and rear window: from one side over the middle to the other.
void add_wide_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, const Placement& place) {
    Blocks sheet({0, 1}, {-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1}, {0, 0.25, 0.5, 0.75, 1});
    sheet.stretch = {0, 0.3, 0.3};
    sheet.fill([](const Vec3&) { return true; });
    add_blocks(builder, sheet, [&](const Vec3& p) {
        const double x = pane.from + (pane.to - pane.from) * p.z;
        const Vec3 q = on_body(car, x, 3 - std::abs(p.y) * (3 - pane.low)) + pane.off * (1 + p.x);
        const double y = p.y < 0 ? -q.y : q.y;
        return place({q.x, pane.off.x < 0 ? -y : y, q.z});
    });
}

void add_wheels(SolidBuilder& builder, const CarShape& car, const Pose& place) {
    for (const double side : {-1.0, 1.0})
        for (const double axle : {car.front_axle, car.rear_axle}) {
            const std::string name =
                std::string(side < 0 ? "left " : "right ") + (axle < 0 ? "front" : "rear");
            const double y = car.width.at(axle) * 0.99 - car.wheel.width / 2;
            add_wheel(builder, name, car.wheel, place(Vec3{axle, side * y, car.wheel.radius}), side > 0);
        }
}

CarShape sports_shape() {
    return {
        SmoothCurve({{-1, 0.12}, {-0.92, 0.075}, {-0.5, 0.07}, {0.6, 0.07}, {0.93, 0.095}, {1, 0.15}}),
        SmoothCurve({{-1, 0.2},
                     {-0.95, 0.235},
                     {-0.6, 0.335},
                     {-0.3, 0.335},
                     {0.2, 0.335},
                     {0.6, 0.365},
                     {0.9, 0.37},
                     {1, 0.33}}),
        SmoothCurve({{-1, 0.212},
                     {-0.95, 0.252},
                     {-0.6, 0.355},
                     {-0.3, 0.375},
                     {-0.02, 0.52},
                     {0.12, 0.555},
                     {0.28, 0.55},
                     {0.66, 0.43},
                     {0.8, 0.405},
                     {0.96, 0.4},
                     {1, 0.345}}),
        SmoothCurve(
            {{-1, 0.28}, {-0.94, 0.34}, {-0.6, 0.395}, {0, 0.385}, {0.55, 0.405}, {0.93, 0.375}, {1, 0.33}}),
        SmoothCurve({{-1, 0.24},
                     {-0.6, 0.33},
                     {-0.3, 0.325},
                     {0, 0.265},
                     {0.3, 0.25},
                     {0.66, 0.29},
                     {0.8, 0.32},
                     {1, 0.28}}),
        {-1, -0.97, -0.93, -0.3, -0.26, -0.21, -0.15, -0.02, 0.12, 0.28, 0.82, 0.93, 0.97, 1},
        -0.6,
        0.53,
        0.16,
        0.24,
        {0.145, 0.11, 5, 0, 5},
        0.56};
}

void add_spoiler(SolidBuilder& builder, const CarShape& car, const Pose& place) {
    builder.begin_part("spoiler");
    const double z = car.roof.at(0.9) + 0.075;
    add_loft(builder,
             Stations({{-0.36, {0.9, z - 0.012}, {0.03, 0.005}},
                       {-0.3, {0.9, z}, {0.045, 0.009}},
                       {0.3, {0.9, z}, {0.045, 0.009}},
                       {0.36, {0.9, z - 0.012}, {0.03, 0.005}}}),
             {0, 0, 8, 2}, [&](const Vec3& p) { return place(Vec3{p.x, -p.z, p.y}); });
    for (const double y : {-0.24, 0.24}) {
        builder.begin_part(y < 0 ? "spoiler strut left" : "spoiler strut right");
        const double from = on_body(car, 0.9, 2).z + 0.02;
        add_box(builder, {0.88, y - 0.008, from}, {0.91, y + 0.008, z - 0.009 - piece_gap}, place);
    }
}

void add_lights(SolidBuilder& builder, const CarShape& car, const Pose& place) {
    for (const double side : {-1.0, 1.0}) {
        const std::string name = side < 0 ? "left" : "right";
        builder.begin_part(name + " headlight");
        add_pane(builder, car, {-0.93, -0.8, 1.15, 1.85, {-0.004, 0, 0.006}}, side, place);
        builder.begin_part(name + " mirror");
        const double y = side * (car.width.at(-0.15) * 1.02 + 0.035), z = car.shoulder.at(-0.15) + 0.035;
        add_loft(builder,
                 Stations({{-0.03, {}, {0.018, 0.016}, 0.3},
                           {0.0, {}, {0.03, 0.025}, 0.4},
                           {0.02, {}, {0.03, 0.025}, 0.4}}),
                 {0.01, 0, 8, 1}, place * with_axes({-0.15, y, z}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}));
        builder.begin_part(name + " tail light");
        const double rear = side * 0.24;
        add_box(builder, {1 + piece_gap, rear - 0.07, 0.285}, {1.014, rear + 0.07, 0.325}, place);
        builder.begin_part(name + " exhaust");
        Profile pipe(builder, 0.016, 0);
        pipe.edge_to(0.024, 0).edge_to(0.024, 0.035).edge_to(0.016, 0.035);
        add_lathe(builder, pipe,
                  place * with_axes({1 + piece_gap, side * 0.2, 0.185}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}), 8);
        builder.begin_part(name + " handle");
        const double wide = side * (on_body(car, 0.2, 0.85).y + 0.012);
        add_box(builder, {0.16, wide - 0.006, 0.3}, {0.22, wide + 0.006, 0.312}, place);
    }
    builder.begin_part("number plate");
    add_box(builder, {1 + piece_gap, -0.09, 0.2}, {1.012, 0.09, 0.245}, place);
    builder.begin_part("grille");
    for (int i = 0; i < 4; ++i)
        add_box(builder, {-1.012, -0.16, 0.132 + 0.016 * i}, {-1 - piece_gap, 0.16, 0.14 + 0.016 * i}, place);
}

// Of the sixties: long bonnet, short boot, upright windows.
CarShape saloon_shape() {
    return {
        SmoothCurve({{-1, 0.17}, {-0.95, 0.11}, {-0.5, 0.1}, {0.6, 0.1}, {0.94, 0.14}, {1, 0.2}}),
        SmoothCurve(
            {{-1, 0.3}, {-0.96, 0.325}, {-0.6, 0.345}, {0.3, 0.355}, {0.8, 0.36}, {0.96, 0.35}, {1, 0.33}}),
        SmoothCurve({{-1, 0.312},
                     {-0.96, 0.35},
                     {-0.6, 0.38},
                     {-0.25, 0.39},
                     {-0.07, 0.545},
                     {0.02, 0.575},
                     {0.35, 0.575},
                     {0.46, 0.54},
                     {0.66, 0.4},
                     {0.95, 0.385},
                     {1, 0.345}}),
        SmoothCurve({{-1, 0.345}, {-0.94, 0.375}, {-0.5, 0.39}, {0.6, 0.39}, {0.95, 0.37}, {1, 0.35}}),
        SmoothCurve(
            {{-1, 0.3}, {-0.6, 0.35}, {-0.25, 0.345}, {0, 0.295}, {0.38, 0.29}, {0.66, 0.33}, {1, 0.3}}),
        {-1, -0.96, -0.25, -0.215, -0.17, -0.13, -0.07, 0.02, 0.35, 0.46, 0.72, 0.96, 1},
        -0.62,
        0.56,
        0.17,
        0.25,
        {0.145, 0.085, 0, 0, 0},
        0.58};
}

void add_bumper(SolidBuilder& builder, const std::string& name, double x, double z, const Pose& place) {
    builder.begin_part(name);
    const double ends = x < 0 ? x + 0.014 : x - 0.014;
    add_loft(builder,
             Stations({{-0.36, {ends, z}, {0.014, 0.02}, 0.3},
                       {-0.3, {x, z}, {0.014, 0.024}, 0.3},
                       {0.3, {x, z}, {0.014, 0.024}, 0.3},
                       {0.36, {ends, z}, {0.014, 0.02}, 0.3}}),
             {0, 0, 6, 1}, [&](const Vec3& p) { return place(Vec3{p.x, -p.z, p.y}); });
}

// A lamp that looks along x: a bowl with a rim.
void add_lamp(SolidBuilder& builder, const std::string& name, const Vec3& at_place, double radius,
              bool forwards, const Pose& place) {
    builder.begin_part(name);
    Profile lamp(builder, 0, 0);
    lamp.edge_to(radius, 0).edge_to(radius, 0.02).edge_to(0.8 * radius, 0.022).edge_to(0.6 * radius, 0.03);
    const Pose look = forwards ? with_axes(at_place, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0})
                               : with_axes(at_place, {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
    add_lathe(builder, lamp.edge_to(0, 0.034), place * look, 8);
}

}  // namespace

void build_saloon(SolidBuilder& builder) {
    const CarShape car = saloon_shape();
    const Pose place = at(0, 0, -car.height / 2);
    add_body(builder, car, place);
    add_wheels(builder, car, place);
    builder.begin_part("windscreen");
    add_wide_pane(builder, car, {-0.215, -0.09, 2.05, 3, {-0.006, 0, 0.005}}, place);
    builder.begin_part("rear window");
    add_wide_pane(builder, car, {0.47, 0.61, 2.05, 3, {0.006, 0, 0.005}}, place);
    for (const double side : {-1.0, 1.0}) {
        const std::string name = side < 0 ? "left" : "right";
        builder.begin_part(name + " front window");
        add_pane(builder, car, {-0.06, 0.17, 1.14, 1.88, {0, 0.007, 0.002}}, side, place);
        builder.begin_part(name + " rear window");
        add_pane(builder, car, {0.2, 0.4, 1.14, 1.88, {0, 0.007, 0.002}}, side, place);
        add_lamp(builder, name + " headlight", {-1 - piece_gap, side * 0.27, 0.265}, 0.042, true, place);
        add_lamp(builder, name + " tail light", {1 + piece_gap, side * 0.27, 0.28}, 0.034, false, place);
    }
    add_bumper(builder, "front bumper", -1.035, 0.185, place);
    add_bumper(builder, "rear bumper", 1.035, 0.22, place);
    builder.begin_part("grille");
    for (int i = 0; i < 3; ++i)
        add_box(builder, {-1.012, -0.2, 0.235 + 0.022 * i}, {-1 - piece_gap, 0.2, 0.245 + 0.022 * i}, place);
}

void build_sportscar(SolidBuilder& builder) {
    const CarShape car = sports_shape();
    const Pose place = at(0, 0, -car.height / 2);
    add_body(builder, car, place);
    add_wheels(builder, car, place);
    builder.begin_part("windscreen");
    add_wide_pane(builder, car, {-0.27, -0.06, 2.05, 3, {-0.004, 0, 0.006}}, place);
    builder.begin_part("rear window");
    add_wide_pane(builder, car, {0.34, 0.6, 2.05, 3, {0.003, 0, 0.006}}, place);
    for (const double side : {-1.0, 1.0}) {
        builder.begin_part(side < 0 ? "left window" : "right window");
        add_pane(builder, car, {-0.1, 0.34, 1.14, 1.9, {0, 0.007, 0.002}}, side, place);
    }
    add_spoiler(builder, car, place);
    add_lights(builder, car, place);
}

}  // namespace graze::inline v1
