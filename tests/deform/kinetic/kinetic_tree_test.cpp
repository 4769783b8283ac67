#include "graze/deform/kinetic/kinetic_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/deform/creased_sheet.h"
#include "tests/deform/kinetic/whole_flights.h"

namespace graze {
namespace {

template <class Tree>
class KineticTrees : public testing::Test {};
using Trees = testing::Types<KineticAabbTree, KineticBoxTree>;
TYPED_TEST_SUITE(KineticTrees, Trees);

// Every box against the rounded positions of all vertices below.
template <class Tree>
void expect_boxes_around_vertices(const Tree& tree) {
    std::vector<Vec3> at(tree.mesh().vertices().size());
    tree.positions(at);
    for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
        const Box box = tree.box(n);
        for (const TriangleId t : tree.node(n).triangles)
            for (const VertexId v : tree.mesh().triangles()[t])
                ASSERT_TRUE(box.contains(at[v])) << "node " << n << ", vertex " << v << " at " << tree.now();
    }
}

// By integers: whole coordinates, and times in ticks.
using test::WholeFlights;
void expect_furthest_vertices(const KineticAabbTree& tree, const WholeFlights& flights) {
    for (std::uint32_t n = 0; n < tree.node_count(); ++n)
        for (std::size_t side = 0; side < 6; ++side)
            for (const TriangleId t : tree.node(n).triangles)
                for (const VertexId v : tree.mesh().triangles()[t])
                    ASSERT_FALSE(flights.is_beyond(v, tree.vertex_on(n, side), side, tree.now()))
                        << "node " << n << ", side " << side << ", vertex " << v << " at " << tree.now();
}
// A box that is off by less than a unit may be so by rounding, or by 2^-50 of the largest coordinate.
void expect_furthest_vertices(const KineticBoxTree& tree, const WholeFlights& flights) {
    for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
        const Box box = tree.box(n);
        for (const TriangleId t : tree.node(n).triangles)
            for (const VertexId v : tree.mesh().triangles()[t])
                ASSERT_TRUE(flights.is_within(v, box, tree.now()));
    }
}

TYPED_TEST(KineticTrees, are_right_at_every_time) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        // Few coordinates meet all the time, many hardly ever.
        const std::uint64_t range = seed % 3 == 0 ? 4 : seed % 3 == 1 ? 1000 : 1ull << 40;
        WholeFlights flights(test::creased_sheet(6, seed), r, range);
        TypeParam tree(flights.mesh(), {.leaf_triangles = static_cast<std::uint32_t>(1 + seed % 4)});
        for (int step = 0; step < 3; ++step) {
            flights.fly(r, range);
            tree.step_to(flights.to());
            std::vector<double> times{0, 0x1p-53, 0x1p-52, 0.5, 1 - 0x1p-53, 1};
            for (int i = 0; i < 12; ++i) times.push_back(r.uniform());
            std::ranges::sort(times);
            for (const double time : times) {
                tree.advance(time);
                ASSERT_EQ(tree.now(), time);
                expect_furthest_vertices(tree, flights);
                expect_boxes_around_vertices(tree);
                if (this->HasFatalFailure()) return;
            }
        }
        EXPECT_GT(tree.counts().events(), 0u);
        EXPECT_GE(tree.counts().updates, tree.counts().events());
    }
}

