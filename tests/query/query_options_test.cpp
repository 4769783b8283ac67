// Every question takes the same options, and they go together.
#include "graze/query/query_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/ray/ray.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze {
namespace {

Pose on_path(double t) {
    return Pose(Quat::about_turns({1, 2, 3}, 0.1 * t), {4.2 - 2.7 * t, 0.3 * t, 0.1});
}

TEST(QueryOptions, a_cache_with_a_budget_and_counts_changes_no_answer) {
    const Shape ring(make_torus(2, 0.5, 60, 30)), ball(make_sphere(1, 1000));
    QueryCache cache;
    int undecided = 0, touching = 0;
    for (int i = 0; i < 400; ++i) {
        const Pose pose = on_path(i / 400.0);
        const bool touch = intersects(ring, {}, ball, pose);
        const double value = distance(ring, {}, ball, pose).value;
        QueryCounts counts;
        // Some budgets end the search, and what the cache keeps then must not mislead the next step.
        const QueryOptions options{
            .budget = Budget::of_tests(i % 3 == 0 ? 30u : 1'000'000u), .cache = &cache, .counts = &counts};
        const Answer answer = intersects(ring, {}, ball, pose, options);
        if (answer == Answer::undecided) {
            ++undecided;
        } else {
            ASSERT_EQ(answer, touch ? Answer::yes : Answer::no) << i;
        }
        const Distance d = distance(ring, {}, ball, pose, options);
        ASSERT_LE(d.at_least, value + 1e-12) << i;
        ASSERT_GE(d.value, value - 1e-12) << i;
        if (d.status == QueryStatus::complete) {
            ASSERT_NEAR(d.value, value, 1e-12) << i;
        } else {
            ASSERT_EQ(d.status, QueryStatus::undecided);
            ASSERT_EQ(i % 3, 0);
            ++undecided;
        }
        touching += touch ? 1 : 0;
    }
    EXPECT_GT(undecided, 10);
    EXPECT_GT(touching, 50);
    EXPECT_LT(touching, 350);
}

TEST(QueryOptions, a_filter_chooses_the_pairs_of_distances_and_limits) {
    const Shape ring(make_torus(2, 0.5, 16, 10)), ball(make_sphere(1, 100));
    QueryCache cache;
    for (int i = 0; i < 30; ++i) {
        const Pose pose = on_path(i / 30.0);
        const auto third = [](FeatureId a, FeatureId b) { return (a.index + 2 * b.index) % 3 == 0; };
        double least = std::numeric_limits<double>::infinity();
        for (TriangleId s = 0; s < ring.mesh().triangle_count(); ++s)
            for (TriangleId t = 0; t < ball.mesh().triangle_count(); ++t)
                if (third(FeatureId::face(s), FeatureId::face(t)))
                    least = std::min(least,
                                     distance(ring.mesh().triangle(s), pose(ball.mesh().triangle(t))).value);
        const QueryOptions options{.cache = &cache, .filter = third};
        const Distance d = distance(ring, {}, ball, pose, options);
        EXPECT_NEAR(d.value, least, 1e-12);
        EXPECT_EQ(d.status, QueryStatus::complete);
        EXPECT_EQ(within(ring, {}, ball, pose, least * 1.0001, options), Answer::yes);
        EXPECT_EQ(within(ring, {}, ball, pose, least * 0.9999, options),
                  least > 0 ? Answer::no : Answer::yes);
        EXPECT_NEAR(distance(ring, {}, ball, pose, cache).value, distance(ring, {}, ball, pose).value, 1e-12)
            << "the filter leaves the cache alone";
        for (const Contact& c : close_triangles(ring, {}, ball, pose, least + 0.05, options))
            EXPECT_TRUE(third(c.feature_a, c.feature_b));
    }
}

TEST(QueryOptions, a_filter_and_a_budget_go_with_points_and_rays) {
    const Shape ball(make_sphere(1, 2000));
    Random r(93);
    for (int i = 0; i < 50; ++i) {
        const Vec3 p = r.on_sphere() * r.uniform(0.2, 3);
        const auto even = [](FeatureId f, FeatureId other) {
            EXPECT_EQ(other, FeatureId{});
            return f.index % 2 == 0;
        };
        double least = std::numeric_limits<double>::infinity();
        for (TriangleId t = 0; t < ball.mesh().triangle_count(); t += 2)
            least = std::min(least, distance(p, ball.mesh().triangle(t)).value);
        EXPECT_NEAR(distance(ball, {}, p, {.filter = even}).value, least, 1e-14);
        const double full = distance(ball, {}, p).value;
        for (const std::uint64_t tests : {0, 8, 30, 100, 100000}) {
            const PointDistance d = distance(ball, {}, p, {.budget = Budget::of_tests(tests)});
            EXPECT_LE(d.at_least, full + 1e-14);
            EXPECT_GE(d.value, full);
            EXPECT_EQ(d.status == QueryStatus::complete, d.at_least == d.value);
        }
        const Ray ray(p * 4, -p);
        const FirstHit hit = first_hit(ball, {}, ray);
        ASSERT_TRUE(hit.found());
        EXPECT_EQ(first_hit(ball, {}, ray, {.budget = Budget::of_tests(1)}).answer, Answer::undecided);
        EXPECT_EQ(any_hit(ball, {}, ray, {.budget = Budget::of_tests(1)}), Answer::undecided);
        EXPECT_EQ(all_hits(ball, {}, ray, {.budget = Budget::of_tests(1)}).status, QueryStatus::undecided);
        const FirstHit again = first_hit(ball, {}, ray, {.budget = Budget::of_tests(100000)});
        EXPECT_EQ(again.t, hit.t);
        EXPECT_EQ(again.feature, hit.feature);
    }
}

// Cancels itself at a report.
class CancelledAt : public Progress {
  public:
    explicit CancelledAt(int report) : left_(report) {}
    void report(std::string_view stage, std::uint64_t, std::uint64_t) override {
        stages.emplace(stage);
        ++reports;
        if (--left_ == 0) cancel();
    }
    std::set<std::string> stages;
    int reports = 0;

