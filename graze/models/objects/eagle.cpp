#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

// The beak points to -x; the wings are along y.
void add_body(SolidBuilder& builder) {
    const Pose along_x = with_axes({}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
    builder.begin_part("body");
    const Stations body({{-0.4, {0, 0.045}, {0.022, 0.026}},
                         {-0.37, {0, 0.047}, {0.042, 0.045}},
                         {-0.32, {0, 0.045}, {0.05, 0.052}},
                         {-0.24, {0, 0.02}, {0.055, 0.058}},
                         {-0.12, {0, 0}, {0.09, 0.085}},
                         {0.02, {0, -0.005}, {0.095, 0.088}},
                         {0.2, {0, 0.0}, {0.07, 0.058}},
                         {0.36, {0, 0.005}, {0.045, 0.03}},
                         {0.46, {0, 0.005}, {0.035, 0.016}}});
    add_loft(builder, body, {0.012, 0.012, 10, 1}, along_x);
    builder.begin_part("beak");
    const RoundedPath beak({{-0.417, 0, 0.045}, {-0.475, 0, 0.05}, {-0.482, 0, -0.002}}, 0.045);
    const double l = beak.curve.length();
    add_loft(builder,
             Stations({{0, {}, {0.02, 0.021}}, {0.55 * l, {}, {0.014, 0.014}}, {l, {}, {0.003, 0.003}}}),
             {0, 0.004, 6, 2}, beak.curve.placement());
    for (const double side : {-1.0, 1.0}) {
        builder.begin_part(side < 0 ? "left eye" : "right eye");
        add_ball(builder, 0.009, at(-0.362, side * 0.055, 0.06));
    }
}

// Chord, thickness and position of the wing at a distance from the body.
struct WingShape {
    SmoothCurve chord{{{0.1, 0.3}, {0.25, 0.27}, {0.45, 0.27}, {0.6, 0.2}}};
    SmoothCurve thick{{{0.1, 0.022}, {0.45, 0.015}, {0.6, 0.008}}};
    SmoothCurve front{{{0.1, -0.18}, {0.25, -0.2}, {0.42, -0.27}, {0.6, -0.2}}};
    SmoothCurve height{{{0.1, 0.045}, {0.3, 0.11}, {0.6, 0.17}, {1.0, 0.19}}};
};

void add_wing(SolidBuilder& builder, const WingShape& wing, double side) {
    builder.begin_part(side < 0 ? "left wing" : "right wing");
    std::vector<Station> stations;
    for (const double s : {0.1, 0.18, 0.27, 0.36, 0.45, 0.53, 0.6}) {
        const double half = wing.chord.at(s) / 2;
        stations.push_back({s, {wing.front.at(s) + half, 0}, {half, wing.thick.at(s)}});
    }
    add_loft(builder, Stations(stations), {0, 0.006, 10, 1}, [&](const Vec3& p) {
        // Turned over for the other side, so that the surface is not inside out.
        return Vec3{p.x, side * p.z, wing.height.at(p.z) - side * p.y};
    });
}

struct Feather {
    Vec3 from, to;
    double half_width;
    Vec3 up{0, 0, 1};  // about across it
};

// A feather: flat, widest behind its middle.
void add_feather(SolidBuilder& builder, const Feather& f) {
    const Vec3 z = normalized(f.to - f.from), x = normalized(cross(f.up, z));
    const double l = length(f.to - f.from), w = f.half_width;
    constexpr double thin = 0.0018;
    add_loft(builder,
             Stations({{0, {}, {0.35 * w, thin}},
                       {0.3 * l, {}, {0.85 * w, thin}},
                       {0.75 * l, {}, {w, thin}},
                       {l, {}, {0.55 * w, thin}}}),
             {0, 0.5 * w, 6, 1}, with_axes(f.from, x, cross(z, x), z));
}

// The feathers that spread like fingers at the end of the wing, and the row along the wing's rear edge.
void add_wing_feathers(SolidBuilder& builder, const WingShape& wing, double side) {
    const std::string name = side < 0 ? "left" : "right";
    constexpr int fingers = 8, row = 11;
    for (int i = 0; i < fingers; ++i) {
        builder.begin_part(name + " primary " + std::to_string(i + 1));
        const double t = static_cast<double>(i) / (fingers - 1);
        const SinCos angle = sin_cos_turns(0.02 + 0.2 * t);
        const double reach = 0.39 - 0.1 * t * t, y = 0.616 + 0.006 * t, layer = 0.007 * i;
        const Vec3 from{-0.185 + 0.17 * t, side * y, wing.height.at(y) + 0.02 - layer};
        const Vec3 to = from + Vec3{reach * angle.sin, side * reach * angle.cos, 0.055 - 0.04 * t};
        add_feather(builder, {from, to, 0.029});
    }
    for (int i = 0; i < row; ++i) {
        builder.begin_part(name + " secondary " + std::to_string(i + 1));
        const double t = static_cast<double>(i) / (row - 1), y = 0.13 + 0.41 * t;
        const double rear = wing.front.at(y) + wing.chord.at(y), layer = i % 2 == 0 ? 0.0 : 0.009;
        const double slope = (wing.height.at(y + 0.01) - wing.height.at(y - 0.01)) / 0.02;
        const Vec3 up = normalized({0, -side * slope, 1});
        const Vec3 from = Vec3{rear + 0.008, side * y, wing.height.at(y)} - up * layer;
        const Vec3 aside{0, side * (0.005 + 0.05 * t), slope * (0.005 + 0.05 * t)};
        add_feather(builder, {from, from + Vec3{0.15 + 0.04 * t, 0, 0} + aside, 0.034, up});
    }
}

void add_tail(SolidBuilder& builder) {
    for (int i = -4; i <= 4; ++i) {
        builder.begin_part("tail feather " + std::to_string(i + 5));
        const SinCos angle = sin_cos_turns(0.019 * i);
        const double layer = 0.007 * std::abs(i);
        const Vec3 from{0.484, 0.013 * i, 0.012 - layer};
        add_feather(builder, {from, from + Vec3{0.26 * angle.cos, 0.26 * angle.sin, -0.012}, 0.026});
    }
}

// A leg, stretched out below, with three toes in front and one behind.
void add_leg(SolidBuilder& builder, double side) {
    const std::string name = side < 0 ? "left" : "right";
    builder.begin_part(name + " leg");
    const Vec3 hip{0.1, side * 0.055, -0.09}, ankle{0.06, side * 0.07, -0.2};
    const double l = length(ankle - hip);
    add_loft(builder,
             Stations({{0, {}, {0.032, 0.032}}, {0.6 * l, {}, {0.018, 0.018}}, {l, {}, {0.01, 0.01}}}),
             {0.01, 0.004, 6, 1}, from_to(hip, ankle));
    for (int toe = 0; toe < 4; ++toe) {
        builder.begin_part(name + " toe " + std::to_string(toe + 1));
        const SinCos angle = sin_cos_turns(toe == 3 ? 0 : 0.5 + 0.1 * (toe - 1));
        const Vec3 out{angle.cos, angle.sin, 0}, start = ankle + Vec3{0, 0, -0.022} + out * 0.032;
        const RoundedPath path({start, start + out * 0.055, start + out * 0.075 + Vec3{0, 0, -0.05}}, 0.03);
        const double length = path.curve.length();
        add_loft(
            builder,
            Stations(
                {{0, {}, {0.007, 0.007}}, {0.6 * length, {}, {0.008, 0.008}}, {length, {}, {0.002, 0.002}}}),
            {0.002, 0.003, 5, 2}, path.curve.placement());
    }
}

}  // namespace

void build_eagle(SolidBuilder& builder) {
    add_body(builder);
    const WingShape wing;
    for (const double side : {-1.0, 1.0}) {
        add_wing(builder, wing, side);
        add_wing_feathers(builder, wing, side);
        add_leg(builder, side);
    }
    add_tail(builder);
}

}  // namespace graze::inline v1
