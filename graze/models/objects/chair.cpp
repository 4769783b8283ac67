#include <cmath>
#include <string>

#include "graze/base/trig.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

constexpr double seat_top = 0, seat_thickness = 0.09, floor_level = -0.99;

// The seat is hollowed on top. Its outline is between an ellipse and a rectangle.
void add_seat(SolidBuilder& builder) {
    const std::uint32_t around = builder.segments(3.6, 16);
    std::vector<Vec2> outline;
    for (const Vec2& p : circle(around)) {
        const double bulge = 1 + 0.22 * 4 * p.x * p.x * p.y * p.y;
        outline.push_back({0.56 * p.x * bulge, (0.6 + 0.03 * p.x) * p.y * bulge});
    }
    const double bottom = seat_top - seat_thickness;
    Profile profile(builder, 0, bottom);
    profile.line_to(0.9, bottom).line_to(0.97, bottom + 0.02).line_to(1, bottom + 0.05);
    profile.line_to(0.98, seat_top - 0.01).line_to(0.94, seat_top);
    profile.curve(0.55, [](double t) {
        const double r = 0.94 * (1 - t);
        const double inside = 1 - r * r / (0.94 * 0.94);
        return ProfilePoint{t == 1 ? 0 : r, seat_top - 0.035 * inside * inside};
    });
    add_lathe(builder, profile, outline, Pose());
}

// A turned leg: thick in the middle, with rings, thin at the foot.
void add_leg(SolidBuilder& builder, const Vec3& top, const Vec3& foot) {
    const double length = graze::length(foot - top);
    const auto h = [&](double t) { return t * length; };
    Profile profile(builder, 0, 0);
    profile.edge_to(0.028, 0).line_to(0.034, h(0.18), 2);
    profile.edge_to(0.046, h(0.2)).edge_to(0.046, h(0.23)).edge_to(0.034, h(0.25));
    profile.curve(
        h(0.5),
        [&](double t) { return ProfilePoint{0.034 + 0.016 * sin_cos_turns(0.5 * t).sin, h(0.25 + 0.5 * t)}; },
        4);
    profile.edge_to(0.044, h(0.77)).edge_to(0.044, h(0.8)).edge_to(0.032, h(0.82));
    profile.line_to(0.024, length, 2).edge_to(0, length);
    add_lathe(builder, profile, from_to(top, foot));
}

// The plane of the back leans backwards from the seat's rear.
Vec3 in_back(double u, double v) {
    return {-0.43 - 0.28 * v, u, seat_top + v};
}

constexpr double bow_half = 0.46, bow_straight = 0.35, bow_height = 0.92;

void add_bow(SolidBuilder& builder) {
    const SpaceCurve bow = SpaceCurve::sampled([](double t) {
        // The bow: up, around an ellipse and down.
        if (t < 0.25) return in_back(-bow_half, 0.02 + (bow_straight - 0.02) * (t / 0.25));
        if (t > 0.75) return in_back(bow_half, 0.02 + (bow_straight - 0.02) * ((1 - t) / 0.25));
        const SinCos angle = sin_cos_turns(0.5 - (t - 0.25));
        return in_back(bow_half * angle.cos, bow_straight + (bow_height - bow_straight) * angle.sin);
    });
    Profile profile(builder, 0, 0);
    const double length = bow.length();
    profile.edge_to(0.03, 0).line_to(0.03, length, 24).edge_to(0, length);
    add_lathe(builder, profile, bow.placement());
}

void add_spindle(SolidBuilder& builder, double u) {
    const double bow =
        bow_straight + (bow_height - bow_straight) * std::sqrt(1 - u * u / (bow_half * bow_half));
    const Vec3 from = in_back(u, 0.02), to = in_back(u, bow - 0.075);
    const double length = graze::length(to - from);
    Profile profile(builder, 0, 0);
    profile.edge_to(0.013, 0);
    profile.curve(
        length,
        [&](double t) { return ProfilePoint{0.013 + 0.009 * sin_cos_turns(0.5 * t).sin, length * t}; }, 4);
    add_lathe(builder, profile.edge_to(0, length), from_to(from, to));
}

}  // namespace

void build_chair(SolidBuilder& builder) {
    builder.begin_part("seat");
    add_seat(builder);
    const auto leg_at = [](double x, double y, double t) {
        const Vec3 top{0.36 * x, 0.36 * y, seat_top - seat_thickness - 0.01},
            foot{0.52 * x, 0.5 * y, floor_level};
        return top + (foot - top) * t;
    };
    int legs = 0;
    for (const double x : {-1.0, 1.0}) {
        for (const double y : {-1.0, 1.0}) {
            builder.begin_part("leg " + std::to_string(++legs));
            add_leg(builder, leg_at(x, y, 0), leg_at(x, y, 1));
        }
    }
    constexpr double stretcher = 0.018, clear = 0.06;
    for (const double y : {-1.0, 1.0}) {
        builder.begin_part(y < 0 ? "stretcher left" : "stretcher right");
        add_strut(builder, leg_at(-1, y, 0.62), leg_at(1, y, 0.62), stretcher, clear);
    }
    builder.begin_part("stretcher middle");
    const Vec3 left = (leg_at(-1, -1, 0.62) + leg_at(1, -1, 0.62)) / 2,
               right = (leg_at(-1, 1, 0.62) + leg_at(1, 1, 0.62)) / 2;
    add_strut(builder, left, right, stretcher, stretcher + 0.01);
    builder.begin_part("bow");
    add_bow(builder);
    const auto beside = static_cast<int>(builder.details(3, 1));  // spindles on each side of the middle one
    for (int i = -beside; i <= beside; ++i) {
        builder.begin_part("spindle " + std::to_string(i + 4));
        add_spindle(builder, 0.105 * i);
    }
}

}  // namespace graze::inline v1
