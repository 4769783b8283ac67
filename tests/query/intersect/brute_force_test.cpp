#include "graze/query/intersect/brute_force.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/triangle/triangle_pair.h"

namespace {

using graze::BruteForceResult;
using graze::find_intersections_brute_force;
using graze::Mesh;
using graze::Pose;
using graze::Random;
using graze::TrianglePair;
using graze::Vec3;

// Triangles of very different sizes; on a coarse grid, so that they share corners, edges and planes.
Mesh random_soup(Random& random, std::size_t triangles, bool on_grid) {
    std::vector<Vec3> vertices;
    std::vector<std::array<graze::VertexId, 3>> corners;
    for (std::size_t t = 0; t < triangles; ++t) {
        const double size = random.chance(0.1) ? 1.0 : 0.2;
        const Vec3 centre = random.in_box({-1, -1, -1}, {1, 1, 1});
        std::array<graze::VertexId, 3> ids{};
        for (auto& id : ids) {
            Vec3 p = centre + random.in_box({-size, -size, -size}, {size, size, size});
            if (on_grid) p = {std::round(p.x * 4) / 4, std::round(p.y * 4) / 4, std::round(p.z * 4) / 4};
            id = static_cast<graze::VertexId>(vertices.size());
            vertices.push_back(p);
        }
        corners.push_back(ids);
    }
    return Mesh(std::move(vertices), corners);
}

std::vector<TrianglePair> all_pairs(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    std::vector<TrianglePair> pairs;
    for (graze::TriangleId i = 0; i < a.triangle_count(); ++i)
        for (graze::TriangleId j = 0; j < b.triangle_count(); ++j)
            if (graze::intersects(pose_a(a.triangle(i)), pose_b(b.triangle(j)))) pairs.push_back({i, j});
    return pairs;
}

Pose random_pose(Random& random) {
    return Pose(random.rotation(), random.in_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
}

class CancelAtOnce : public graze::Progress {
  public:
    void report(std::string_view, std::uint64_t, std::uint64_t) override { cancel(); }
};

class Recorder : public graze::Progress {
  public:
    void report(std::string_view, std::uint64_t done, std::uint64_t total) override {
        EXPECT_GE(done, last);
        EXPECT_LE(done, total);
        last = done;
        ++calls;
    }
    std::uint64_t last = 0;
    int calls = 0;
};

TEST(BruteForce, finds_the_pairs_that_the_triangle_test_finds) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const bool on_grid = seed % 2 == 0;
        const Mesh a = random_soup(random, 120, on_grid), b = random_soup(random, 90, on_grid);
        const Pose pose_a = on_grid ? Pose() : random_pose(random);
        const Pose pose_b = on_grid ? Pose::translation({0.25, 0, 0}) : random_pose(random);
        const std::vector<TrianglePair> expected = all_pairs(a, pose_a, b, pose_b);
        ASSERT_FALSE(expected.empty());
        const BruteForceResult result = find_intersections_brute_force(a, pose_a, b, pose_b);
        EXPECT_EQ(result.pairs, expected);
        EXPECT_EQ(result.pair_count, expected.size());
        EXPECT_TRUE(result.complete);
        EXPECT_GE(result.counts.pairs, expected.size());
        EXPECT_EQ(result.counts.apart + result.counts.intersecting + result.counts.undecided,
                  result.counts.pairs);
    }
}

TEST(BruteForce, finds_the_lowest_pair_first) {
    for (std::uint64_t seed = 100; seed < 120; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const Mesh a = random_soup(random, 60, false), b = random_soup(random, 60, false);
        const Pose pose_b = random_pose(random);
        const std::vector<TrianglePair> expected = all_pairs(a, Pose(), b, pose_b);
        const BruteForceResult first =
            find_intersections_brute_force(a, Pose(), b, pose_b, {.first_only = true});
        ASSERT_EQ(first.touching(), !expected.empty());
        if (expected.empty()) continue;
        EXPECT_EQ(first.pair_count, 1U);
        EXPECT_EQ(first.pairs, std::vector{expected.front()});
    }
}

