// Shapes that touch at the start: the question is when they overlap.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/convex/convex_hull.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/relation/relation.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/query/meshes.h"
#include "tests/query/solids.h"
#include "tests/query/sweep/sweep_checks.h"
#include "tests/soak.h"

namespace graze {
namespace {

const Shape& large_table() {
    static const Shape shape(make_box({10, 10, 1}, 4));
    return shape;
}
const Shape& small_cube() {
    static const Shape shape(make_box({1, 1, 1}, 2));
    return shape;
}

TimeOfImpact time_of(const Motion& motion, const Shape& a = small_cube(), const Shape& b = large_table(),
                     const Pose& pose_b = {}) {
    return time_of_impact(a, motion, b, pose_b);
}

TEST(ImpactOverlap, sliding_on_a_table_is_no_impact) {
    const TimeOfImpact found = time_of({test::shifted_by(-3, 0.1, 1), test::shifted_by(3, 0.7, 1)});
    EXPECT_EQ(found.question, ImpactQuestion::overlap);
    EXPECT_EQ(found.answer, Answer::no);
}

TEST(ImpactOverlap, turning_on_a_table_is_no_impact) {
    EXPECT_EQ(time_of(Motion::flight(test::shifted_by(0, 0, 1), {1, 0, 0}, {0, 0, 40}, {0, 0, 1})).answer,
              Answer::no);
}

TEST(ImpactOverlap, lifting_and_tilting_are_no_impact) {
    EXPECT_EQ(time_of({test::shifted_by(0, 0, 1), test::shifted_by(1, 0, 4)}).answer, Answer::no);
    // About an edge that stays on the table.
    EXPECT_EQ(time_of(Motion::flight(test::shifted_by(0, 0, 1), {}, {0, 0.7, 0}, {0.5, 0, 0.5})).answer,
              Answer::no);
}

TEST(ImpactOverlap, pressing_into_the_table_is_an_impact_at_once) {
    const TimeOfImpact found = time_of({test::shifted_by(0, 0, 1), test::shifted_by(0, 0, 0.5)});
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_LT(found.at_most, 1e-6);
    EXPECT_NEAR(found.normal.z, -1, 1e-9);
}

TEST(ImpactOverlap, turning_about_an_edge_into_the_table_is_an_impact_at_once) {
    const TimeOfImpact found =
        time_of(Motion::flight(test::shifted_by(0, 0, 1), {}, {0, -0.7, 0}, {0.5, 0, 0.5}));
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_LT(found.at_most, 1e-6);
}

// No triangle of one passes through a triangle of the other: all walls are flush.
TEST(ImpactOverlap, is_seen_where_outlines_are_the_same) {
    for (const bool inside_out : {false, true}) {
        const Mesh plain = make_box({1, 1, 1}, 2);
        const Shape other(inside_out ? test::inside_out(plain) : plain);
        const TimeOfImpact found =
            time_of({test::shifted_by(0, 0, 1), test::shifted_by(0, 0, 0.5)}, small_cube(), other);
        ASSERT_EQ(found.answer, Answer::yes) << inside_out;
        EXPECT_LT(found.at_least, 1e-6) << inside_out;
        EXPECT_EQ(
            time_of({test::shifted_by(0, 0, 1), test::shifted_by(0, 0, 1.5)}, small_cube(), other).answer,
            Answer::no)
            << inside_out;
        EXPECT_EQ(
            time_of({test::shifted_by(0, 0, 1), test::shifted_by(0.3, 0.6, 1)}, small_cube(), other).answer,
            Answer::no)
            << inside_out;
    }
}

TEST(ImpactOverlap, sliding_into_a_wall_is_met_there) {
    const Mesh floor = make_box({10, 10, 1}, 4);
    const Mesh wall = test::moved(make_box({1, 10, 3}, 3), {2, 0, 2});
    const Shape corner(test::joined({floor, wall}));
    const TimeOfImpact found =
        time_of({test::shifted_by(-3, 0.1, 1), test::shifted_by(3, 0.1, 1)}, small_cube(), corner);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_NEAR(found.at_least, 4.0 / 6, 1e-6);
    EXPECT_NEAR(found.at_most, 4.0 / 6, 1e-6);
    EXPECT_NEAR(found.normal.x, 1, 1e-6);
}

// Rounding makes the faces of these overlap or part by a few units in the last place.
TEST(ImpactOverlap, sliding_on_a_slope_is_no_impact) {
    for (int i = 0; i < 40; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        const Pose slope = test::random_pose(r, 5);
        const Vec3 from{r.uniform(-3, 3), r.uniform(-3, 3), 1}, to{r.uniform(-3, 3), r.uniform(-3, 3), 1};
        const Pose first = slope * Pose::translation(from), last = slope * Pose::translation(to);
        EXPECT_EQ(time_of({first, last}, small_cube(), large_table(), slope).answer, Answer::no)
            << "seed " << i + 1;
        const Pose up = slope * Pose::translation(to + Vec3{0, 0, 1}),
                   down = slope * Pose::translation(to - Vec3{0, 0, 0.5});
        EXPECT_EQ(time_of({first, up}, small_cube(), large_table(), slope).answer, Answer::no)
            << "seed " << i + 1;
        const TimeOfImpact pressed = time_of({first, down}, small_cube(), large_table(), slope);
        EXPECT_EQ(pressed.answer, Answer::yes) << "seed " << i + 1;
        EXPECT_LT(pressed.at_most, 1e-5) << "seed " << i + 1;
    }
}

TEST(ImpactOverlap, at_the_start_is_an_impact_at_the_start) {
    const TimeOfImpact found = time_of({test::shifted_by(0, 0, 0.9), test::shifted_by(0, 0, 4)});
    EXPECT_EQ(found.answer, Answer::yes);
    EXPECT_EQ(found.at_least, 0);
    EXPECT_EQ(found.at_most, 0);
}

// Against dense samples of `relation`: a peg in its hole and a box on a step, moved at random.
TEST(ImpactOverlap, of_random_motions_agrees_with_relations) {
    const Shape tube(make_tube(2, 1, 2, 4)), peg(make_cylinder(1, 1, 4));
    int hits = 0, free = 0;
    for (int i = 0; i < 60; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        Vec3 way{r.uniform(-1, 1) * (i % 3 == 0), r.uniform(-1, 1) * (i % 3 == 1), r.uniform(-4, 4)};
        const Motion motion(test::shifted_by(0, 0, 0.2), test::shifted_by(way.x, way.y, way.z));
        const TimeOfImpact found = time_of_impact(peg, motion, tube, Pose{});
        ASSERT_EQ(found.question, ImpactQuestion::overlap);
        double first = 2;
        for (int k = 0; k <= 100 && first > 1; ++k)
            if (relation(peg, motion.at(k / 100.0), tube, Pose{}) == Relation::overlapping) first = k / 100.0;
        if (first <= 1) {
            ++hits;
            ASSERT_EQ(found.answer, Answer::yes) << "seed " << i + 1;
            EXPECT_LE(found.at_least, first + 1e-6) << "seed " << i + 1;
            EXPECT_GE(found.at_most, first - 0.0101) << "seed " << i + 1;
        } else {
            ++free;
            EXPECT_EQ(found.answer, Answer::no) << "seed " << i + 1 << " at " << found.at_least;
        }
    }
    EXPECT_GT(hits, 10);
    EXPECT_GT(free, 10);
}

// How deep two boxes around their origins are in each other, along fifteen axes; below 0: how far apart along
// the best of these (Gottschalk, Lin, Manocha 1996). Shares nothing with the library but the poses.
long double depth_of_boxes(const Pose& pose_a, const Vec3& half_a, const Pose& pose_b, const Vec3& half_b) {
    struct Axis {
        long double x, y, z;
    };
    const auto axis_of = [](const Pose& pose, std::size_t k) {
        const auto& m = pose.matrix();
        return Axis{m[0][k], m[1][k], m[2][k]};
    };
    const auto along = [](const Axis& p, const Axis& q) { return p.x * q.x + p.y * q.y + p.z * q.z; };
    const Axis from_a = axis_of(pose_a, 3), from_b = axis_of(pose_b, 3);
    const Axis way{from_b.x - from_a.x, from_b.y - from_a.y, from_b.z - from_a.z};
    long double least = 1e300L;
    const auto look = [&](const Axis& n) {
        const long double size = std::sqrt(along(n, n));
        if (size < 1e-7L) return;  // parallel edges: the axes of faces tell
        long double sum = -std::abs(along(n, way));
        for (std::size_t k = 0; k < 3; ++k)
            sum += std::abs(along(n, axis_of(pose_a, k))) * half_a[k] +
                   std::abs(along(n, axis_of(pose_b, k))) * half_b[k];
        least = std::min(least, sum / size);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        look(axis_of(pose_a, i));
        look(axis_of(pose_b, i));
        for (std::size_t j = 0; j < 3; ++j) {
            const Axis p = axis_of(pose_a, i), q = axis_of(pose_b, j);
            look({p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x});
        }
    }
    return least;
}

struct BoxContact {
    Vec3 half_a, half_b;
    Pose pose_a, pose_b;
    Motion motion;
};

// Two boxes that have an edge, or a part of one, in common and lean against each other, or stand side by side
// or on one another; one is pushed, lifted and turned.
BoxContact boxes_in_contact(Random& r) {
    BoxContact c;
    const auto size = [&] { return std::exp(r.uniform(std::log(0.03), std::log(1.5))); };
    for (Vec3* half : {&c.half_a, &c.half_b})
        for (std::size_t k = 0; k < 3; ++k) (*half)[k] = size();
    const Vec3 &a = c.half_a, &b = c.half_b;
    const double shift = r.uniform(-1, 1) * b.y, lift = r.uniform(-1, 1) * b.z,
                 along = r.uniform(-1, 1) * a.x;
    Vec3 place{b.x, 0, b.z};
    switch (r.below(4)) {
        case 0:
            c.pose_a = test::shifted_by(a.x + b.x, shift, a.z + b.z);
            break;
        case 1:
            c.pose_a = test::shifted_by(a.x + b.x, shift, r.below(2) == 0 ? b.z - a.z : lift);
            break;
        case 2:
            c.pose_a = test::shifted_by(b.x - a.x, shift, a.z + b.z);
            break;
        default: {  // on edges
            const Pose lean_a(Quat::about_turns({1, 0, 0}, r.uniform(0.01, 0.24)), {}),
                lean_b(Quat::about_turns({1, 0, 0}, r.uniform(0.01, 0.24)), {});
            const Vec3 low = lean_a(Vec3{along, -a.y, -a.z}), high = lean_b(Vec3{0, b.y, b.z});
            c.pose_a = Pose::translation(high - low) * lean_a;
            c.pose_b = lean_b;
            place = high;
        }
    }
    const Vec3 far = r.in_box({-3, -3, -3}, {3, 3, 3});
    const Pose all(r.rotation(), far);
    c.pose_a = all * c.pose_a;
    c.pose_b = all * c.pose_b;
    const double speed = std::exp(r.uniform(std::log(1e-3), std::log(5.0))),
                 spin = std::exp(r.uniform(std::log(1e-3), std::log(10.0)));
    const Vec3 way = r.on_sphere() * speed, axis = r.on_sphere() * spin;
    const Vec3 up = all.rotate({0, 0, r.below(2) == 0 ? speed : -speed});
    const Vec3 linear = r.below(3) == 0 ? Vec3{} : r.below(2) == 0 ? way : up;
    const Motion flight = Motion::flight(c.pose_a, linear, axis, all(place));
    c.motion = r.below(2) == 0 ? flight : Motion::screw(c.pose_a, flight.at(1));
    if (r.below(4) == 0) {  // slides flush at first
        const Pose aside = Pose::translation(all.rotate({r.uniform(-2, 2) * b.x, 0, 0})) * c.pose_a;
        const Pose last = Pose::translation(linear) * aside;
        c.motion = Motion::joined(
            std::vector<Motion>{Motion(c.pose_a, aside).during(0, 0.5), Motion(aside, last).during(0.5, 1)});
    }
    return c;
}

// Answers came too early where two triangles side by side in one plane left it open on which side of each
// other they are, and where directions between two that hold were lost from one step to the next.
TEST(ImpactOverlap, of_boxes_in_contact_is_when_they_are_in_each_other) {
    int hits = 0, free = 0, unshown = 0;
    const int count = 800 * test::soak_factor();
    for (int i = 0; i < count; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        const BoxContact c = boxes_in_contact(r);
        const auto shape = [&](const Vec3& half) {
            return r.below(4) == 0 ? Shape(OrientedBox(half))
                                   : Shape(make_box(half * 2.0, 1 + static_cast<std::uint32_t>(r.below(2))));
        };
        const Shape a = shape(c.half_a), b = shape(c.half_b);
        const TimeOfImpact found =
            time_of_impact(a, c.motion, b, c.pose_b, {}, {.budget = Budget::of_tests(60'000)});
        ASSERT_EQ(found.question, ImpactQuestion::overlap) << "seed " << i + 1;
        if (found.answer == Answer::undecided) continue;
        const double least = found.answer == Answer::yes ? found.at_least : 2;
        const auto depth_at = [&](double time) {
            return static_cast<double>(depth_of_boxes(c.motion.at(time), c.half_a, c.pose_b, c.half_b));
        };
        for (int k = 0; k <= 200 && k / 200.0 < least; ++k)
            ASSERT_LE(depth_at(k / 200.0), 20 * found.touch) << "missed, seed " << i + 1;
        (found.answer == Answer::yes ? hits : free)++;
        if (found.answer != Answer::yes) continue;
        unshown += std::isinf(found.at_most);
        double soon = -1;
        for (double later = 1e-12; later < 1e-3; later *= 1.5)
            soon = std::max(soon, depth_at(found.at_least + later));
        EXPECT_GT(soon, 0.5 * found.touch) << "too early, seed " << i + 1 << ", at " << found.at_least;
    }
    EXPECT_GT(hits, count / 8);
    EXPECT_GT(free, count / 8);
    EXPECT_GT(hits + free, count * 9 / 10);
    EXPECT_LE(unshown, count / 100);
}

// A hull knew no direction at its own faces, and a ball none across an edge: GJK's are right to the square
// root of a rounding.
TEST(ImpactOverlap, of_hulls_and_balls_in_contact_is_when_they_are_in_each_other) {
    int hits = 0, free = 0;
    for (int i = 0; i < 400; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        std::vector<Vec3> points;
        for (int k = 0; k < 9; ++k) {
            const Vec3 direction = r.on_sphere();
            points.push_back(direction * r.uniform(0.5, 1));
        }
        const ConvexHull hull(points);
        // On a face, turned down.
        const Triangle face =
            hull.mesh().triangle(static_cast<TriangleId>(r.below(hull.mesh().triangle_count())));
        const Vec3 n = normalized(cross(face[1] - face[0], face[2] - face[0]));
        const Vec3 middle = (face[0] + face[1] + face[2]) / 3;
        const Shape a(hull);
        const bool on_ball = r.below(2) == 0;
        const double radius = r.uniform(0.2, 1);
        const Shape b = on_ball ? Shape(Sphere{middle + n * radius, radius}) : Shape(hull);
        // The other hull is turned by half a turn about an axis across the normal, face on face.
        const Vec3 across = normalized(face[1] - face[0]);
        const Pose over =
            Pose::translation(middle) * Pose(Quat::about_turns(across, 0.5), {}) * Pose::translation(-middle);
        const Pose all = test::random_pose(r, 3);
        const Pose pose_a = all, pose_b = on_ball ? all : all * over;
        const Vec3 way = r.on_sphere() * r.uniform(0, 1), axis = r.on_sphere() * r.uniform(0, 3);
        const Motion motion =
            Motion::flight(pose_a, r.below(2) == 0 ? way : all.rotate(-n), axis, all(middle));
        const TimeOfImpact found =
            time_of_impact(a, motion, b, pose_b, {}, {.budget = Budget::of_tests(60'000)});
        ASSERT_EQ(found.question, ImpactQuestion::overlap) << "seed " << i + 1;
        if (found.answer == Answer::undecided) continue;
        ASSERT_NE(found.answer, Answer::unsupported) << "seed " << i + 1;
        const auto depth_at = [&](double time) {
            return -convex_depth(a, motion.at(time), b, pose_b).distance;
        };
        const double least = found.answer == Answer::yes ? found.at_least : 2;
        for (int k = 0; k <= 100 && k / 100.0 < least; ++k)
            ASSERT_LE(depth_at(k / 100.0), 20 * found.touch) << "missed, seed " << i + 1;
        (found.answer == Answer::yes ? hits : free)++;
        if (found.answer != Answer::yes) continue;
        double soon = -1;
        for (double later = 1e-12; later < 1e-3; later *= 1.5)
            soon = std::max(soon, depth_at(found.at_least + later));
        EXPECT_GT(soon, 0.5 * found.touch) << "too early, seed " << i + 1 << ", at " << found.at_least;
    }
    EXPECT_GT(hits, 50);
    EXPECT_GT(free, 50);
}

}  // namespace
}  // namespace graze
