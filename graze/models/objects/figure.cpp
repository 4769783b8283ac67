#include <string>
#include <vector>

#include "graze/models/objects/lathe.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

// 1 in the middle, decreasing smoothly to 0 at `width`.
double bump(double from_middle, double width) {
    const double t = from_middle / width, u = 1 - t * t;
    return u <= 0 ? 0 : u * u;
}

// The head faces -y. Brow, nose, mouth and chin bulge out of an egg; the eyes are dents.
Vec3 face(const Vec3& p) {
    if (p.y > 0) return p;
    const double nose = 0.028 * bump(p.x, 0.024) * bump(p.z - 0.858, 0.04);
    const double brow = 0.008 * bump(p.x, 0.07) * bump(p.z - 0.912, 0.022);
    const double eyes =
        0.014 * (bump(p.x - 0.034, 0.024) + bump(p.x + 0.034, 0.024)) * bump(p.z - 0.888, 0.016);
    const double lips = 0.008 * bump(p.x, 0.034) * bump(p.z - 0.805, 0.012);
    return {p.x, p.y - nose - brow + eyes - lips, p.z};
}

void add_head(SolidBuilder& builder) {
    builder.begin_part("head");
    const Stations head({{0.69 + piece_gap, {0, 0.012}, {0.052, 0.05}},
                         {0.765, {0, 0.006}, {0.048, 0.052}},
                         {0.785, {0, -0.02}, {0.052, 0.074}},
                         {0.82, {0, -0.012}, {0.067, 0.088}},
                         {0.88, {0, 0.002}, {0.078, 0.1}},
                         {0.93, {0, 0.008}, {0.078, 0.102}},
                         {0.955, {0, 0.008}, {0.073, 0.097}}});
    add_loft(builder, head, {0, 0.04, 12, 1}, face);
    for (const double side : {-1.0, 1.0}) {
        builder.begin_part(side < 0 ? "right ear" : "left ear");
        const Stations ear({{0.84, {side * 0.093, 0.01}, {0.006, 0.012}},
                            {0.87, {side * 0.0945, 0.014}, {0.01, 0.02}},
                            {0.885, {side * 0.0945, 0.016}, {0.009, 0.02}}});
        add_loft(builder, ear, {0.008, 0.008, 6, 1}, Pose());
    }
}

// A jacket down to the hip. Its hem hides the upper ends of the legs.
void add_torso(SolidBuilder& builder) {
    builder.begin_part("torso");
    const Stations torso({{-0.1, {0, 0.01}, {0.2, 0.135}, 0.15},
                          {0.0, {0, 0.012}, {0.19, 0.13}, 0.15},
                          {0.16, {0, 0.005}, {0.158, 0.11}, 0.15},
                          {0.34, {0, -0.005}, {0.185, 0.128}, 0.2},
                          {0.48, {0, 0.0}, {0.205, 0.132}, 0.2},
                          {0.575, {0, 0.01}, {0.19, 0.112}, 0.1},
                          {0.635, {0, 0.014}, {0.14, 0.088}},
                          {0.672, {0, 0.014}, {0.075, 0.066}},
                          {0.69, {0, 0.014}, {0.064, 0.062}}});
    add_loft(builder, torso, {0, 0, 12, 1}, Pose());
}

// A limb with one bend. Stations are measured along the limb.
void add_limb(SolidBuilder& builder, const std::vector<Vec3>& joints, double bend,
              const std::vector<Station>& stations, const LoftOptions& options) {
    const RoundedPath path(joints, bend);
    std::vector<Station> scaled = stations;
    for (Station& s : scaled) s.along *= path.curve.length();
    add_loft(builder, Stations(scaled), options, path.curve.placement());
}

struct Hand {
    Pose wrist;    // z along the hand, y from its back to the palm
    double thumb;  // 1 or -1: the direction along x in which the thumb is
};

