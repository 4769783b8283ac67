#include "graze/query/ray/ray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "graze/mesh/generate.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/meshes.h"
#include "tests/query/rays.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

using test::certain;
using test::hits_one_by_one;
using test::ray_at;

// All three questions about a ray, as every triangle asked by itself answers them.
void expect_right(const Shape& shape, const Pose& pose, const Ray& ray) {
    const auto expected = hits_one_by_one(shape, pose, ray);
    ASSERT_EQ(any_hit(shape, pose, ray), !expected.empty());
    const auto first = first_hit(shape, pose, ray);
    ASSERT_EQ(first.answer, expected.empty() ? Answer::no : Answer::yes);
    const auto all = all_hits(shape, pose, ray);
    ASSERT_EQ(all.size(), expected.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(all[i].t, expected[i].first);
        ASSERT_EQ(all[i].feature.index, expected[i].second);
    }
    if (!first.found()) return;
    ASSERT_EQ(first.t, expected[0].first);
    ASSERT_EQ(first.feature, FeatureId::face(expected[0].second));
    ASSERT_EQ(first.point, ray.at(first.t));
}

struct Named {
    std::string name;
    Shape shape;
};

std::vector<Named> all_kinds_of_shapes() {
    return {{"ball", Shape(make_sphere(1, 500))},
            {"ring", Shape(make_torus(2, 0.5, 24, 12))},
            {"box", Shape(make_box({1, 2, 3}, 3))},
            {"rod", Shape(make_cylinder(1, 5, 24))},
            {"bowl", Shape(test::bowl(16))},
            {"soup", Shape(test::soup(200, 1, 0.3, false))},
            {"snapped soup", Shape(test::soup(200, 2, 0.5, true))},
            {"flat soup", Shape(test::flat_soup(60, 3))},
            {"huge ball", Shape(test::scaled(make_sphere(1, 300), 1e90))},
            {"tiny ball", Shape(test::scaled(make_sphere(1, 300), 1e-90))},
            {"ball of denormals", Shape(test::scaled(make_sphere(1, 300), 1e-315))},
            {"far ball", Shape(test::moved(make_sphere(1, 300), {1e9, -2e9, 3e9}))},
            {"needles", Shape(test::mapped(make_sphere(1, 300),
                                           [](const Vec3& p) { return Vec3{p.x * 1e-9, p.y * 1e-4, p.z}; }))},
            {"one triangle", Shape(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}))},
            {"one point", Shape(Mesh({{1, 2, 3}}, {{0, 0, 0}}))}};
}

TEST(Ray, hits_what_every_triangle_by_itself_says_it_hits) {
    Random r(401);
    for (const auto& [name, shape] : all_kinds_of_shapes()) {
        int hits = 0;
        for (int i = 0; i < 120; ++i) {
            SCOPED_TRACE(name + ", ray " + std::to_string(i));
            const Ray ray = ray_at(shape, {}, r);
            ASSERT_NO_FATAL_FAILURE(expect_right(shape, {}, ray));
            hits += any_hit(shape, {}, ray);
        }
        EXPECT_GT(hits, 50) << name;
    }
}

TEST(Ray, hits_posed_shapes_by_their_world_vertices) {
    Random r(402);
    for (const auto& [name, shape] : all_kinds_of_shapes()) {
        const Vec3 extent = shape.mesh().box().size();
        const double size = std::max({extent.x, extent.y, extent.z});
        for (int i = 0; i < 60; ++i) {
            SCOPED_TRACE(name + ", ray " + std::to_string(i));
            const Pose rigid(r.rotation(),
                             r.on_sphere() * (size * std::array{0.0, 1.0, 1e6, 1e9}[r.below(4)]));
            const Pose pose = i % 3 == 0 ? test::slightly_skewed(rigid, r) : rigid;
            ASSERT_NO_FATAL_FAILURE(expect_right(shape, pose, ray_at(shape, pose, r)));
        }
    }
}

TEST(Ray, gives_the_same_on_every_instruction_set) {
    const Shape shape(test::soup(400, 7, 0.4, true));
    const Pose pose(Quat::about_turns({1, 2, 3}, 0.1), {3, -2, 5});
    Random r(403);
    std::vector<Ray> rays;
    for (int i = 0; i < 200; ++i) rays.push_back(ray_at(shape, pose, r));
    std::vector<std::vector<RayHit>> expected;
    std::vector<QueryCounts> work;
    test::on_every_instruction_set([&] {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            std::vector<RayHit> hits;
            QueryCounts counts;
            visit_hits(shape, pose, rays[i], [&](const RayHit& hit) { return hits.push_back(hit), true; },
                       {.counts = &counts});
            const auto first = first_hit(shape, pose, rays[i], {.counts = &counts});
            if (first.found()) hits.push_back(first);
            if (expected.size() == i) {
                expected.push_back(hits);
                work.push_back(counts);
            }
            ASSERT_EQ(hits.size(), expected[i].size());
            for (std::size_t k = 0; k < hits.size(); ++k) {
                ASSERT_EQ(hits[k].feature.index, expected[i][k].feature.index);
                ASSERT_EQ(hits[k].t, expected[i][k].t);
                ASSERT_EQ(hits[k].point, expected[i][k].point);
                ASSERT_EQ(hits[k].weight, expected[i][k].weight);
            }
            ASSERT_EQ(counts, work[i]);
            ASSERT_EQ(any_hit(shape, pose, rays[i]), first.found());
        }
    });
}

