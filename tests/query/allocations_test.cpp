// What queries take from the heap.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "graze/query/contact/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/ray/ray.h"
#include "graze/query/relation/relation.h"
#include "graze/query/sweep/time_of_impact.h"
#include "graze/tree/hull_bounds.h"
#include "tests/counted_allocations.h"
#include "tests/query/kinds/touching_solids.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

using test::Scene;
using test::Taken;
using test::taken_by;

// They are made when faces are flush for the first time, and kept.
void make_hulls(const Scene& s) {
    for (const Shape& shape : {s.a, s.b})
        if (!shape.empty()) hull_of(shape);
}

// Every question that a yes or no answers, and distances.
void ask_whether(const Scene& s, bool& touching) {
    touching = intersects(s.a, s.pose_a, s.b, s.pose_b);
    EXPECT_EQ(witness(s.a, s.pose_a, s.b, s.pose_b).found(), touching);
    boxes_overlap(s.a, s.pose_a, s.b, s.pose_b);
    QueryCounts counts;
    intersects(s.a, s.pose_a, s.b, s.pose_b, {.counts = &counts});
    const double apart = distance(s.a, s.pose_a, s.b, s.pose_b).value;
    within(s.a, s.pose_a, s.b, s.pose_b, apart);
    distance(s.a, s.pose_a, s.pose_b.translation());
}

TEST(Allocations, are_seen_by_this_test) {
    const void* volatile seen = nullptr;  // or the compiler leaves the allocation out
    EXPECT_EQ(taken_by([&seen] { seen = std::make_unique<int>().get(); }).times, 1u);
    struct alignas(64) Wide {
        char c[64];
    };
    EXPECT_EQ(taken_by([&seen] { seen = std::make_unique<Wide>().get(); }).bytes, 64u);
    EXPECT_GT(taken_by([] { Shape(make_box({1, 1, 1}, 4)); }).times, 1u);
}

TEST(Allocations, are_none_when_asked_whether_far_near_touching_or_penetrating_meshes_touch) {
    const Shape ball(make_sphere(1, 5000)), ring(make_torus(2, 0.5, 60, 40)), box(make_box({2, 2, 2}, 20));
    const Quat tilt = Quat::about_turns({1, 2, 3}, 0.1);
    const std::vector<std::pair<Scene, bool>> scenes{
        {{"far apart", ball, {}, ring, test::at(1000)}, false},
        {{"boxes overlap, meshes do not", ring, {}, ball, {}}, false},
        {{"near", ball, {}, ball, Pose(tilt, Vec3{1, 1, 1} * 1.156)}, false},
        {{"one ulp apart", box, {}, box, test::at(std::nextafter(2.0, 3.0))}, false},
        {{"touching in a face", box, {}, box, test::at(2)}, true},
        {{"touching in a corner", box, {}, box, test::at(2, 2, 2)}, true},
        {{"penetrating", ball, {}, ring, Pose(tilt, {2, 0, 0})}, true},
        {{"deeply penetrating", ball, {}, ball, Pose(tilt, {0.1, 0, 0})}, true},
        {{"one in the other", Shape(make_sphere(3, 5000)), {}, ball, {}}, false},
        {{"identical", ring, Pose(tilt, {}), ring, Pose(tilt, {})}, true},
    };
    for (const auto& [scene, expected] : scenes) {
        make_hulls(scene);
        bool touching = !expected;
        EXPECT_EQ(taken_by([&] { ask_whether(scene, touching); }).times, 0u) << scene.name;
        EXPECT_EQ(touching, expected) << scene.name;
    }
}

TEST(Allocations, are_none_when_asked_whether_any_two_meshes_touch) {
    for (const Scene& s : test::all_scenes()) {
        make_hulls(s);
        bool touching = false;
        ASSERT_EQ(taken_by([&] { ask_whether(s, touching); }).times, 0u) << s.name;
    }
}

TEST(Allocations, are_none_when_asked_whether_solids_touch_that_do_by_one_unit_in_the_last_place) {
    const Shape mesh(make_box({1, 1, 1}, 4));
    for (const test::Touch& t : test::touches()) {
        SCOPED_TRACE(t.name);
        const auto ask = [&] {
            for (const Pose& pose : {t.touching, t.apart}) {
                intersects(t.a, t.pose_a, t.b, pose);
                // Limits beside two lids of twenty corners each are decided by hulls of these.
                if (t.a.as<ConvexHull>() != nullptr && t.b.as<ConvexHull>() != nullptr) continue;
                within(t.a, t.pose_a, t.b, pose, 0x1p-52);
                within(t.a, t.pose_a, t.b, pose, 0.125);
            }
        };
        ask();  // companions are made once
        EXPECT_EQ(taken_by(ask).times, 0u);
    }
    // Hulls with meshes, flush and turned: rounding moves corners of the hull off its own planes.
    const Shape can = test::prism(20);
    for (const Pose& pose : {test::shifted(0.25, 0, 1.5), test::shifted(0.25, 0, std::nextafter(1.5, 2.0))}) {
        const Pose turned = Pose::rotation_turns({1, 2, 3}, 0.1);
        const auto ask = [&] {
            intersects(can, {}, mesh, pose);
            intersects(can, turned, mesh, turned * pose);
            within(can, turned, mesh, turned * pose, 0x1p-52);
        };
        ask();
        EXPECT_EQ(taken_by(ask).times, 0u);
    }
}