  private:
    int left_;
};

TEST(QueryOptions, long_questions_report_their_progress_and_can_be_cancelled) {
    const Shape a(make_torus(2, 0.5, 200, 100)), b(make_sphere(1, 20000));
    const Pose pose(Quat{1, 0.2, 0.3, 0.1}, {1.2, 0.1, 0.3});
    std::set<std::string> stages;
    const auto expect_both = [&](const char* name, const auto& is_complete) {
        CancelledAt never(-1), soon(2);
        EXPECT_TRUE(is_complete(QueryOptions{.progress = &never})) << name;
        EXPECT_GE(never.reports, 2) << name;
        EXPECT_LT(never.reports, 400) << name;
        EXPECT_EQ(never.stages.size(), 1u) << name;
        EXPECT_FALSE(is_complete(QueryOptions{.progress = &soon})) << name;
        EXPECT_LE(soon.reports, 3) << name;
        stages.insert(never.stages.begin(), never.stages.end());
    };
    constexpr QueryStatus complete = QueryStatus::complete;
    expect_both("volume",
                [&](const QueryOptions& o) { return overlap_volume(a, {}, b, pose, o).status == complete; });
    expect_both("regions",
                [&](const QueryOptions& o) { return overlap_regions(a, {}, b, pose, o).status == complete; });
    expect_both("curves", [&](const QueryOptions& o) {
        return intersection_curves(a, {}, b, pose, o).status == complete;
    });
    expect_both("depth",
                [&](const QueryOptions& o) { return local_depth(a, {}, b, pose, {}, o).status == complete; });
    expect_both("listing", [&](const QueryOptions& o) {
        return intersecting_triangles(a, {}, b, pose, o).status == complete;
    });
    const Shape box(make_box({2, 2, 2}, 60));  // flush with its copy
    expect_both("relation", [&](const QueryOptions& o) {
        return relation(box, {}, box, Pose::translation({0.5, 0, 2}), o) == Relation::touching;
    });
    EXPECT_GE(stages.size(), 5u);
}

TEST(QueryOptions, lists_in_the_callers_memory_are_those_of_vectors) {
    const Shape ring(make_torus(2, 0.5, 60, 30)), ball(make_sphere(1, 1000));
    const Pose pose = on_path(0.9);
    const auto pairs = intersecting_triangles(ring, {}, ball, pose);
    ASSERT_GT(pairs.size(), 30u);
    std::vector<IntersectingPair> room(pairs.size() + 5), little(10);
    EXPECT_EQ(intersecting_triangles(ring, {}, ball, pose, room), (Filled{pairs.size()}));
    for (std::size_t i = 0; i < pairs.size(); ++i)
        EXPECT_EQ(std::pair(room[i].a, room[i].b), std::pair(pairs[i].a, pairs[i].b));
    EXPECT_EQ(intersecting_triangles(ring, {}, ball, pose, little).count, pairs.size());
    EXPECT_TRUE(
        std::ranges::is_sorted(little, [](const TrianglePair& p, const TrianglePair& q) { return p < q; }));

    const auto close = close_triangles(ring, {}, ball, pose, 0.01);
    std::vector<Contact> contacts(close.size());
    EXPECT_EQ(close_triangles(ring, {}, ball, pose, 0.01, contacts), (Filled{close.size()}));
    for (std::size_t i = 0; i < close.size(); ++i) EXPECT_EQ(contacts[i], close[i]);

    const Ray ray({-4, 0.1, 0.2}, {1, 0, 0});
    const auto hits = all_hits(ring, {}, ray);
    ASSERT_EQ(hits.size(), 4u);
    std::vector<RayHit> small_room(3), enough_room(4);
    EXPECT_EQ(all_hits(ring, {}, ray, small_room).count, 4u);
    EXPECT_EQ(all_hits(ring, {}, ray, enough_room).count, 4u);
    for (std::size_t i = 0; i < hits.size(); ++i) EXPECT_EQ(enough_room[i].t, hits[i].t);
}

TEST(QueryOptions, questions_about_solids_do_not_support_filters) {
    const Shape ball(make_sphere(1, 100));
    const QueryOptions options{.filter = [](FeatureId, FeatureId) { return true; }};
    const Pose pose = Pose::translation({1, 0, 0});
    EXPECT_EQ(relation(ball, {}, ball, pose, options), Relation::unsupported);
    EXPECT_EQ(overlap_volume(ball, {}, ball, pose, options).status, QueryStatus::unsupported);
    EXPECT_EQ(overlap_regions(ball, {}, ball, pose, options).status, QueryStatus::unsupported);
    EXPECT_EQ(intersection_curves(ball, {}, ball, pose, options).status, QueryStatus::unsupported);
}

TEST(Answer, has_names) {
    EXPECT_STREQ(name_of(Answer::no), "no");
    EXPECT_STREQ(name_of(Answer::bad_input), "bad_input");
    EXPECT_STREQ(name_of(QueryStatus::complete), "complete");
    EXPECT_STREQ(name_of(QueryStatus::not_closed), "not_closed");
    static_assert(!std::is_convertible_v<Answer, bool>);
}

}  // namespace
}  // namespace graze