TEST(BruteForce, gives_the_same_pairs_with_the_meshes_exchanged) {
    Random random(7);
    const Mesh a = random_soup(random, 100, true), b = random_soup(random, 150, true);
    std::vector<TrianglePair> exchanged;
    for (const TrianglePair& p : find_intersections_brute_force(b, Pose(), a, Pose()).pairs)
        exchanged.push_back({p.b, p.a});
    std::sort(exchanged.begin(), exchanged.end());
    EXPECT_EQ(find_intersections_brute_force(a, Pose(), b, Pose()).pairs, exchanged);
}

TEST(BruteForce, boxes_that_touch_in_a_face_touch) {
    const Mesh box = graze::make_box({1, 1, 1}, 4);
    EXPECT_TRUE(find_intersections_brute_force(box, Pose(), box, Pose::translation({1, 0, 0})).touching());
    EXPECT_TRUE(find_intersections_brute_force(box, Pose(), box, Pose::translation({1, 1, 1})).touching());
}

TEST(BruteForce, boxes_one_step_of_a_double_apart_do_not_touch) {
    const Mesh box = graze::make_box({1, 1, 1}, 4);
    const double beyond_one = std::nextafter(1.0, 2.0);
    const BruteForceResult result =
        find_intersections_brute_force(box, Pose(), box, Pose::translation({beyond_one, 0, 0}));
    EXPECT_FALSE(result.touching());
    EXPECT_TRUE(result.complete);
}

TEST(BruteForce, a_sphere_inside_another_has_no_common_point) {
    const Mesh outer = graze::make_sphere(2, 500), inner = graze::make_sphere(1, 500);
    EXPECT_FALSE(find_intersections_brute_force(outer, Pose(), inner, Pose()).touching());
}

TEST(BruteForce, an_empty_mesh_touches_nothing) {
    const Mesh box = graze::make_box({1, 1, 1});
    EXPECT_FALSE(find_intersections_brute_force(Mesh(), Pose(), box, Pose()).touching());
    EXPECT_FALSE(find_intersections_brute_force(box, Pose(), Mesh(), Pose()).touching());
}

TEST(BruteForce, keeps_the_lowest_pairs_and_counts_all) {
    const Mesh a = graze::make_sphere(1, 5000), b = graze::make_sphere(1, 5000);
    const Pose pose = Pose::translation({0.5, 0, 0});
    const BruteForceResult all = find_intersections_brute_force(a, Pose(), b, pose);
    ASSERT_GT(all.pairs.size(), 10U);
    const BruteForceResult some = find_intersections_brute_force(a, Pose(), b, pose, {.max_pairs = 10});
    EXPECT_EQ(some.pair_count, all.pair_count);
    EXPECT_EQ(some.counts, all.counts);
    EXPECT_EQ(some.pairs, std::vector(all.pairs.begin(), all.pairs.begin() + 10));
}

TEST(BruteForce, reports_progress_up_to_the_end) {
    const Mesh a = graze::make_sphere(1, 20000);
    Recorder recorder;
    find_intersections_brute_force(a, Pose(), graze::make_box({3, 3, 1}), Pose(), {.progress = &recorder});
    EXPECT_EQ(recorder.last, a.triangle_count());
    EXPECT_GT(recorder.calls, 1);
    EXPECT_LE(recorder.calls, 300);
}

TEST(BruteForce, says_so_when_it_is_cancelled) {
    const Mesh sphere = graze::make_sphere(1, 20000);
    CancelAtOnce progress;
    const BruteForceResult result = find_intersections_brute_force(
        sphere, Pose(), sphere, Pose::translation({0.1, 0, 0}), {.progress = &progress});
    EXPECT_FALSE(result.complete);

    CancelAtOnce cancelled_before;
    cancelled_before.cancel();
    const BruteForceResult nothing =
        find_intersections_brute_force(sphere, Pose(), sphere, Pose(), {.progress = &cancelled_before});
    EXPECT_FALSE(nothing.complete);
    EXPECT_EQ(nothing.pair_count, 0U);
}

}  // namespace
