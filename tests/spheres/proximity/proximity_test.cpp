#include "graze/spheres/proximity/proximity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/measures.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/volume.h"
#include "graze/spheres/packing/pack.h"
#include "tests/query/instruction_sets.h"
#include "tests/spheres/proximity/proximity_scenes.h"

namespace graze {
namespace {

using test::random_place;
using test::sphere_scenes;
using test::SphereScene;

Proximity ask(const SphereScene& s, const Pose& pose_a, const Pose& pose_b, ProximityOptions options = {}) {
    options.volume = VolumeMethod::spheres;  // the exact one would be chosen for so few triangles
    return proximity(s.a, s.tree_a, pose_a, s.b, s.tree_b, pose_b, options);
}

void expect_same_numbers(const Proximity& p, const Proximity& q) {
    EXPECT_EQ(p.overlap, q.overlap);
    EXPECT_EQ(p.volume, q.volume);
    EXPECT_EQ(p.volume_at_least, q.volume_at_least);
    EXPECT_EQ(p.volume_at_most, q.volume_at_most);
    EXPECT_EQ(p.center, q.center);
    EXPECT_EQ(p.distance, q.distance);
    EXPECT_EQ(p.distance_at_least, q.distance_at_least);
}

TEST(Proximity, bounds_contain_the_exact_volume_and_the_exact_distance) {
    Random r(11);
    int apart = 0, overlapping = 0;
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 60; ++i) {
            ProximityOptions options;
            options.refinement = i % 2 == 0 ? DistanceRefinement::exact : DistanceRefinement::triangles;
            options.effort = i % 3 == 0 ? 0 : 1'000;
            const Pose pose_a = random_place(r, 5);
            const Pose pose_b = pose_a * random_place(r, s.reach);
            const Proximity p = ask(s, pose_a, pose_b, options);
            const Overlap exact = overlap_volume(s.a, pose_a, s.b, pose_b);
            SCOPED_TRACE(testing::Message() << s.name << ", seed 11, case " << i);
            EXPECT_LE(p.volume_at_least, exact.volume + exact.error);
            EXPECT_GE(p.volume_at_most, exact.volume - exact.error);
            EXPECT_LE(p.volume_at_least, p.volume);
            EXPECT_LE(p.volume, p.volume_at_most);
            EXPECT_EQ(p.status, QueryStatus::complete);
            const Relation relation = graze::relation(s.a, pose_a, s.b, pose_b);
            const bool shares = relation != Relation::apart && relation != Relation::touching;
            if (p.overlap == Answer::yes) {
                EXPECT_TRUE(shares);
            }
            if (p.overlap == Answer::no) {
                EXPECT_FALSE(shares);
            }
            if (shares) {
                ++overlapping;
            } else {
                ++apart;
                const double distance = graze::distance(s.a, pose_a, s.b, pose_b).value;
                EXPECT_LE(p.distance_at_least, distance * (1 + 1e-12));
                EXPECT_GE(p.distance, distance * (1 - 1e-12));
            }
        }
    }
    EXPECT_GT(apart, 30);
    EXPECT_GT(overlapping, 60);
}

TEST(Proximity, estimates_the_volume_and_its_centre) {
    Random r(12);
    for (const SphereScene& s : sphere_scenes()) {
        double error = 0, centre_error = 0;
        int count = 0;
        for (int i = 0; i < 60; ++i) {
            const Pose pose_b = random_place(r, 0.7 * s.reach);
            const Overlap exact = overlap_volume(s.a, {}, s.b, pose_b);
            if (exact.volume < 0.02 * solid_measures(s.a.mesh()).volume) continue;
            const Proximity p = ask(s, {}, pose_b);
            error += std::abs(p.volume - exact.volume) / exact.volume;
            centre_error += length(p.center - exact.centroid);
            ++count;
        }
        ASSERT_GT(count, 10) << s.name;
        // With a few hundred spheres of a poor packing.
        EXPECT_LT(error / count, 0.03) << s.name;
        EXPECT_LT(centre_error / count, 0.04) << s.name;
    }
}

