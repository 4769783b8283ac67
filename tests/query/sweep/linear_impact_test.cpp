// Vertices, faces and edges on linear paths: exact truth from files, planted truth, and truth from samples.
#include "graze/query/sweep/linear_impact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/sweep/ccd_queries.h"

namespace graze {
namespace {

using test::CcdQuery;

// A small integer: degenerate cases of all kinds are frequent, and positions at times in eighths are exact.
Vec3 on_grid(Random& r, std::uint64_t size) {
    const auto n = [&] { return static_cast<double>(r.below(size)); };
    const double x = n(), y = n();
    return {x, y, n()};
}

Vec3 place(const MovingPoint& p, double t) {
    return p.from * (1 - t) + p.to * t;
}

double distance_at(const CcdQuery& q, double t) {
    const Vec3 a = place(q.points[0], t), b = place(q.points[1], t), c = place(q.points[2], t),
               d = place(q.points[3], t);
    return q.edges ? distance(Triangle{a, b, b}, Triangle{c, d, d}).value
                   : distance(a, Triangle{b, c, d}).value;
}

// The same question with corners and features in another order, and backwards in time.
std::vector<CcdQuery> variations(const CcdQuery& q) {
    std::vector<CcdQuery> all;
    const auto& p = q.points;
    if (q.edges) {
        all.push_back({true, q.hit, {p[1], p[0], p[2], p[3]}});
        all.push_back({true, q.hit, {p[0], p[1], p[3], p[2]}});
        all.push_back({true, q.hit, {p[2], p[3], p[0], p[1]}});
    } else {
        all.push_back({false, q.hit, {p[0], p[2], p[3], p[1]}});
        all.push_back({false, q.hit, {p[0], p[3], p[2], p[1]}});
    }
    CcdQuery back = q;
    for (MovingPoint& point : back.points) std::swap(point.from, point.to);
    all.push_back(back);
    return all;
}

void expect_bounds(const LinearImpact& impact) {
    if (impact.answer != Answer::yes) {
        EXPECT_TRUE(std::isnan(impact.at_least) && std::isnan(impact.at_most));
        return;
    }
    EXPECT_LE(0, impact.at_least);
    EXPECT_LE(impact.at_least, impact.at_most);
    EXPECT_LE(impact.at_most, 1);
}

TEST(LinearImpactOfFiles, has_no_misses_and_no_false_alarms) {
    const std::filesystem::path folder = std::filesystem::path(GRAZE_DATA_DIR) / "ccd";
    const std::vector<CcdQuery> queries = test::read_ccd_queries(folder);
    if (queries.empty()) GTEST_SKIP() << "no queries in " << folder;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        SCOPED_TRACE("query " + std::to_string(i));
        const LinearImpact impact = queries[i].ask();
        EXPECT_EQ(impact.answer, queries[i].hit ? Answer::yes : Answer::no);
        expect_bounds(impact);
        for (const CcdQuery& other : variations(queries[i]))
            EXPECT_EQ(other.ask().answer, queries[i].hit ? Answer::yes : Answer::no);
    }
}

TEST(LinearImpactOfFiles, is_not_missed_with_a_separation) {
    const std::filesystem::path folder = std::filesystem::path(GRAZE_DATA_DIR) / "ccd";
    const std::vector<CcdQuery> queries = test::read_ccd_queries(folder);
    if (queries.empty()) GTEST_SKIP() << "no queries in " << folder;
    int alarms = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        SCOPED_TRACE("query " + std::to_string(i));
        const double separation = 1e-3;
        const LinearImpact impact = queries[i].ask(separation);
        if (queries[i].hit) {
            EXPECT_EQ(impact.answer, Answer::yes);
        }
        double least = 1e300;
        for (int k = 0; k <= 200; ++k) least = std::min(least, distance_at(queries[i], k / 200.0));
        if (least < separation * (1 - 1e-9)) {
            EXPECT_EQ(impact.answer, Answer::yes);
        }
        alarms += impact.answer == Answer::undecided ? 1 : 0;
        if (impact.answer == Answer::yes) {
            EXPECT_LE(distance_at(queries[i], impact.at_most), separation * (1 + 1e-9));
        }
    }
    EXPECT_LE(alarms, 2);  // 1 in 1000
}