TEST(Ray, meets_nothing_in_an_empty_shape) {
    EXPECT_EQ(first_hit(Shape(), {}, Ray()).answer, Answer::no);
    EXPECT_FALSE(any_hit(Shape(), {}, Ray()));
    EXPECT_TRUE(all_hits(Shape(), {}, Ray()).empty());
}

TEST(Ray, meets_only_what_is_within_its_limits) {
    const Shape box(make_box({2, 2, 2}));
    const auto count = [&](double t_min, double t_max) {
        return all_hits(box, {}, Ray({-3, 0.25, 0.125}, {2, 0, 0}, t_min, t_max)).size();
    };
    EXPECT_EQ(count(0, Ray::infinity), 2u);
    EXPECT_EQ(count(1, 2), 2u) << "the limits count";
    EXPECT_EQ(count(std::nextafter(1.0, 2.0), 2), 1u);
    EXPECT_EQ(count(1, std::nextafter(2.0, 1.0)), 1u);
    EXPECT_EQ(count(1.25, 1.75), 0u);
    EXPECT_EQ(count(2.5, Ray::infinity), 0u);
    EXPECT_EQ(count(-Ray::infinity, 0.5), 0u);
    EXPECT_EQ(count(-Ray::infinity, Ray::infinity), 2u);
    EXPECT_EQ(count(2, 2), 1u);
}

TEST(Ray, gives_the_same_with_limits_as_every_triangle_by_itself) {
    Random r(404);
    for (const auto& [name, shape] : all_kinds_of_shapes()) {
        for (int i = 0; i < 60; ++i) {
            SCOPED_TRACE(name + ", ray " + std::to_string(i));
            const Ray whole = ray_at(shape, {}, r);
            const auto hits = hits_one_by_one(shape, {}, whole);
            // At hits, just beside them, and anywhere.
            const auto limit = [&] {
                const double t = hits.empty() ? r.uniform(-1, 1) : hits[r.below(hits.size())].first;
                return std::array{t, std::nextafter(t, 1e300), std::nextafter(t, -1e300), 0.0,
                                  r.uniform(0, 3)}[r.below(5)];
            };
            const double p = limit(), q = limit();
            const Ray part(whole.origin(), whole.direction(), std::min(p, q), std::max(p, q));
            ASSERT_NO_FATAL_FAILURE(expect_right(shape, {}, part));
        }
    }
}

TEST(Ray, asks_a_filter_which_triangles_count) {
    const Shape box(make_box({2, 2, 2}, 3));
    const Ray ray({-3, 0.3, 0.2}, {1, 0, 0});
    const RayHit near = certain(first_hit(box, {}, ray));
    EXPECT_EQ(near.t, 2);
    EXPECT_EQ(near.side, RaySide::front);
    const QueryOptions others{.filter = [&](FeatureId f, FeatureId none) {
        EXPECT_EQ(none, FeatureId{});
        return f != near.feature;
    }};
    const RayHit far = certain(first_hit(box, {}, ray, others));
    EXPECT_EQ(far.t, 4);
    EXPECT_EQ(far.side, RaySide::back);
    EXPECT_EQ(all_hits(box, {}, ray, others).size(), 1u);
    EXPECT_EQ(any_hit(box, {}, ray, others), Answer::yes);
    EXPECT_EQ(any_hit(box, {}, ray, {.filter = [](FeatureId, FeatureId) { return false; }}), Answer::no);
}

TEST(Ray, visits_until_the_collector_has_enough) {
    const Shape ball(make_sphere(1, 500));
    int seen = 0;
    EXPECT_EQ(visit_hits(ball, {}, Ray({-3, 0.1, 0.2}, {1, 0, 0}), [&](const RayHit&) { return ++seen > 5; }),
              Answer::yes);
    EXPECT_EQ(seen, 1);
}

TEST(Ray, counts_in_directions_of_any_length) {
    const Shape ball(make_sphere(1, 500));
    const Pose pose(Quat::about_turns({1, 2, 3}, 0.3), {5, 6, 7});
    const Vec3 from{1, 2, 1}, along{0.43, 0.41, 0.6};
    const RayHit one = certain(first_hit(ball, pose, Ray(from, along)));
    for (const double length : {0x1p-600, 0x1p-3, 0x1p9, 0x1p330}) {
        const RayHit other = certain(first_hit(ball, pose, Ray(from, along * length)));
        EXPECT_EQ(other.feature.index, one.feature.index);
        EXPECT_EQ(other.t, one.t / length);
    }
}

TEST(Ray, says_where_in_the_triangle_it_is_hit) {
    Random r(405);
    const Shape ring(make_torus(2, 0.5, 40, 20));
    for (int i = 0; i < 200; ++i) {
        const Pose pose(r.rotation(), r.on_sphere());
        for (const RayHit& hit : all_hits(ring, pose, ray_at(ring, pose, r))) {
            const Triangle t = pose(ring.mesh().triangle(hit.feature.index));
            Vec3 mix;
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_GE(hit.weight[k], 0);
                mix += t[k] * hit.weight[k];
                sum += hit.weight[k];
            }
            EXPECT_NEAR(sum, 1, 1e-15);
            EXPECT_TRUE(hit.side == RaySide::edge_on || length(mix - hit.point) < 1e-9);
        }
    }
}

}  // namespace
}  // namespace graze
