// What results that name a place have in common.
#include "graze/query/contact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

// How far a point is from a feature of a triangle.
double away_from(const Vec3& p, const Triangle& t, FeatureId feature) {
    const std::size_t i = feature.corner, j = (i + 1) % 3, k = (i + 2) % 3;
    switch (feature.kind) {
        case FeatureId::Kind::vertex:
            return length(p - t[i]);
        case FeatureId::Kind::edge:
            return distance(p, Triangle{{t[j], t[k], t[k]}}).value;
        case FeatureId::Kind::face:
            return distance(p, t).value;
        case FeatureId::Kind::none:
            break;
    }
    return std::numeric_limits<double>::infinity();
}

void expect_contact_that_fits(const Contact& c, const Shape& a, const Pose& pose_a, const Shape& b,
                              const Pose& pose_b, double rounding) {
    EXPECT_NEAR(length(c.point_b - c.point_a), std::abs(c.distance), rounding);
    EXPECT_LE(away_from(c.point_a, pose_a(a.mesh().triangle(c.feature_a.index)), c.feature_a), rounding);
    EXPECT_LE(away_from(c.point_b, pose_b(b.mesh().triangle(c.feature_b.index)), c.feature_b), rounding);
    if (c.certainty == NormalCertainty::none) {
        EXPECT_EQ(c.normal, Vec3{});
        return;
    }
    EXPECT_NEAR(length(c.normal), 1, 1e-15);
    EXPECT_LE(length(c.point_a + c.normal * c.distance - c.point_b), rounding);
}

TEST(Contact, of_closest_points_has_a_normal_from_a_to_b_and_the_features_they_lie_in) {
    Random r(91);
    const Shape ring(make_torus(2, 0.5, 40, 20)), box(make_box({1, 2, 3}, 3));
    std::array<int, 4> kinds{};
    for (int i = 0; i < 300; ++i) {
        const Pose here(r.rotation(), {}), there(r.rotation(), r.on_sphere() * r.uniform(4, 9));
        const Distance d = distance(ring, here, box, there);
        if (d.value == 0) continue;
        EXPECT_EQ(d.distance, d.value);
        EXPECT_EQ(d.certainty, NormalCertainty::certain);
        expect_contact_that_fits(d, ring, here, box, there, 1e-13);
        EXPECT_GT(dot(d.normal, there.translation()), 0) << "the ring is around the origin";
        const Distance back = distance(box, there, ring, here);
        EXPECT_NEAR(length(back.normal + d.normal), 0, 1e-3) << "mirrored";
        for (const FeatureId f : {d.feature_a, d.feature_b}) ++kinds[static_cast<std::size_t>(f.kind)];
    }
    EXPECT_EQ(kinds[0], 0);
    for (const std::size_t kind : {1u, 2u, 3u}) EXPECT_GT(kinds[kind], 20) << kind;
}

TEST(Contact, of_two_triangles_names_the_features_that_contain_the_points) {
    Random r(92);
    for (int i = 0; i < 3000; ++i) {
        Triangle t, u;
        for (Vec3& p : t.corner) p = r.in_box({-1, -1, -1}, {1, 1, 1});
        for (Vec3& p : u.corner) p = r.in_box({-1, -1, -1}, {1, 1, 1});
        const ClosestPoints d = distance(t, u);
        const auto id = [](Feature f) {
            using Kind = FeatureId::Kind;
            return FeatureId{f.kind == Feature::Kind::corner ? Kind::vertex
                             : f.kind == Feature::Kind::edge ? Kind::edge
                                                             : Kind::face,
                             f.index, 0};
        };
        EXPECT_LE(away_from(d.point_a, t, id(d.on_a)), 1e-14) << i;
        EXPECT_LE(away_from(d.point_b, u, id(d.on_b)), 1e-14) << i;
    }
}

TEST(Contact, of_points_that_nearly_touch_far_from_the_origin_has_an_unsure_normal) {
    const Shape box(make_box({1, 1, 1}));
    const auto gap = [&](double far, double size) {
        return distance(box, Pose::translation({far, 0, 0}), box, Pose::translation({far, 0, 1 + size}));
    };
    EXPECT_EQ(gap(0, 1e-6).certainty, NormalCertainty::certain);
    EXPECT_EQ(gap(1e6, 1e-6).certainty, NormalCertainty::unsure);
    EXPECT_NE(gap(0, 0).certainty, NormalCertainty::certain);
    EXPECT_EQ(gap(0, 0).distance, 0);
}

TEST(Contact, of_a_depth_says_how_b_comes_out_of_a) {
    const Shape a(make_box({4, 4, 4})), b(make_box({1, 1, 1}));
    const Pose there = Pose::translation({0, 0, 2.4});  // 0.1 of it is inside
    const LocalDepth d = local_depth(a, {}, b, there);
    EXPECT_NEAR(d.value, 0.1, 1e-12);
    EXPECT_EQ(d.distance, -d.value);
    EXPECT_NEAR(length(d.normal - Vec3{0, 0, 1}), 0, 1e-12);
    expect_contact_that_fits(d, a, {}, b, there, 1e-12);
    const LocalDepth mirrored = local_depth(b, there, a, {});
    EXPECT_EQ(mirrored.normal, -d.normal);
    EXPECT_EQ(mirrored.feature_b, d.feature_a);
}

TEST(Contact, of_close_triangles_fits) {
    const Shape ball(make_sphere(1, 500)), box(make_box({1, 2, 3}, 3));
    const Pose there = Pose::translation({1.6, 0.1, 0.2});
    const auto close = close_triangles(ball, {}, box, there, 0.3);
    EXPECT_GT(close.size(), 20u);
    for (const Contact& c : close) expect_contact_that_fits(c, ball, {}, box, there, 1e-14);
}

TEST(FeatureId, is_traced_to_its_polygon_and_part) {
    const Mesh box = make_box({1, 1, 1});
    const Mesh two({box.vertices().begin(), box.vertices().end()},
                   {box.triangles().begin(), box.triangles().end()}, {{"lower", 0, 5}, {"upper", 5, 7}});
    const Shape named(two), plain(box);
    EXPECT_EQ(trace(named, {FeatureId::Kind::edge, 2, 7}), (TracedFeature{7, 7, 1}));
    EXPECT_EQ(trace(named, FeatureId::face(3)), (TracedFeature{3, 3, 0}));
    EXPECT_EQ(trace(plain, FeatureId::face(3)), (TracedFeature{3, 3, 0})) << "all of it";
    EXPECT_FALSE(trace(plain, FeatureId{}).has_value());
    EXPECT_FALSE(trace(plain, FeatureId::face(12)).has_value());
    static_assert(sizeof(FeatureId) == 8);
}

}  // namespace
}  // namespace graze