// A vertex that is in the face, or edges that cross, at a time in eighths: a yes, and not after that time.
TEST(LinearImpact, finds_what_was_planted) {
    Random r(91);
    for (int i = 0; i < 20000; ++i) {
        SCOPED_TRACE("seed 91, " + std::to_string(i));
        CcdQuery q;
        q.edges = r.below(2) == 1;
        const std::uint64_t size = 2 + r.below(9);
        const double time = static_cast<double>(r.below(9)) / 8;
        for (MovingPoint& p : q.points) p = {on_grid(r, size), on_grid(r, size)};
        // Moved so that two points coincide then.
        const auto eighth = [&] { return static_cast<double>(r.below(9)) / 8; };
        const double u = eighth(), v = eighth() * (1 - u);
        const auto mixed = [&](const Vec3& a, const Vec3& b, double s) { return a * (1 - s) + b * s; };
        const auto at = [&](std::size_t k) { return place(q.points[k], time); };
        const Vec3 there = q.edges ? mixed(at(2), at(3), u) : at(1) * (1 - u - v) + at(2) * u + at(3) * v;
        const Vec3 here = q.edges ? mixed(at(0), at(1), v) : at(0);
        for (std::size_t k = 0; k < (q.edges ? 2 : 1); ++k) {
            q.points[k].from += there - here;
            q.points[k].to += there - here;
        }
        const LinearImpact impact = q.ask();
        ASSERT_EQ(impact.answer, Answer::yes);
        expect_bounds(impact);
        EXPECT_LE(impact.at_least, time);
        for (const CcdQuery& other : variations(q)) EXPECT_EQ(other.ask().answer, Answer::yes);
    }
}

// On a grid everything degenerates sooner or later. What samples find must be found, the distance at the time
// found is 0, and it was not 0 before.
TEST(LinearImpact, agrees_with_samples_of_degenerate_cases) {
    Random r(92);
    int hits = 0, misses = 0;
    for (int i = 0; i < 20000; ++i) {
        SCOPED_TRACE("seed 92, " + std::to_string(i));
        CcdQuery q;
        q.edges = r.below(2) == 1;
        const std::uint64_t size = 2 + r.below(3);
        for (MovingPoint& p : q.points) p = {on_grid(r, size), on_grid(r, size)};
        if (r.below(3) == 0)
            for (MovingPoint& p : q.points) p.from.z = p.to.z = 1;
        if (r.below(6) == 0)
            for (MovingPoint& p : q.points) p.from.y = p.to.y = p.from.x;
        const LinearImpact impact = q.ask();
        expect_bounds(impact);
        double sampled = 2;
        for (int k = 0; k <= 64 && sampled > 1; ++k)
            if (distance_at(q, k / 64.0) == 0) sampled = k / 64.0;
        if (sampled <= 1) {
            ASSERT_EQ(impact.answer, Answer::yes);
            EXPECT_LE(impact.at_least, sampled);
        }
        if (impact.answer == Answer::yes) {
            ++hits;
            EXPECT_LT(distance_at(q, impact.at_most), 1e-7);
            EXPECT_LT(distance_at(q, impact.at_least), 1e-7);
            EXPECT_LT(impact.at_most - impact.at_least, 1e-6);
        } else {
            ++misses;
        }
        for (const CcdQuery& other : variations(q)) EXPECT_EQ(other.ask().answer, impact.answer);
    }
    EXPECT_GT(hits, 2000);
    EXPECT_GT(misses, 2000);
}

// Far from degenerate, the sign of the distance along the path is known from dense samples.
TEST(LinearImpact, agrees_with_dense_samples_of_random_paths) {
    Random r(93);
    int hits = 0, misses = 0;
    for (int i = 0; i < 1500; ++i) {
        SCOPED_TRACE("seed 93, " + std::to_string(i));
        CcdQuery q;
        q.edges = r.below(2) == 1;
        const auto anywhere = [&] { return r.in_box({-1, -1, -1}, {1, 1, 1}); };
        for (MovingPoint& p : q.points) {
            const Vec3 from = anywhere();
            p = {from, anywhere()};
        }
        const LinearImpact impact = q.ask();
        constexpr int samples = 400;
        double least = 1e300, fastest = 0;
        for (const MovingPoint& p : q.points) fastest = std::max(fastest, 2 * length(p.to - p.from));
        int first = samples + 1;
        for (int k = 0; k <= samples; ++k) {
            const double d = distance_at(q, static_cast<double>(k) / samples);
            if (d <= fastest / samples && first > samples) first = k;
            least = std::min(least, d);
        }
        if (least > fastest / samples) {
            EXPECT_EQ(impact.answer, Answer::no);
            ++misses;
        }
        if (impact.answer == Answer::yes) {
            ++hits;
            EXPECT_LT(distance_at(q, impact.at_most), 1e-9);
            EXPECT_LT(impact.at_most - impact.at_least, 1e-9);
            EXPECT_GE(impact.at_most * samples, first - 1);
        }
    }
    EXPECT_GT(hits, 150);
    EXPECT_GT(misses, 500);
}

TEST(LinearImpact, is_the_same_for_paths_scaled_by_powers_of_two) {
    Random r(94);
    for (int i = 0; i < 600; ++i) {
        SCOPED_TRACE("seed 94, " + std::to_string(i));
        CcdQuery q;
        q.edges = r.below(2) == 1;
        const std::uint64_t size = 2 + r.below(3);
        for (MovingPoint& p : q.points) p = {on_grid(r, size), on_grid(r, size)};
        const Answer answer = q.ask().answer;
        for (const int power : {-1070, -600, -60, 60, 300}) {
            CcdQuery other = q;
            for (MovingPoint& p : other.points) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    p.from[axis] = std::ldexp(p.from[axis], power);
                    p.to[axis] = std::ldexp(p.to[axis], power);
                }
            }
            EXPECT_EQ(other.ask().answer, answer) << power;
        }
    }
}