TYPED_TEST(KineticTrees, do_not_depend_on_how_often_one_looks) {
    const Mesh sheet = test::creased_sheet(20, 5);
    TypeParam seldom(sheet), often(sheet);
    Random r(7);
    for (int step = 0; step < 3; ++step) {
        std::vector<Vec3> to(sheet.vertices().begin(), sheet.vertices().end());
        for (Vec3& p : to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
        seldom.step_to(to);
        often.step_to(to);
        for (int i = 1; i <= 100; ++i) often.advance(0.01 * i > 1 ? 1 : 0.01 * i);
        seldom.advance(1);
    }
    EXPECT_GT(seldom.counts().events(), 100u);
    EXPECT_EQ(seldom.counts().events(), often.counts().events());
    EXPECT_EQ(seldom.counts().updates, often.counts().updates);
    EXPECT_EQ(seldom.counts().batches, often.counts().batches);
    for (std::uint32_t n = 0; n < seldom.node_count(); ++n) ASSERT_EQ(seldom.box(n), often.box(n));
}

TYPED_TEST(KineticTrees, have_no_events_where_all_is_moved_or_scaled_alike) {
    const Mesh sheet = test::creased_sheet(30, 9);
    TypeParam tree(sheet);
    std::vector<Vec3> to(sheet.vertices().begin(), sheet.vertices().end());
    for (Vec3& p : to) p += Vec3{1e3, -0.1, 1.0 / 3};
    tree.step_to(to);
    tree.advance(0.3);
    expect_boxes_around_vertices(tree);
    tree.advance(1);
    for (Vec3& p : to) p = p * 0.7;
    tree.step_to(to);
    tree.advance(0.9);
    expect_boxes_around_vertices(tree);
    tree.advance(1);
    for (Vec3& p : to) p = Vec3{p.x * 3, p.y * 1e-6, p.z};
    tree.step_to(to);
    tree.advance(1);
    EXPECT_EQ(tree.counts().events(), 0u);
    EXPECT_EQ(tree.counts().updates, 0u);
    EXPECT_EQ(tree.counts().steps, 3u);
    // That the counters count at all: mirrored.
    for (Vec3& p : to) p.x = -p.x;
    tree.step_to(to);
    tree.advance(1);
    EXPECT_GT(tree.counts().events(), 0u);
    expect_boxes_around_vertices(tree);
}

TYPED_TEST(KineticTrees, have_events_near_n_log_n) {
    std::vector<double> logs, events;
    for (const std::uint32_t side : {16u, 32u, 64u, 128u}) {
        // A sheet that turns by a tenth of a radian and ripples.
        const Mesh flat = test::creased_sheet(side, 3, 0.3);
        std::vector<Vec3> to(flat.vertices().begin(), flat.vertices().end());
        for (Vec3& p : to) {
            const double u = p.x / side, v = p.y / side;
            p = Vec3{p.x - 0.1 * p.y, p.y + 0.1 * p.x, p.z + 0.3 * std::sin(5 * u + 7 * v)};
        }
        TypeParam tree(flat);
        tree.step_to(to);
        tree.advance(1);
        const double n = static_cast<double>(flat.vertices().size());
        logs.push_back(std::log(n));
        events.push_back(std::log(static_cast<double>(tree.counts().events())));
        EXPECT_LT(static_cast<double>(tree.counts().events()), 6 * n * std::log2(n));
    }
    const double exponent = (events.back() - events.front()) / (logs.back() - logs.front());
    EXPECT_GT(exponent, 0.8);
    EXPECT_LT(exponent, 1.2);
}

TYPED_TEST(KineticTrees, take_vertices_that_rest_or_are_all_at_one_place) {
    const Mesh ball = make_sphere(1, 200);
    TypeParam tree(ball);
    tree.step_to(ball.vertices());
    tree.advance(0.5);
    tree.advance(1);
    EXPECT_EQ(tree.counts().events(), 0u);
    // All meet in one point at the end, and go on through it.
    const std::vector<Vec3> point(ball.vertices().size(), Vec3{1, 2, 3});
    tree.step_to(point);
    tree.advance(1);
    expect_boxes_around_vertices(tree);
    EXPECT_EQ(tree.counts().events(), 0u);
    std::vector<Vec3> through(ball.vertices().begin(), ball.vertices().end());
    for (Vec3& p : through) p = Vec3{1, 2, 3} - p;
    tree.step_to(through);
    tree.advance(0);
    expect_boxes_around_vertices(tree);
    tree.advance(0x1p-53);
    expect_boxes_around_vertices(tree);
    EXPECT_GT(tree.counts().events(), 0u);
    EXPECT_EQ(tree.counts().batches, 1u);  // all at once
    tree.advance(1);
    EXPECT_EQ(tree.counts().batches, 1u);
    expect_boxes_around_vertices(tree);
}

TYPED_TEST(KineticTrees, take_huge_and_tiny_scales) {
    const Mesh sheet = test::creased_sheet(8, 4);
    for (const double scale : {1e98, 1e-300, 1e-310, 5e-324}) {
        SCOPED_TRACE(scale);
        std::vector<Vec3> from(sheet.vertices().begin(), sheet.vertices().end()), to = from;
        Random r(11);
        for (Vec3& p : to) p += r.in_box({-3, -3, -3}, {3, 3, 3});
        for (Vec3& p : from) p = p * scale;
        for (std::size_t v = 0; v < to.size(); ++v) to[v] = to[v] * (v % 5 == 0 ? scale * 0.01 : scale);
        const Mesh mesh(from, {sheet.triangles().begin(), sheet.triangles().end()});
        TypeParam tree(mesh);
        tree.step_to(to);
        for (const double time : {0.1, 0.2, 0.7, 1.0}) {
            tree.advance(time);
            expect_boxes_around_vertices(tree);
        }
        EXPECT_GT(tree.counts().events(), 0u);
    }
}

TYPED_TEST(KineticTrees, follow_vertices_that_are_sent_elsewhere) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        const std::uint64_t range = seed % 2 == 0 ? 8 : 1ull << 30;
        WholeFlights flights(test::creased_sheet(6, seed), r, range);
        TypeParam tree(flights.mesh());
        flights.fly(r, range);
        tree.step_to(flights.to());
        double time = 0;
        while (time < 0.95) {
            time += 0.03 * (1 + r.uniform());
            tree.advance(std::min(time, 1.0));
            for (int i = 0; i < 5 && time < 1; ++i) {
                const auto v = static_cast<VertexId>(r.below(flights.to().size()));
                const Vec3 where = tree.position(v);
                tree.redirect(v, flights.place(r, range));
                const Vec3 jump = tree.position(v) - where;
                ASSERT_LE(std::max({std::abs(jump.x), std::abs(jump.y), std::abs(jump.z)}),
                          0x1p-49 * static_cast<double>(range));
            }
            expect_boxes_around_vertices(tree);
            if (this->HasFatalFailure()) return;
        }
        tree.advance(1);
        expect_boxes_around_vertices(tree);
        EXPECT_GT(tree.counts().redirections, 50u);
        // A new step from the middle of one.
        flights.fly(r, range);
        tree.step_to(flights.to());
        tree.advance(0.4);
        flights.fly(r, range);
        tree.step_to(flights.to());
        expect_boxes_around_vertices(tree);
        tree.advance(0.6);
        expect_boxes_around_vertices(tree);
    }
}