TEST(Proximity, is_the_same_from_both_sides) {
    Random r(13);
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 20; ++i) {
            const Pose pose_a = random_place(r, 1), pose_b = random_place(r, s.reach);
            const Proximity p = ask(s, pose_a, pose_b);
            ProximityOptions spheres;
            spheres.volume = VolumeMethod::spheres;
            const Proximity q = proximity(s.b, s.tree_b, pose_b, s.a, s.tree_a, pose_a, spheres);
            EXPECT_EQ(p.volume, q.volume) << s.name << " " << i;
            EXPECT_EQ(p.volume_at_least, q.volume_at_least);
            EXPECT_EQ(p.volume_at_most, q.volume_at_most);
            EXPECT_EQ(p.center, q.center);
            EXPECT_EQ(p.overlap, q.overlap);
            EXPECT_NEAR(p.distance, q.distance, 1e-6);
        }
    }
}

TEST(Proximity, is_the_same_on_every_instruction_set) {
    Random r(14);
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 6; ++i) {
            const Pose pose_b = random_place(r, s.reach);
            const Proximity expected = ask(s, {}, pose_b);
            ProximityOptions limited;
            limited.budget = Budget::of_tests(500);
            const Proximity expected_limited = ask(s, {}, pose_b, limited);
            test::on_every_instruction_set([&] {
                expect_same_numbers(ask(s, {}, pose_b), expected);
                expect_same_numbers(ask(s, {}, pose_b, limited), expected_limited);
            });
        }
    }
}

TEST(Proximity, with_a_cache_is_the_same_as_without) {
    for (const SphereScene& s : sphere_scenes()) {
        ProximityCache cache;
        ProximityOptions options;
        options.cache = &cache;
        for (int i = 0; i < 80; ++i) {
            const Pose pose_b(Quat::about_turns({1, 2, 3}, 0.003 * i), {2.6 - 0.02 * i, 0.1, 0.2});
            const Proximity p = ask(s, {}, pose_b, options), q = ask(s, {}, pose_b);
            EXPECT_EQ(p.volume, q.volume);
            EXPECT_EQ(p.overlap, q.overlap);
            EXPECT_NEAR(p.distance, q.distance, 1e-9) << s.name << " " << i;
        }
    }
}

TEST(Proximity, never_spends_more_than_its_budget_and_still_contains_the_truth) {
    Random r(15);
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 15; ++i) {
            const Pose pose_b = random_place(r, s.reach);
            const Overlap exact = overlap_volume(s.a, {}, s.b, pose_b);
            const bool apart = relation(s.a, {}, s.b, pose_b) == Relation::apart;
            const double distance = graze::distance(s.a, {}, s.b, pose_b).value;
            double width = INFINITY;
            for (const std::uint64_t tests : {0, 10, 100, 300, 1000, 3000, 10'000, 10'000'000}) {
                ProximityOptions options;
                options.budget = Budget::of_tests(tests);
                const Proximity p = ask(s, {}, pose_b, options);
                SCOPED_TRACE(testing::Message() << s.name << ", seed 15, case " << i << ", tests " << tests);
                EXPECT_LE(p.tests, tests);
                EXPECT_LE(p.volume_at_least, exact.volume + exact.error);
                EXPECT_GE(p.volume_at_most, exact.volume - exact.error);
                EXPECT_LE(p.volume_at_least, p.volume);
                EXPECT_LE(p.volume, p.volume_at_most);
                if (apart) {
                    EXPECT_LE(p.distance_at_least, distance * (1 + 1e-12));
                    EXPECT_GE(p.distance, distance * (1 - 1e-12));
                }
                EXPECT_LE(p.width(), 1.05 * width);
                width = p.width();
            }
            ProximityOptions endless, all;
            endless.budget = Budget::of_tests(10'000'000);
            endless.effort = all.effort = 0;
            EXPECT_NEAR(ask(s, {}, pose_b, endless).volume, ask(s, {}, pose_b, all).volume, 1e-9);
        }
    }
}

TEST(Proximity, ends_when_it_is_as_accurate_as_asked) {
    const SphereScene& s = sphere_scenes()[0];
    const Pose pose_b = Pose::translation({0.7, 0.1, 0});
    ProximityOptions rough;
    rough.accuracy = 0.9;
    const Proximity p = ask(s, {}, pose_b, rough), all = ask(s, {}, pose_b);
    EXPECT_LT(p.tests, all.tests);
    EXPECT_LE(p.width(), 0.9 * p.volume_at_most * 1.001);
    EXPECT_EQ(p.status, QueryStatus::complete);
}

