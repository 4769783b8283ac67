// Findings with everything in them that can be.
#pragma once

#include <string>

#include "graze/base/random.h"
#include "graze/clash/distribute/portion.h"

namespace graze::test {

inline Vec3 random_point(Random& random) {
    return random.in_box({-1e3, -1e3, -1e3}, {1e3, 1e3, 1e3});
}

inline double random_number(Random& random) {
    return random_point(random).x;
}

inline std::optional<Faceting> random_faceting(Random& random) {
    if (random.chance(0.5)) return std::nullopt;
    Faceting faceting{.tolerance = random_number(random),
                      .explains = random.chance(0.5),
                      .curved = random.chance(0.5),
                      .gap = {}};
    if (random.chance(0.5)) faceting.gap = random_number(random);
    return faceting;
}

inline FoundRegion random_region(Random& random) {
    FoundRegion region;
    region.box.grow(random_point(random));
    region.box.grow(random_point(random));
    if (random.chance(0.5)) region.depth = DepthBounds{random_number(random), random_number(random)};
    region.point = random_point(random);
    region.nearest = random_point(random);
    if (random.chance(0.5)) region.volume = VolumeBounds{random_number(random), random_number(random)};
    if (random.chance(0.5)) region.thickness = random_number(random);
    region.faceting = random_faceting(random);
    region.curves.resize(random.below(3));
    for (IntersectionCurve& curve : region.curves) {
        curve.closed = random.chance(0.5);
        curve.points.resize(random.below(200));
        for (Vec3& p : curve.points) p = random_point(random);
    }
    return region;
}

inline ClashFinding random_finding(Random& random) {
    ClashFinding f;
    if (random.chance(0.5)) f.id = std::string(random.below(20), 'x');
    f.a = random.below(1000);
    f.b = f.a + 1 + random.below(100'000);
    f.kind = static_cast<FindingKind>(random.below(5));
    f.relation = static_cast<Relation>(random.below(7));
    f.as_surfaces = random.chance(0.5);
    f.point = random_point(random);
    if (random.chance(0.5)) f.depth = DepthBounds{random_number(random), random_number(random)};
    if (random.chance(0.5)) f.volume = VolumeBounds{random_number(random), random_number(random)};
    if (random.chance(0.5)) f.thickness = random_number(random);
    f.faceting = random_faceting(random);
    if (random.chance(0.5))
        f.gap = FoundGap{random_number(random), random_point(random), random_point(random)};
    if (random.chance(0.5)) f.wanted_clearance = random_number(random);
    if (random.chance(0.5))
        f.allowed = Allowance{static_cast<std::uint32_t>(random.below(0xffffffff)), random_number(random)};
    if (random.chance(0.5)) f.status = static_cast<FindingStatus>(random.below(3));
    f.regions.resize(random.below(4));
    for (FoundRegion& region : f.regions) region = random_region(random);
    f.out_of_budget.resize(random.below(4));
    for (Figure& figure : f.out_of_budget) figure = static_cast<Figure>(random.below(7));
    return f;
}

inline PortionResult random_result(std::uint64_t seed) {
    Random random(seed);
    PortionResult result;
    result.portion = static_cast<std::uint32_t>(random.below(1 << 20));
    result.compared = random.below(1 << 20);
    result.findings.resize(random.below(6));
    for (ClashFinding& finding : result.findings) finding = random_finding(random);
    return result;
}

}  // namespace graze::test
