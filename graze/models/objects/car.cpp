#include <string>

#include "graze/models/objects/blocks.h"
#include "graze/models/objects/car_body.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"

namespace graze::inline v1 {
namespace {

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

// A car of the sixties: long bonnet, short boot, upright windows.
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
    add_car_body(builder, car, place);
    add_car_wheels(builder, car, place);
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
    add_car_body(builder, car, place);
    add_car_wheels(builder, car, place);
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