TEST(Allocations, are_none_in_a_batch_on_one_thread_and_in_a_visit) {
    const Shape ball(make_sphere(1, 2000));
    hull_of(ball);
    std::vector<PosePair> poses;
    for (int i = 0; i < 100; ++i) poses.push_back({{}, test::at(0.03 * i)});
    std::vector<Answer> out(poses.size());
    std::size_t visited = 0;
    const PairCollector count_pairs = [&visited](TriangleId, TriangleId) { return ++visited > 0; };
    const Taken taken = taken_by([&] {
        intersects_batch(ball, ball, poses, out);
        visit_intersecting_triangles(ball, {}, ball, test::at(1), count_pairs);
    });
    EXPECT_EQ(taken.times, 0u);
    EXPECT_GT(visited, 20u);
}

// The second time round, the cache has all that it needs.
TEST(Allocations, are_none_for_contacts_with_a_cache_and_memory_of_the_caller) {
    const Shape ball(make_sphere(1, 2000)), table(make_box({8, 8, 1}, 10)), box(make_box({2, 2, 2}, 20));
    const Shape round(Sphere{{}, 1}), oriented(OrientedBox({1, 1, 1})),
        sheet(Mesh({{-4, -4, 0.5}, {4, -4, 0.5}, {0, 6, 0.5}}, {{0, 1, 2}}));
    std::vector<ContactPoint> out(1000);
    for (const Shape* b : {&ball, &box, &round, &oriented}) {
        for (const Shape* a : {&table, &sheet}) {
            QueryCache cache;
            std::size_t count = 0, left = 0;
            const auto pass = [&] {
                for (int i = 0; i < 40; ++i)
                    count += contacts(*a, {}, *b, test::at(0.01 * i, 0.02 * i, 1.501 + 0.0005 * i), 0.05, out,
                                      {}, {.cache = &cache})
                                 .count;
            };
            pass();
            left = count;
            EXPECT_EQ(taken_by(pass).times, 0u);
            EXPECT_EQ(count, 2 * left);
            EXPECT_GT(left, 0u);
        }
    }
}

// Once the cache has grown to what these questions need; for shapes that meet, pass each other or keep a
// distance. (Of shapes in contact at the start, relation() and local_depth() are asked, which allocate.)
TEST(Allocations, are_none_for_impacts_with_a_cache) {
    const Shape ball(make_sphere(1, 320)), ring(make_torus(2, 0.5, 24, 12)), table(make_box({8, 8, 1}, 4)),
        round(Sphere{{}, 1}), oriented(OrientedBox({1, 1, 1}));
    const Motion falls(test::at(0.1, 0.2, 5), test::at(0, 0, 0)),
        past(test::at(-6, 0, 3.2), test::at(6, 1, 3.3)),
        spins = Motion::flight(test::at(0, 0, 6), {0, 0, -6}, {20, 30, 10}, {0, 0, 6});
    for (const Shape* a : {&ball, &ring, &round, &oriented}) {
        for (const Shape* b : {&ball, &table, &round}) {
            for (const Motion* motion : {&falls, &past, &spins}) {
                QueryCache cache;
                TimeOfImpact found;
                const auto pass = [&] {
                    found = time_of_impact(*a, *motion, *b, {}, {}, {.cache = &cache});
                    time_of_impact(*a, *motion, *b, {}, {.keep = 0.3}, {.cache = &cache});
                };
                for (int i = 0; i < 4; ++i) pass();
                const TimeOfImpact first = found;
                EXPECT_EQ(taken_by(pass).times, 0u) << name_of(first.answer);
                EXPECT_EQ(found.answer, first.answer);
            }
        }
    }
}

