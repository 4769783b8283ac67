#include <algorithm>
#include <string>

#include "graze/base/trig.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

void add_column(SolidBuilder& builder) {
    Profile profile(builder, 0, -0.95);
    profile.arc(0, -0.9, 0.05, -0.25, 0.12, 4).line_to(0.02, -0.83);
    profile.line_to(0.05, -0.8).line_to(0.13, -0.68, 2).line_to(0.15, -0.62).line_to(0.06, -0.55);
    profile.line_to(0.04, -0.45, 2);
    profile.arc(0.04, -0.3, 0.11, -0.15, 0.15, 6).line_to(0.04, -0.15);
    profile.line_to(0.035, 0.1, 2)
        .line_to(0.09, 0.14)
        .line_to(0.09, 0.2)
        .line_to(0.03, 0.26)
        .line_to(0.025, 0.42, 2);
    profile.arc(0, 0.46, 0.04, 0, 0.25, 3);
    // Rounding may move the last point of an arc off the axis.
    add_lathe(builder, profile.close().edge_to(0, 0.5), Pose(), 8);
}

struct Tier {
    std::string name;
    int arms;
    double start, reach, low, cup;  // radii, the lowest height, the height of the cups
};

// An arm: a cubic curve from the column down, outwards and up to the cup.
void add_arm(SolidBuilder& builder, const Tier& tier, double from_height, const Pose& place) {
    const Vec3 a{tier.start, 0, from_height}, b{0.55 * tier.reach, 0, from_height + 0.3},
        c{tier.reach, 0, 2 * tier.low - tier.cup}, d{tier.reach, 0, tier.cup};
    const SpaceCurve arm = SpaceCurve::sampled([&](double t) {
        const double u = 1 - t;
        return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t);
    });
    const double length = arm.length();
    Profile profile(builder, 0, 0);
    profile.edge_to(0.024, 0).line_to(0.013, length, 12).edge_to(0, length);
    const Placement bend = arm.placement();
    add_lathe(builder, profile, [&](const Vec3& p) { return place(bend(p)); });
}

// A pan, a candle and a flame, one above the other.
void add_candle(SolidBuilder& builder, const Pose& place) {
    Profile pan(builder, 0, 0);
    pan.line_to(0.03, 0.005).line_to(0.085, 0.04).line_to(0.09, 0.05).line_to(0.035, 0.022);
    pan.line_to(0.035, 0.06).edge_to(0, 0.06);
    add_lathe(builder, pan, place, 8);
    add_bolt(builder, 0.025, 0.2, 0.004, place * at(0, 0, 0.06 + piece_gap));
    Profile flame(builder, 0, 0);
    flame.curve(
        0.14,
        [](double t) {
            const double width = sin_cos_turns(0.5 * t).sin;
            return ProfilePoint{t == 1 ? 0 : 0.024 * width * (1.3 - t), 0.1 * t};
        },
        5);
    add_lathe(builder, flame, place * at(0, 0, 0.26 + 2 * piece_gap));
}

// A crystal: a drop cut into facets that hangs from its origin.
void add_crystal(SolidBuilder& builder, double size, const Pose& place) {
    Profile drop(builder, 0, -size);
    drop.line_to(0.2 * size, -0.75 * size)
        .line_to(0.28 * size, -0.55 * size)
        .line_to(0.1 * size, -0.15 * size);
    add_lathe(builder, drop.edge_to(0, -0.1 * size), place);
}

void add_chain(SolidBuilder& builder) {
    constexpr int links = 5;
    constexpr double pitch = 0.078, bottom = 0.51;
    for (int i = 0; i < links; ++i) {
        std::vector<Vec3> points, outward;
        constexpr std::uint32_t samples = 128;
        for (std::uint32_t s = 0; s <= samples; ++s) {
            const SinCos angle = sin_cos_turns(s == samples ? 0 : static_cast<double>(s) / samples);
            points.push_back({0.03 * angle.cos, 0, 0.051 * angle.sin});
            outward.push_back({angle.cos, 0, angle.sin});
        }
        const SpaceCurve oval(std::move(points), outward);
        Profile profile(builder, 0.007, 0);
        const Pose place = at(0, 0, bottom + 0.06 + pitch * i) * turned_about_z(0.25 * (i % 2));
        const Placement bend = oval.placement();
        // Coarser links would cross where they hang in each other.
        const std::uint32_t along = std::max(12u, builder.segments(oval.length(), 12));
        for (std::uint32_t s = 1; s < along; ++s)
            profile.edge_to(0.007, oval.length() * (static_cast<double>(s) / along));
        add_lathe(builder, profile, circle(builder.segments(0.05, 5)),
                  [&](const Vec3& p) { return place(bend(p)); });
    }
    Profile canopy(builder, 0, 0.965);
    canopy.line_to(0.12, 0.97).line_to(0.14, 0.985).line_to(0.14, 1).line_to(0, 1);
    add_lathe(builder, canopy, Pose(), 8);
}

}  // namespace

void build_lustre(SolidBuilder& builder) {
    builder.begin_part("column");
    add_column(builder);
    builder.begin_part("chain");
    add_chain(builder);
    const auto some = [&](std::uint32_t all) { return static_cast<int>(builder.details(all, 3)); };
    const Tier lower{"lower", some(8), 0.17, 0.9, -0.35, -0.12},
        upper{"upper", some(6), 0.125, 0.5, 0.05, 0.2};
    for (const Tier& tier : {lower, upper}) {
        const bool low = tier.name == "lower";
        for (int i = 0; i < tier.arms; ++i) {
            const Pose place = turned_about_z((i + (low ? 0.0 : 0.5)) / tier.arms);
            builder.begin_part(tier.name + " arm " + std::to_string(i + 1));
            add_arm(builder, tier, low ? -0.3 : 0.17, place);
            builder.begin_part(tier.name + " candle " + std::to_string(i + 1));
            add_candle(builder, place * at(tier.reach, 0, tier.cup + piece_gap));
        }
    }
    builder.begin_part("crystal ring");
    add_ring(builder, 0.34, 0.012, at(0, 0, -0.5));
    const auto crystals = static_cast<int>(builder.details(20, 5));
    for (int i = 0; i < crystals; ++i) {
        builder.begin_part("crystal " + std::to_string(i + 1));
        add_crystal(builder, 0.14, turned_about_z((i + 0.5) / crystals) * at(0.34, 0, -0.51));
    }
}

}  // namespace graze::inline v1