TEST(Proximity, refined_exactly_is_the_distance) {
    Random r(16);
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 20; ++i) {
            const Pose pose_b(r.rotation(), r.on_sphere() * r.uniform(2.5, 4));
            ProximityOptions exact;
            exact.refinement = DistanceRefinement::exact;
            const Proximity p = ask(s, {}, pose_b, exact);
            const Distance d = graze::distance(s.a, {}, s.b, pose_b);
            if (d.value > 0) {
                EXPECT_EQ(p.distance, d.value);
            }
            ProximityOptions spheres;
            spheres.refinement = DistanceRefinement::spheres;
            ProximityOptions triangles;
            triangles.refinement = DistanceRefinement::triangles;
            EXPECT_LE(d.value, ask(s, {}, pose_b, triangles).distance * (1 + 1e-12));
            EXPECT_LE(ask(s, {}, pose_b, triangles).distance, ask(s, {}, pose_b, spheres).distance);
        }
    }
}

TEST(Proximity, knows_a_solid_inside_another) {
    const Shape ball(make_sphere(1, 800)), bead(make_sphere(0.2, 200));
    const SphereTree ball_tree(ball, test::random_packing(ball, 300, 1)),
        bead_tree(bead, test::random_packing(bead, 50, 1));
    const double volume = solid_measures(bead.mesh()).volume;
    ProximityOptions spheres;
    spheres.volume = VolumeMethod::spheres;
    const Pose inside = Pose::translation({0.1, 0.2, 0.3});
    const Proximity p = proximity(ball, ball_tree, {}, bead, bead_tree, inside, spheres);
    EXPECT_EQ(p.overlap, Answer::yes);
    EXPECT_LE(p.volume_at_least, volume);
    EXPECT_GE(p.volume_at_most, volume);
    EXPECT_NEAR(p.volume, volume, 0.02 * volume);
    EXPECT_LT(length(p.center - Vec3{0.1, 0.2, 0.3}), 0.01);
}

TEST(Proximity, takes_the_exact_volume_where_it_is_quicker_or_asked_for) {
    Random r(18);
    int overlapping = 0;
    for (const SphereScene& s : sphere_scenes()) {
        for (int i = 0; i < 12; ++i) {
            const Pose pose_b = random_place(r, s.reach);
            const Overlap exact = overlap_volume(s.a, {}, s.b, pose_b);
            const Relation truth = relation(s.a, {}, s.b, pose_b);
            const bool shares = truth != Relation::apart && truth != Relation::touching;
            ProximityOptions options;
            for (const VolumeMethod method : {VolumeMethod::automatic, VolumeMethod::exact}) {
                options.volume = method;
                const Proximity p = proximity(s.a, s.tree_a, {}, s.b, s.tree_b, pose_b, options);
                SCOPED_TRACE(testing::Message() << s.name << ", seed 18, case " << i);
                EXPECT_EQ(p.overlap, shares ? Answer::yes : Answer::no) << "never undecided";
                EXPECT_EQ(p.volume, exact.volume);
                EXPECT_LE(p.width(), 2.1 * exact.error);
                EXPECT_EQ(p.distance, shares ? 0 : graze::distance(s.a, {}, s.b, pose_b).value);
                overlapping += shares;
            }
            // A budget that ends before the exact query does: the bounds of the spheres.
            options.budget = Budget::of_tests(300);
            const Proximity limited = proximity(s.a, s.tree_a, {}, s.b, s.tree_b, pose_b, options);
            EXPECT_LE(limited.tests, 300u);
            EXPECT_LE(limited.volume_at_least, exact.volume + exact.error);
            EXPECT_GE(limited.volume_at_most, exact.volume - exact.error);
        }
    }
    EXPECT_GT(overlapping, 20);
    const Shape fine(make_sphere(1, 2 * exact_volume_triangles));
    const SphereTree fine_tree(fine, test::random_packing(fine, 200, 1));
    EXPECT_GT(proximity(fine, fine_tree, {}, fine, fine_tree, Pose::translation({1, 0, 0})).width(), 0.01)
        << "large meshes: the spheres";
}