void add_hand(SolidBuilder& builder, const std::string& name, const Hand& hand) {
    builder.begin_part(name + " hand");
    const Stations palm({{0, {0, 0}, {0.024, 0.018}, 0.2},
                         {0.03, {0.002, 0}, {0.034, 0.018}, 0.5},
                         {0.085, {0, 0.002}, {0.042, 0.016}, 0.6}});
    add_loft(builder, palm, {0.004, 0, 8, 1}, hand.wrist);
    for (int i = 0; i < 4; ++i) {
        builder.begin_part(name + " finger " + std::to_string(i + 1));
        const double x = hand.thumb * (0.0315 - 0.021 * i), size = i == 3 ? 0.75 : i == 1 ? 1.05 : 1;
        const RoundedPath bent(
            {{x, 0.002, 0.089}, {x, 0.004, 0.089 + 0.04 * size}, {x, 0.028, 0.089 + 0.078 * size}}, 0.03);
        const double l = bent.curve.length();
        const Stations finger(
            {{0, {}, {0.0088, 0.0095}}, {0.5 * l, {}, {0.0088, 0.009}}, {l, {}, {0.007, 0.007}}});
        const Placement along = bent.curve.placement();
        add_loft(builder, finger, {0, 0.007, 6, 2}, [&](const Vec3& p) { return hand.wrist(along(p)); });
    }
    builder.begin_part(name + " thumb");
    const double t = hand.thumb;
    const RoundedPath bent({{t * 0.046, 0.006, 0.022}, {t * 0.066, 0.016, 0.06}, {t * 0.062, 0.024, 0.095}},
                           0.04);
    const double l = bent.curve.length();
    const Placement along = bent.curve.placement();
    add_loft(builder,
             Stations({{0, {}, {0.009, 0.009}}, {0.5 * l, {}, {0.0105, 0.0105}}, {l, {}, {0.008, 0.008}}}),
             {0.003, 0.008, 6, 2}, [&](const Vec3& p) { return hand.wrist(along(p)); });
}

// A positive `swing` of an arm or a leg is forwards.
void add_arm(SolidBuilder& builder, double side, double swing) {
    const std::string name = side < 0 ? "right" : "left";
    builder.begin_part(name + " arm");
    const Vec3 shoulder{side * 0.263, 0.015, 0.575}, elbow{side * 0.305, 0.035 - 0.16 * swing, 0.26};
    const Vec3 wrist{side * 0.29, -0.03 - 0.4 * swing, 0.02 + 0.07 * swing};
    add_limb(builder, {shoulder, elbow, wrist}, 0.12,
             {{0, {}, {0.05, 0.066}},
              {0.12, {}, {0.058, 0.066}},
              {0.4, {}, {0.05, 0.055}},
              {0.55, {}, {0.046, 0.048}},
              {0.7, {}, {0.044, 0.046}},
              {1, {}, {0.032, 0.03}}},
             {0.05, 0, 10, 2});
    const Vec3 z = normalized(wrist - elbow);
    // Palms face the body; thumbs point forwards.
    const Vec3 inwards = normalized(Vec3{-side, 0, 0} - z * dot(Vec3{-side, 0, 0}, z));
    const Vec3 x = cross(inwards, z);
    const Vec3 start = wrist + z * (0.004 + piece_gap);
    add_hand(builder, name, {with_axes(start, x, inwards, z), x.y < 0 ? 1.0 : -1.0});
}

void add_leg(SolidBuilder& builder, double side, double swing) {
    const std::string name = side < 0 ? "right" : "left";
    builder.begin_part(name + " leg");
    const double lift = swing < 0 ? 0.06 : 0;
    const Vec3 hip{side * 0.097, 0.01, -0.1 - piece_gap}, knee{side * 0.105, -0.03 - 0.17 * swing, -0.5};
    const Vec3 ankle{side * 0.1, 0.02 - 0.26 * swing + lift, -0.9 + lift};
    add_limb(builder, {hip, hip - Vec3{0, 0, 0.08}, knee, ankle}, 0.2,
             {{0, {}, {0.106, 0.09}},
              {0.25, {}, {0.098, 0.084}},
              {0.47, {}, {0.072, 0.064}},
              {0.6, {}, {0.072, 0.06}},
              {0.8, {}, {0.06, 0.052}},
              {1, {}, {0.062, 0.056}}},
             {0, 0, 10, 2});
    builder.begin_part(name + " shoe");
    // Perpendicular to the shin.
    const Vec3 up = normalized(knee - ankle), forwards = normalized(cross(up, {-1, 0, 0}));
    const Pose foot = with_axes(ankle - up * piece_gap, up, cross(forwards, up), forwards);
    const auto at_height = [](double along, double top, double bottom, double half_width, double square) {
        return Station{along, {(top + bottom) / 2, 0}, {(top - bottom) / 2, half_width}, square};
    };
    const Stations shoe({at_height(-0.07, -0.012, -0.085, 0.035, 0.5),
                         at_height(-0.045, 0, -0.09, 0.047, 0.6), at_height(0.06, 0, -0.09, 0.05, 0.6),
                         at_height(0.11, -0.03, -0.09, 0.054, 0.6),
                         at_height(0.17, -0.045, -0.088, 0.05, 0.5)});
    add_loft(builder, shoe, {0.012, 0.035, 10, 1}, foot);
}

}  // namespace

void build_figure(SolidBuilder& builder) {
    add_head(builder);
    add_torso(builder);
    for (const double side : {-1.0, 1.0}) {
        add_arm(builder, side, side < 0 ? 0.6 : -0.45);
        add_leg(builder, side, side < 0 ? -0.8 : 0.8);
    }
}

}  // namespace graze::inline v1
