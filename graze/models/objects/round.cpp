// Round objects: cone, hyperboloid, hose, knot.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

constexpr double waist = 0.35;

// A turn and a quarter, narrower as it climbs, with wide bends.
Vec3 hose_middle(double t) {
    const SinCos angle = sin_cos_turns(1.25 * t);
    const double from_axis = 0.8 - 0.2 * t;
    return {from_axis * angle.cos, from_axis * angle.sin, 1.4 * t - 0.7 + 0.05 * sin_cos_turns(2 * t).sin};
}

// A point of the trefoil on a torus, and the direction from the middle of the torus' tube to the point.
struct KnotPoint {
    Vec3 at, outward;
};
KnotPoint trefoil(double t) {
    const SinCos ring = sin_cos_turns(2 * t), tube = sin_cos_turns(3 * t);
    const double from_axis = 0.58 + 0.26 * tube.cos;
    return {{from_axis * ring.cos, from_axis * ring.sin, 0.26 * tube.sin},
            {tube.cos * ring.cos, tube.cos * ring.sin, tube.sin}};
}

}  // namespace

void build_cone(SolidBuilder& builder) {
    Profile profile(builder, 0, -1);
    add_lathe(builder, profile.line_to(1, -1).line_to(0, 1), Pose());
}

void build_hyperboloid(SolidBuilder& builder) {
    Profile profile(builder, 0, -1);
    profile.line_to(1, -1).curve(2.4, [](double t) {
        const double z = 2 * t - 1;
        return ProfilePoint{t == 1 ? 1 : std::sqrt(waist * waist + (1 - waist * waist) * z * z), z};
    });
    add_lathe(builder, profile.line_to(0, 1), Pose());
}

void build_hose(SolidBuilder& builder) {
    constexpr double bore = 0.13, middle = 0.17, ripple = 0.02;
    const SpaceCurve curve = SpaceCurve::sampled(hose_middle, 4096);
    const double length = curve.length(), plain = 0.06 * length, wavy = length - 2 * plain;
    // The rings of the bore are at the rings of the outside, so that coarse rings do not cross in bends.
    const std::uint32_t rings = builder.segments(1.5 * wavy, 24);
    const std::uint32_t ripples = std::min(rings / 6, 48u);
    Profile profile(builder, bore, 0);
    profile.line_to(middle, 0).edge_to(middle, plain);
    const auto at = [&](std::uint32_t i) { return plain + wavy * i / rings; };
    for (std::uint32_t i = 1; i < rings; ++i) {
        const double wave = sin_cos_turns(static_cast<double>(ripples) * i / rings).sin;
        profile.edge_to(middle + ripple * wave, at(i));
    }
    profile.edge_to(middle, length - plain).edge_to(middle, length).line_to(bore, length);
    for (std::uint32_t i = rings + 1; i-- > 0;) profile.edge_to(bore, at(i));
    add_lathe(builder, profile, curve.placement(), 8);
}

void build_knot(SolidBuilder& builder) {
    constexpr std::uint32_t samples = 4096;
    std::vector<Vec3> points, outward;
    for (std::uint32_t i = 0; i <= samples; ++i) {
        const KnotPoint p = trefoil(i == samples ? 0 : static_cast<double>(i) / samples);
        points.push_back(p.at);
        outward.push_back(p.outward);
    }
    const SpaceCurve curve(std::move(points), outward);
    constexpr double radius = 0.14;
    Profile profile(builder, radius, 0);
    add_lathe(builder, profile.line_to(radius, curve.length(), 36).close(), curve.placement(), 6);
}

}  // namespace graze::inline v1
