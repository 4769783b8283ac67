#include "graze/spheres/proximity/sphere_impact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/spheres/proximity/proximity_scenes.h"

namespace graze {
namespace {

using test::sphere_scenes;
using test::SphereScene;

double gap_of(const SphereScene& s, const Pose& pose_b) {
    double least = 1e300;
    for (std::uint32_t i = 0; i < s.tree_a.sphere_count(); ++i) {
        const Sphere p = s.tree_a.sphere(i);
        for (std::uint32_t k = 0; k < s.tree_b.sphere_count(); ++k) {
            const Sphere q = s.tree_b.sphere(k);
            least = std::min(least, length(p.center - pose_b(q.center)) - p.radius - q.radius);
        }
    }
    return least;
}

// Dense sampling of all pairs of spheres finds nothing before the time that is said, and a contact at it.
TEST(SphereImpact, is_the_first_contact_that_dense_sampling_finds) {
    Random r(31);
    int hits = 0, misses = 0;
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 2; ++i) {
            const Vec3 side = r.on_sphere();
            const Motion motion = Motion::straight(Pose(r.rotation(), side * 3.0),
                                                   Pose(r.rotation(), side * (i == 0 ? -1.0 : 2.9)));
            const SphereImpact impact = sphere_time_of_impact(s.a, s.tree_a, Pose{}, s.b, s.tree_b, motion);
            SCOPED_TRACE(testing::Message() << s.name << ", seed 31, case " << i);
            ASSERT_EQ(impact.status, QueryStatus::complete);
            for (double t = 0; t < impact.time; t += 0.05) EXPECT_GT(gap_of(s, motion.at(t)), 0) << t;
            if (impact.hit == Answer::yes) {
                ++hits;
                const double gap = gap_of(s, motion.at(impact.time));
                EXPECT_GE(gap, -1e-9);
                EXPECT_LE(gap, 1e-4 * s.tree_a.ball().radius * 1.01);
                EXPECT_NEAR(impact.contact.distance, gap, 1e-9);
            } else {
                ++misses;
                EXPECT_EQ(impact.time, 1);
            }
        }
    }
    EXPECT_GE(hits, 2);
    EXPECT_GE(misses, 2);
}

TEST(SphereImpact, is_at_the_beginning_for_solids_that_overlap_and_keeps_to_its_budget) {
    const SphereScene& s = sphere_scenes()[0];
    const Motion away(Pose::translation({0.5, 0, 0}), Pose::translation({9, 0, 0}));
    const SphereImpact now = sphere_time_of_impact(s.a, s.tree_a, Pose{}, s.b, s.tree_b, away);
    EXPECT_EQ(now.hit, Answer::yes);
    EXPECT_EQ(now.time, 0);
    const Motion towards(Pose::translation({9, 0, 0}), Pose::translation({0, 0, 0}));
    SphereImpactOptions few;
    few.budget = Budget::of_tests(100);
    const SphereImpact begun = sphere_time_of_impact(s.a, s.tree_a, Pose{}, s.b, s.tree_b, towards, few);
    EXPECT_EQ(begun.hit, Answer::undecided);
    EXPECT_LE(begun.tests, 100u);
    few.tolerance = 0;
    EXPECT_EQ(sphere_time_of_impact(s.a, s.tree_a, Pose{}, s.b, s.tree_b, towards, few).status,
              QueryStatus::bad_input);
}

// Two balls of one sphere each, on a straight way: the quadratic equation of the source.
TEST(SphereImpact, of_two_spheres_is_the_root_of_a_quadratic_equation) {
    const Shape ball(make_sphere(1, 2000));
    SpherePacking one;
    one.spheres.push_back({{}, 0.98});
    const SphereTree tree(ball, one);
    const Vec3 from{5, 0.7, 0.2}, way{-8, 0.1, 0.3};
    const Motion motion(Pose::translation(from), Pose::translation(from + way));
    const double r = 2 * tree.sphere(0).radius, p = dot(from, way) / dot(way, way);
    const double root = -p - std::sqrt(p * p + (r * r - dot(from, from)) / dot(way, way));
    SphereImpactOptions fine;
    fine.tolerance = 1e-9;
    const SphereImpact impact = sphere_time_of_impact(ball, tree, Pose{}, ball, tree, motion, fine);
    EXPECT_EQ(impact.hit, Answer::yes);
    EXPECT_NEAR(impact.time, root, 1e-6);
}

}  // namespace
}  // namespace graze