TYPED_TEST(KineticTrees, find_the_pairs_that_intersect) {
    const Mesh ball = make_sphere(3, 400);
    const Mesh sheet = test::creased_sheet(12, 2);
    TypeParam a(ball), b(sheet);
    Random r(5);
    std::size_t found = 0;
    std::vector<Vec3> ball_to(ball.vertices().begin(), ball.vertices().end()),
        sheet_to(sheet.vertices().begin(), sheet.vertices().end());
    for (Vec3& p : ball_to) p = p * 1.5 + Vec3{4, 4, 0};
    for (Vec3& p : sheet_to) p += r.in_box({-2, -2, -2}, {2, 2, 2});
    a.step_to(ball_to);
    b.step_to(sheet_to);
    for (const double time : {0.0, 0.3, 0.8, 1.0}) {
        a.advance(time);
        b.advance(time);
        std::vector<TrianglePair> expected;
        const auto triangle = [](const TypeParam& tree, TriangleId t) {
            const auto& v = tree.mesh().triangles()[t];
            return Triangle{{tree.position(v[0]), tree.position(v[1]), tree.position(v[2])}};
        };
        for (TriangleId s = 0; s < ball.triangle_count(); ++s)
            for (TriangleId t = 0; t < sheet.triangle_count(); ++t)
                if (intersects(triangle(a, s), triangle(b, t))) expected.push_back({s, t});
        EXPECT_EQ(intersecting_triangles(a, b), expected);
        found += expected.size();
    }
    EXPECT_GT(found, 50u);
}

TYPED_TEST(KineticTrees, refuse_what_is_not_a_flight_plan) {
    const Mesh ball = make_sphere(1, 50);
    TypeParam tree(ball);
    std::vector<Vec3> to(ball.vertices().begin(), ball.vertices().end());
    EXPECT_THROW(tree.step_to(std::span(to).first(3)), Error);
    EXPECT_THROW(tree.redirect(0, {}), Error);  // at the end of a step
    tree.step_to(to);
    to[3].y = std::nan("");
    EXPECT_THROW(tree.step_to(to), Error);
    to[3].y = 1e101;
    EXPECT_THROW(tree.step_to(to), Error);
    tree.advance(0.5);
    EXPECT_THROW(tree.advance(0.4), Error);
    EXPECT_THROW(tree.advance(1.5), Error);
    EXPECT_THROW(tree.advance(std::nan("")), Error);
    EXPECT_THROW(tree.redirect(static_cast<VertexId>(to.size()), {}), Error);
    EXPECT_THROW(tree.redirect(0, {0, 2e100, 0}), Error);
    EXPECT_THROW(TypeParam(ball, {.leaf_triangles = 0}), Error);
    EXPECT_THROW(TypeParam(ball, {.axis_again = 2}), Error);
    EXPECT_THROW(TypeParam{Mesh{}}, Error);
}

TEST(KineticBoxTree, has_fewer_events_than_a_tree_of_boxes) {
    const Mesh sheet = test::creased_sheet(40, 3);
    KineticAabbTree boxes(sheet);
    KineticBoxTree planes(sheet), unruled(sheet, {.axis_again = 0});
    std::vector<Vec3> to(sheet.vertices().begin(), sheet.vertices().end());
    Random r(4);
    for (Vec3& p : to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
    for (KineticTree* tree : {static_cast<KineticTree*>(&boxes), static_cast<KineticTree*>(&planes),
                              static_cast<KineticTree*>(&unruled)}) {
        tree->step_to(to);
        tree->advance(1);
    }
    EXPECT_GT(planes.counts().events(), 0u);
    EXPECT_LT(2 * planes.counts().events(), boxes.counts().events());
    EXPECT_LT(2 * unruled.counts().events(), boxes.counts().events());
}

}  // namespace
}  // namespace graze