TEST(Allocations, are_none_when_rays_are_asked_about) {
    const Shape ball(make_sphere(1, 2000)), ring(make_torus(2, 0.5, 60, 40));
    std::vector<Ray> rays;
    for (int i = 0; i < 200; ++i) rays.push_back({{-3, 0.01 * i, 0.003 * i}, {1, -0.002 * i, 0}});
    rays.push_back({{}, ball.mesh().vertices()[5]});  // through a corner
    std::vector<FirstHit> first(rays.size());
    std::vector<Answer> any(rays.size());
    std::size_t hits = 0;
    const HitCollector count_hits = [&hits](const RayHit&) { return ++hits > 0; };
    for (const Shape* shape : {&ball, &ring}) {
        const Taken taken = taken_by([&] {
            for (const Ray& ray : rays) {
                first_hit(*shape, {}, ray);
                any_hit(*shape, {}, ray);
                visit_hits(*shape, {}, ray, count_hits);
            }
            first_hits(*shape, {}, rays, first);
            any_hits(*shape, {}, rays, any);
        });
        EXPECT_EQ(taken.times, 0u);
    }
    EXPECT_GT(hits, 100u);
}

// A loop that must not wait for the heap: everything that it asks, with and without a cache, once the cache
// has the memory it needs.
TEST(Allocations, are_none_in_a_loop_with_buffers_and_a_cache) {
    const Shape ball(make_sphere(1, 2000)), ring(make_torus(2, 0.5, 60, 40));
    std::vector<IntersectingPair> pairs(500);
    std::vector<Contact> close(500);
    std::vector<RayHit> hits(8);
    QueryCache cache;
    QueryCounts counts;
    std::size_t found = 0, near = 0, hit = 0;
    const auto step = [&](int i) {
        const Pose pose(Quat::about_turns({1, 2, 3}, 0.001 * i), {3.2 - 0.005 * i, 0, 0.1});
        intersects(ring, {}, ball, pose, cache);
        witness(ring, {}, ball, pose, cache);
        const double apart = distance(ring, {}, ball, pose, cache).value;
        const QueryOptions options{.budget = Budget::of_tests(1'000'000), .cache = &cache, .counts = &counts};
        intersects(ring, {}, ball, pose, options);
        distance(ring, {}, ball, pose, options);
        within(ring, {}, ball, pose, 0.1, options);
        witness(ring, {}, ball, pose, options);
        found += intersecting_triangles(ring, {}, ball, pose, pairs).count;
        near += close_triangles(ring, {}, ball, pose, apart + 1e-3, close).count;
        hit += all_hits(ring, {}, Ray({-4, 0.01 * i, 0}, {1, 0, 0}), hits).count;
    };
    for (int i = 0; i < 20; ++i) step(i);
    // The cache takes memory while it grows; then it only moves.
    const auto again = [&] {
        for (int i = 20; i < 200; ++i) step(i);
    };
    again();
    EXPECT_EQ(taken_by([&] { step(199); }).times, 0u);
    EXPECT_GT(found, 100u);
    EXPECT_GT(near, 200u);
    EXPECT_GT(hit, 100u);
}

// Complaint: the mesh copied or all vertices transformed on every query.
TEST(Complaints, the_mesh_is_neither_copied_nor_transformed_on_a_query) {
    // A bead at the inner side of a ring, where no plane is between them.
    const Shape small(make_torus(2, 0.5, 50, 40)), large(make_torus(2, 0.5, 400, 320)),
        bead(make_sphere(0.1, 500));
    const double growth = 64;
    const auto bead_at = [](double gap) { return test::at(0.6 * (1.4 - gap), 0.8 * (1.4 - gap), 0.01); };
    const std::vector<Shape> copies(3, large);
    EXPECT_EQ(copies[2].mesh().vertices().data(), large.mesh().vertices().data());
    const auto work = [&](const Shape& ring, double gap) {
        QueryCounts c;
        intersects(ring, {}, bead, bead_at(gap), {.counts = &c});
        return static_cast<double>(c.box_pairs + c.triangle_pairs);
    };
    // Looking at every vertex would take 64 times as long, and more tests than there are vertices.
    for (const double gap : {1.0, 0.1, 0.01, -0.01, -0.1}) {
        EXPECT_LE(work(large, gap), work(small, gap) * std::sqrt(growth)) << gap;
        EXPECT_LT(work(large, gap), 2000) << gap;
    }
    const std::size_t mesh_bytes = large.mesh().vertices().size() * sizeof(Vec3);
    const auto relate = [&](double gap) { return relation(large, {}, bead, bead_at(gap)); };
    relate(0);  // the first one finds out whether the meshes are closed
    Relation found{};
    for (const double gap : {1.0, 0.01, 0.0, -0.1, -0.4}) {
        EXPECT_LT(taken_by([&] { found = relate(gap); }).bytes, mesh_bytes / 100)
            << gap << " " << name_of(found);
    }
}

}  // namespace
}  // namespace graze
