// Depths that hold what local_depth.h says about them, and all points of a surface to check them with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/random.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::test {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

inline LocalDepth depth_of(const Mesh& a, const Mesh& b, const Pose& pose_a = {}, const Pose& pose_b = {}) {
    return local_depth(Shape(a), pose_a, Shape(b), pose_b);
}

inline double coarseness(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    double m = 0;
    for (const Box& box : {pose_a(a.mesh().box()), pose_b(b.mesh().box())})
        for (const Vec3& v : {box.lower, box.upper})
            m = std::max({m, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return 0x1p-43 * m;
}

// The point is where it is said to be, and as deep.
inline void expect_attained(const LocalDepth& d, const Shape& a, const Pose& pose_a, const Shape& b,
                            const Pose& pose_b) {
    if (d.value == 0) return;
    const Shape &own = d.point_on_a ? a : b, &other = d.point_on_a ? b : a;
    const Pose &own_pose = d.point_on_a ? pose_a : pose_b, &other_pose = d.point_on_a ? pose_b : pose_a;
    const double rounding = coarseness(a, pose_a, b, pose_b);
    const TriangleId own_triangle = d.point_on_a ? d.feature_a.index : d.feature_b.index;
    const TriangleId other_triangle = d.point_on_a ? d.feature_b.index : d.feature_a.index;
    EXPECT_LE(distance(d.point(), own_pose(own.mesh().triangle(own_triangle))).value, rounding);
    EXPECT_LE(distance(d.nearest(), other_pose(other.mesh().triangle(other_triangle))).value, rounding);
    EXPECT_NEAR(length(d.point() - d.nearest()), d.value, rounding);
    EXPECT_NEAR(signed_distance(other, other_pose, d.point()).value, -d.value, rounding);
}

// A depth with the default error, attained, mirrored, and of the value that is expected.
inline LocalDepth expect_depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               double expected, double tolerance = 0, const LocalDepthOptions& options = {}) {
    const LocalDepth d = local_depth(a, pose_a, b, pose_b, options);
    const double rounding = coarseness(a, pose_a, b, pose_b);
    EXPECT_LE(d.value, d.at_most);
    EXPECT_LE(d.at_most, d.value * (1 + options.relative_error) + options.absolute_error + rounding);
    if (!std::isnan(expected)) {
        EXPECT_LE(d.value, expected + tolerance + rounding);
        EXPECT_GE(d.at_most, expected - tolerance - rounding);
        if (expected == 0) {
            EXPECT_EQ(d.value, 0);
        }
    }
    expect_attained(d, a, pose_a, b, pose_b);
    LocalDepthOptions mirrored = options;
    std::swap(mirrored.triangles_a, mirrored.triangles_b);
    const LocalDepth m = local_depth(b, pose_b, a, pose_a, mirrored);
    EXPECT_EQ(m.value, d.value);
    EXPECT_EQ(m.at_most, d.at_most);
    EXPECT_EQ(m.point(), d.point());
    EXPECT_EQ(m.nearest(), d.nearest());
    if (d.value > 0) {
        EXPECT_EQ(m.point_on_a, !d.point_on_a);
        EXPECT_EQ(m.feature_a.index, d.feature_b.index);
        EXPECT_EQ(m.feature_b.index, d.feature_a.index);
    }
    return d;
}

// The deepest of many points of one surface: all vertices, and as many strewn over triangles.
inline double sampled_depth(const Shape& surface, const Pose& pose, const Shape& solid,
                            const Pose& solid_pose, std::size_t samples, Random& r) {
    double deepest = 0;
    const auto look = [&](const Vec3& p) {
        deepest = std::max(deepest, -signed_distance(solid, solid_pose, p).value);
    };
    for (TriangleId t = 0; t < surface.mesh().triangle_count(); ++t)
        for (const Vec3& p : pose(surface.mesh().triangle(t)).corner) look(p);
    for (std::size_t i = 0; i < samples; ++i) {
        const Triangle t =
            pose(surface.mesh().triangle(static_cast<TriangleId>(r.below(surface.mesh().triangle_count()))));
        const double u = r.uniform(0, 1), v = r.uniform(0, 1);
        const double s = u + v > 1 ? 1 - u : u, w = u + v > 1 ? 1 - v : v;
        look(t[0] + (t[1] - t[0]) * s + (t[2] - t[0]) * w);
    }
    return deepest;
}

}  // namespace graze::test