// Whose surfaces do not touch: a solid inside another, in its hole, or beside it.
TEST(Proximity, tells_solids_inside_others_from_solids_in_their_holes) {
    const Shape ring(make_torus(1, 0.35, 40, 20)), bead(make_sphere(0.1, 200));
    const SphereTree ring_tree(ring, test::random_packing(ring, 300, 1)),
        bead_tree(bead, test::random_packing(bead, 40, 1));
    ProximityOptions options;
    options.volume = VolumeMethod::spheres;
    Random r(19);
    int inside = 0, apart = 0;
    for (int i = 0; i < 200; ++i) {
        const Pose place(r.rotation(), {r.uniform(-1.5, 1.5), r.uniform(-1.5, 1.5), r.uniform(-0.5, 0.5)});
        const Relation truth = relation(ring, {}, bead, place);
        if (truth != Relation::apart && truth != Relation::b_in_a) continue;
        const Proximity p = proximity(ring, ring_tree, {}, bead, bead_tree, place, options);
        EXPECT_EQ(p.overlap, truth == Relation::apart ? Answer::no : Answer::yes) << "seed 19, case " << i;
        (truth == Relation::apart ? apart : inside) += 1;
    }
    EXPECT_GT(inside, 10);
    EXPECT_GT(apart, 50);
}

TEST(Proximity, says_why_there_is_no_answer) {
    const SphereScene& s = sphere_scenes()[0];
    const Mesh box = make_box({1, 1, 1});
    const Shape open(Mesh({box.vertices().begin(), box.vertices().end()},
                          {box.triangles().begin() + 1, box.triangles().end()}));
    EXPECT_EQ(proximity(s.a, {}, open, {}).status, QueryStatus::not_closed);
    EXPECT_TRUE(std::isnan(proximity(s.a, {}, open, {}).volume));
    EXPECT_EQ(proximity(s.a, {}, Shape(OrientedBox{}), {}).status, QueryStatus::unsupported);
    const Proximity nothing = proximity(Shape(), {}, Shape(), {});
    EXPECT_EQ(nothing.overlap, Answer::no);
    EXPECT_TRUE(std::isinf(nothing.distance));
}

TEST(Proximity, takes_trees_of_packings) {
    const Shape ring(make_torus(1, 0.4, 24, 12));
    ASSERT_TRUE(keep_sphere_tree(ring, SphereTree(ring, pack(ring, {.count = 300}).packing)));
    const Pose pose = Pose::translation({0.7, 0.2, 0.1});
    const Overlap exact = overlap_volume(ring, {}, ring, pose);
    ProximityOptions spheres;
    spheres.volume = VolumeMethod::spheres;
    const Proximity p = proximity(ring, {}, ring, pose, spheres);
    EXPECT_LE(p.volume_at_least, exact.volume);
    EXPECT_GE(p.volume_at_most, exact.volume);
    EXPECT_NEAR(p.volume, exact.volume, 0.1 * exact.volume);
}

TEST(SolidsOverlap, is_right_where_it_is_sure) {
    Random r(17);
    for (const SphereScene& s : sphere_scenes()) {
        const Shape a(s.a.mesh()), b(s.b.mesh());
        keep_sphere_tree(a, s.tree_a);
        keep_sphere_tree(b, s.tree_b);
        ProximityCache cache;
        int sure = 0;
        for (int i = 0; i < 40; ++i) {
            const Pose pose_b = random_place(r, s.reach);
            const Answer answer = solids_overlap(a, {}, b, pose_b, {.cache = &cache});
            const Relation truth = relation(a, {}, b, pose_b);
            const bool shares = truth != Relation::apart && truth != Relation::touching;
            if (answer == Answer::yes) {
                EXPECT_TRUE(shares);
            }
            if (answer == Answer::no) {
                EXPECT_FALSE(shares);
            }
            sure += answer != Answer::undecided;
        }
        EXPECT_GT(sure, 25) << s.name;
    }
}

}  // namespace
}  // namespace graze