// Touches by less than any double tells: the largest and the smallest numbers in one query.
TEST(LinearImpact, is_exact_for_magnitudes_far_apart) {
    const double huge = 1e100, tiny = 5e-324;
    const auto ask = [&](double height) {
        const MovingPoint v{{0, 0, huge}, {0, 0, height}};
        return vertex_face_impact(
            v, {MovingPoint{{-huge, -huge, 0}, {-huge, -huge, 0}},
                MovingPoint{{huge, -huge, 0}, {huge, -huge, 0}}, MovingPoint{{0, huge, 0}, {0, huge, 0}}});
    };
    EXPECT_EQ(ask(tiny).answer, Answer::no);
    EXPECT_EQ(ask(0).answer, Answer::yes);
    EXPECT_EQ(ask(0).at_most, 1);
    EXPECT_EQ(ask(-tiny).answer, Answer::yes);
    // An edge that passes a corner at a distance that underflows when squared.
    const auto pass = [&](double beside) {
        return edge_edge_impact({MovingPoint{{0, -1, -1}, {0, -1, 1}}, MovingPoint{{0, 0, -1}, {0, 0, 1}}},
                                {MovingPoint{{-huge, beside, 0}, {-huge, beside, 0}},
                                 MovingPoint{{huge, beside, 0}, {huge, beside, 0}}})
            .answer;
    };
    EXPECT_EQ(pass(tiny), Answer::no);
    EXPECT_EQ(pass(0), Answer::yes);
    EXPECT_EQ(pass(-tiny), Answer::yes);
}

// A double root: the vertex comes down to the plane of a face that turns away just then.
TEST(LinearImpact, finds_paths_that_touch_at_one_moment_only) {
    // The height over the plane through the origin is (3t-1)^2 by two factors that are linear.
    const auto ask = [](double lift) {
        const MovingPoint v{{0.25, 0.25 - 1, 0.25}, {0.25, 0.25 + 2, 0.25}};
        const MovingPoint f0{{0, 0.25, 0.25 + lift}, {0, 0.25, 0.25 + lift}};
        const MovingPoint f1{{1, 0.25, 0.25 + lift}, {1, 0.25, 0.25 + lift}};
        // Its direction from f0 is (0.5, 1, 1 - 3t).
        const MovingPoint f2{{0.5, 1.25, 0.25 + lift + 1}, {0.5, 1.25, 0.25 + lift - 2}};
        return vertex_face_impact(v, {f0, f1, f2});
    };
    const LinearImpact touch = ask(0);
    EXPECT_EQ(touch.answer, Answer::yes);
    EXPECT_LE(touch.at_least, 1.0 / 3);
    EXPECT_GE(touch.at_most, 1.0 / 3 * (1 - 0x1p-52));
    EXPECT_LT(touch.at_most - touch.at_least, 1e-12);
}

TEST(LinearImpact, refuses_what_is_no_number) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const MovingPoint p{{0, 0, 0}, {1, 0, 0}}, q{{0, nan, 0}, {}};
    EXPECT_EQ(vertex_face_impact(q, {p, p, p}).answer, Answer::bad_input);
    EXPECT_EQ(edge_edge_impact({p, p}, {p, MovingPoint{{1e101, 0, 0}, {}}}).answer, Answer::bad_input);
    EXPECT_EQ(edge_edge_impact({p, p}, {p, p}, nan).answer, Answer::bad_input);
    EXPECT_EQ(edge_edge_impact({p, p}, {p, p}, -1).answer, Answer::bad_input);
    EXPECT_EQ(edge_edge_impact({p, p}, {p, p}).answer, Answer::yes);
}

// Against closed forms: a vertex that falls past the middle of a face, edge, and corner.
TEST(LinearImpact, keeps_a_separation) {
    Random r(95);
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE("seed 95, " + std::to_string(i));
        const Vec3 drawn = r.in_box({0.01, -1, 0.5}, {0.5, 1, 4});
        const double separation = drawn.x, height = drawn.y, speed = drawn.z;
        const MovingPoint v{{0.25, 0.25, 2}, {0.25, 0.25, 2 - speed}};
        const auto still = [&](double x, double y) { return MovingPoint{{x, y, height}, {x, y, height}}; };
        const LinearImpact impact =
            vertex_face_impact(v, {still(0, 0), still(1, 0), still(0, 1)}, separation);
        const double expected = (2 - height - separation) / speed;
        EXPECT_EQ(impact.answer, expected <= 1 ? Answer::yes : Answer::no);
        if (impact.answer != Answer::yes) continue;
        EXPECT_LE(impact.at_least, expected + 1e-15);
        EXPECT_GE(impact.at_most, expected - 1e-15);
        EXPECT_LT(impact.at_most - impact.at_least, 1e-10);
    }
}

}  // namespace
}  // namespace graze
