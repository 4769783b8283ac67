// Penetrations that hold what penetration.h says about them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/depth/penetration.h"
#include "graze/query/relation/relation.h"

namespace graze::test {

// The bounds are in order, the solids are apart or touch after the translation, and the contact is there.
inline void expect_separates(const Penetration& p, const Shape& a, const Pose& pose_a, const Shape& b,
                             const Pose& pose_b) {
    ASSERT_TRUE(is_finite(p.translation));
    EXPECT_GE(p.at_least, 0);
    EXPECT_LE(p.at_least, p.value);
    EXPECT_NEAR(length(p.translation), p.value, 1e-14 * p.value);
    EXPECT_EQ(p.distance, p.value == 0 ? 0 : -p.value);
    const Relation after = relation(a, p.separated(pose_a), b, pose_b);
    EXPECT_TRUE(after == Relation::apart || after == Relation::touching) << name_of(after);
    if (p.value == 0) return;
    EXPECT_NEAR(length(p.normal), 1, 1e-14);
    EXPECT_NEAR(length(p.normal * p.value + p.translation), 0, 1e-14 * p.value);
    if (p.certainty == NormalCertainty::none) return;  // nothing was near
    EXPECT_NEAR(length(p.point_b - p.point_a - p.translation), 0, 1e-12 * (p.value + length(p.point_b)));
}

// The true value is `expected`, up to `tolerance`; the search comes as close as `ratio`.
inline Penetration expect_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      double expected, double tolerance = 0, double ratio = 1 + 1e-6,
                                      const PenetrationOptions& options = {}) {
    const Penetration p = penetration(a, pose_a, b, pose_b, options);
    EXPECT_EQ(p.status, QueryStatus::complete);
    expect_separates(p, a, pose_a, b, pose_b);
    EXPECT_LE(p.at_least, expected + tolerance);
    EXPECT_GE(p.value, expected - tolerance);
    EXPECT_LE(p.value, ratio * expected + tolerance);
    return p;
}

}  // namespace graze::test
