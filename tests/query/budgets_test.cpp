// Whatever a query is about, a budget leaves the answer open or as it is without one.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"

namespace graze {
namespace {

// Calls `ask(budget)` with larger and larger budgets: true if it was answered. From some budget on it is.
template <class Ask>
void expect_left_open_then_answered(const Ask& ask) {
    bool answered = false;
    std::uint64_t most_left_open = 0;
    for (double tests = 1; tests < 1e9; tests *= 1.7) {
        const auto n = static_cast<std::uint64_t>(tests);
        Meter meter(Budget::of_tests(n));
        const bool now = ask(Budget::part_of(meter));
        EXPECT_LE(meter.spent(), n);
        EXPECT_TRUE(now || !answered) << n << " tests";
        EXPECT_EQ(now, !meter.exhausted()) << n << " tests";
        answered = now;
        if (!now) most_left_open = n;
    }
    EXPECT_TRUE(answered);
    EXPECT_GT(most_left_open, 10u);
}

struct Nobody : Progress {
    void report(std::string_view, std::uint64_t, std::uint64_t) override {}
};

class Budgets : public ::testing::Test {
  protected:
    const Shape a{make_torus(2, 0.5, 24, 12)}, b{make_sphere(1, 800)};
    const Pose pose{Quat{1, 0.2, 0.3, 0.1}, {1.2, 0.1, 0.3}}, apart{Quat{1, 0.2, 0.3, 0.1}, {4, 0.1, 0.3}};
};

TEST_F(Budgets, of_within) {
    const double gap = distance(a, {}, b, apart).value;
    expect_left_open_then_answered([&](const Budget& budget) {
        const Answer close = within(a, {}, b, apart, gap * 0.999, {.budget = budget});
        EXPECT_NE(close, Answer::yes);
        return close == Answer::no;
    });
    EXPECT_EQ(within(a, {}, b, apart, gap * 1.001, {}), Answer::yes);
}

TEST_F(Budgets, of_volumes) {
    const Overlap full = overlap_volume(a, {}, b, pose);
    expect_left_open_then_answered([&](const Budget& budget) {
        const Overlap common = overlap_volume(a, {}, b, pose, {.budget = budget});
        const bool complete = common.status == QueryStatus::complete;
        EXPECT_TRUE(complete ? common.volume == full.volume : std::isnan(common.volume));
        return complete;
    });
}

TEST_F(Budgets, of_regions) {
    const auto full = overlap_regions(a, {}, b, pose);
    expect_left_open_then_answered([&](const Budget& budget) {
        const auto regions = overlap_regions(a, {}, b, pose, {.budget = budget});
        const bool complete = regions.status == QueryStatus::complete;
        EXPECT_EQ(regions.size(), complete ? full.size() : 0);
        return complete;
    });
}

TEST_F(Budgets, of_curves_of_open_surfaces) {
    const auto open = [](const Mesh& m) {
        return Shape(Mesh({m.vertices().begin(), m.vertices().end()},
                          {m.triangles().begin() + 7, m.triangles().end()}));
    };
    const Shape c = open(a.mesh()), d = open(b.mesh());
    const auto full = intersection_curves(c, {}, d, pose);
    expect_left_open_then_answered([&](const Budget& budget) {
        const auto curves = intersection_curves(c, {}, d, pose, {.budget = budget});
        const bool complete = curves.status == QueryStatus::complete;
        EXPECT_EQ(curves.size(), complete ? full.size() : 0);
        return complete;
    });
}

TEST_F(Budgets, of_depths) {
    const LocalDepth full = local_depth(a, {}, b, pose);
    expect_left_open_then_answered([&](const Budget& budget) {
        const LocalDepth depth = local_depth(a, {}, b, pose, {}, {.budget = budget});
        EXPECT_LE(depth.value, full.at_most);
        EXPECT_GE(depth.at_most, full.value);
        const bool complete = depth.status == QueryStatus::complete;
        if (complete) {
            EXPECT_EQ(depth.value, full.value);
        }
        return complete;
    });
}

TEST_F(Budgets, are_used_up_when_somebody_has_cancelled) {
    Nobody progress;
    progress.cancel();
    const QueryOptions cancelled{.progress = &progress};
    EXPECT_EQ(relation(a, {}, b, pose, cancelled), Relation::undecided);
    EXPECT_EQ(within(a, {}, b, apart, 0.1, cancelled), Answer::undecided);
    EXPECT_EQ(overlap_volume(a, {}, b, pose, cancelled).status, QueryStatus::undecided);
    EXPECT_EQ(overlap_regions(a, {}, b, pose, cancelled).status, QueryStatus::undecided);
    EXPECT_EQ(intersection_curves(a, {}, b, pose, cancelled).status, QueryStatus::undecided);
    EXPECT_EQ(local_depth(a, {}, b, pose, {}, cancelled).status, QueryStatus::undecided);
    EXPECT_EQ(intersecting_triangles(a, {}, b, pose, cancelled).status, QueryStatus::undecided);
    EXPECT_EQ(distance(a, {}, b, apart, cancelled).status, QueryStatus::undecided);
}

// Triangles in one place, against one another: what they take is exact work, and counted.
TEST_F(Budgets, bound_the_work_on_many_copies_of_a_triangle) {
    const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const Shape copies(Mesh(corners, std::vector<std::array<VertexId, 3>>(2000, {0, 1, 2})));
    QueryCounts counts;
    std::uint64_t found = 0;
    const auto count = [&](TriangleId, TriangleId) { return ++found > 0; };
    const Answer met = visit_intersecting_triangles(copies, {}, copies, {}, count,
                                                    {.budget = Budget::of_tests(100'000), .counts = &counts});
    EXPECT_EQ(met, Answer::undecided);
    EXPECT_LE(counts.triangle_pairs, 100'000u + 8);
    EXPECT_LE(counts.exact_pairs * 16, 100'000u + 16);
    EXPECT_LE(found, 100'000u);
}

}  // namespace
}  // namespace graze
