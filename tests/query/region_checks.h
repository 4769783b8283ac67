// What holds for regions and curves of any two shapes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graze/query/point/point_distance.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"

namespace graze::test {

inline void expect_curve_on_both(const IntersectionCurve& curve, const Shape& a, const Pose& pose_a,
                                 const Shape& b, const Pose& pose_b) {
    ASSERT_GE(curve.points.size(), 2u);
    Box box = pose_a(a.mesh().box());
    box.grow(pose_b(b.mesh().box()));
    const double largest = std::max(length(box.lower), length(box.upper));
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        EXPECT_LE(distance(a, pose_a, curve.points[i]).value, 1e-9 * largest);
        EXPECT_LE(distance(b, pose_b, curve.points[i]).value, 1e-9 * largest);
        // So is all that lies between two points.
        if (i + 1 == curve.points.size() && !curve.closed) break;
        const Vec3 middle = (curve.points[i] + curve.points[(i + 1) % curve.points.size()]) * 0.5;
        EXPECT_LE(distance(a, pose_a, middle).value, 1e-9 * largest);
        EXPECT_LE(distance(b, pose_b, middle).value, 1e-9 * largest);
    }
    if (curve.closed) {
        EXPECT_NE(curve.points.front(), curve.points.back());
    }
}

inline bool on_border(const Box& box, const Vec3& p) {
    for (std::size_t k = 0; k < 3; ++k)
        if (p[k] == box.lower[k] || p[k] == box.upper[k]) return true;
    return false;
}

inline void expect_mirrored(const std::vector<OverlapRegion>& ab, const std::vector<OverlapRegion>& ba) {
    ASSERT_EQ(ab.size(), ba.size());
    for (std::size_t i = 0; i < ab.size(); ++i) {
        EXPECT_EQ(ab[i].volume, ba[i].volume);
        EXPECT_EQ(ab[i].error, ba[i].error);
        EXPECT_EQ(ab[i].box, ba[i].box);
        EXPECT_EQ(ab[i].centroid, ba[i].centroid);
        EXPECT_EQ(ab[i].triangles_a, ba[i].triangles_b);
        EXPECT_EQ(ab[i].triangles_b, ba[i].triangles_a);
        EXPECT_EQ(ab[i].curves, ba[i].curves);
    }
}

// The regions, after everything about them that has to hold has been looked at.
inline std::vector<OverlapRegion> checked_regions(const Shape& a, const Shape& b, const Pose& pose_a = {},
                                                  const Pose& pose_b = {}) {
    const std::vector<OverlapRegion> regions = overlap_regions(a, pose_a, b, pose_b);
    // Nothing tells a shape from itself at the same place.
    if (a.content_hash() != b.content_hash() || pose_a != pose_b)
        expect_mirrored(regions, overlap_regions(b, pose_b, a, pose_a));
    const Overlap whole = overlap_volume(a, pose_a, b, pose_b);
    double sum = 0, error = whole.error;
    for (const OverlapRegion& r : regions) {
        EXPECT_GT(r.volume, r.error);
        EXPECT_LE(r.volume, regions.front().volume);
        sum += r.volume;
        error += r.error;
        for (const TriangleId t : r.triangles_a) EXPECT_LT(t, a.mesh().triangle_count());
        for (const TriangleId t : r.triangles_b) EXPECT_LT(t, b.mesh().triangle_count());
        for (const std::vector<TriangleId>* list : {&r.triangles_a, &r.triangles_b})
            EXPECT_EQ(std::adjacent_find(list->begin(), list->end(), std::greater_equal<>()), list->end());
        for (const IntersectionCurve& c : r.curves) {
            if (!c.closed) {
                EXPECT_NE(r.box, r.border_box);
                EXPECT_TRUE(on_border(r.box, c.points.front()));
                EXPECT_TRUE(on_border(r.box, c.points.back()));
            }
            expect_curve_on_both(c, a, pose_a, b, pose_b);
            for (const Vec3& p : c.points) EXPECT_TRUE(r.box.contains(p));
        }
        EXPECT_TRUE(r.box.contains(r.centroid));
        EXPECT_TRUE(r.border_box.contains(r.box.lower) && r.border_box.contains(r.box.upper));
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_GE(r.border_box.lower[k], whole.box.lower[k]);
            EXPECT_LE(r.border_box.upper[k], whole.box.upper[k]);
        }
    }
    EXPECT_NEAR(sum, whole.volume, error);
    return regions;
}

inline std::vector<OverlapRegion> checked_regions(const Mesh& a, const Mesh& b, const Pose& pose_a = {},
                                                  const Pose& pose_b = {}) {
    return checked_regions(Shape(a), Shape(b), pose_a, pose_b);
}

}  // namespace graze::test
