#include "graze/interact/sliding/slider.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/base/motion.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

Pose at(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

// No shape of the part touches an obstacle, nor on the way from pose to pose: by dense sampling.
void expect_free(const Shape& part, const std::vector<PlacedShape>& obstacles, const Pose& from,
                 const Pose& to, int samples = 8) {
    const Motion motion(from, to);
    for (int i = 1; i <= samples; ++i) {
        const Pose pose = motion.at(static_cast<double>(i) / samples);
        for (const PlacedShape& o : obstacles) ASSERT_FALSE(intersects(part, pose, o.shape, o.pose));
    }
}

TEST(Slider, follows_the_hand_where_nothing_is_in_the_way) {
    const Shape box(make_box({1, 1, 1}));
    Slider slider({{box}}, {{box, at(5, 0, 0)}});
    const Pose hand = at(1, 2, 3) * Pose::rotation_turns({1, 2, 3}, 0.1);
    SlidingStep step;
    for (int i = 0; i < 20; ++i) step = slider.follow(hand);
    EXPECT_FALSE(step.held_back);
    EXPECT_LT(length(step.to_hand), 1e-12);
    EXPECT_LT(length(step.turn_to_hand), 1e-12);
}

TEST(Slider, stops_at_a_wall_and_slides_along_it) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    const std::vector<PlacedShape> obstacles{{wall, at(2, 0, 0)}};
    Slider slider({{box}}, obstacles);
    for (int i = 1; i <= 100; ++i) {
        const Pose before = slider.pose();
        const SlidingStep step = slider.follow(at(0.05 * i, 0.02 * i, 0));
        expect_free(box, obstacles, before, step.pose);
    }
    const Vec3 place = slider.pose().translation();
    EXPECT_NEAR(place.x, 1, 1e-4);  // half a box and half a wall
    EXPECT_LT(place.x, 1);
    EXPECT_NEAR(place.y, 2, 1e-3);
    EXPECT_NEAR(place.z, 0, 1e-9);
    ASSERT_FALSE(slider.contacts().empty());
    EXPECT_GT(slider.contacts()[0].push, 0);
    EXPECT_NEAR(slider.contacts()[0].normal.x, 1, 1e-9);
}

TEST(Slider, slides_over_the_edges_between_the_triangles_of_a_flat_face) {
    const Shape floor(make_box({20, 20, 1}, 20)), box(make_box({1, 1, 1}, 3));
    const std::vector<PlacedShape> obstacles{{floor, at(0, 0, -1.001)}};
    Slider slider({{box}}, obstacles, at(-3, -3, 0.5));
    for (int i = 1; i <= 60; ++i) {
        const Pose before = slider.pose();
        const Vec3 hand{-3 + 0.1 * i, -3 + 0.073 * i, -0.2};  // below the floor
        const SlidingStep step = slider.follow(at(hand.x, hand.y, hand.z));
        expect_free(box, obstacles, before, step.pose, 2);
        EXPECT_NEAR(step.to_hand.x, 0, 1e-3) << i;
        EXPECT_NEAR(step.to_hand.y, 0, 1e-3) << i;
    }
    EXPECT_NEAR(slider.pose().translation().z, -0.001, 1e-4);
}

TEST(Slider, a_tilted_box_that_is_pushed_down_comes_to_lie_flat) {
    const Shape box(make_box({1, 1, 1})), floor(make_box({20, 20, 1}));
    const std::vector<PlacedShape> obstacles{{floor, at(0, 0, -1.5)}};
    const Pose start = Pose::rotation_turns({1, 0.3, 0}, 0.03);
    Slider slider({{box}}, obstacles, start);
    // The hand pushes down and turns the box upright.
    for (int i = 1; i <= 60; ++i) {
        const Pose before = slider.pose();
        const SlidingStep step = slider.follow(at(0, 0, -0.02 * i));
        expect_free(box, obstacles, before, step.pose);
    }
    EXPECT_NEAR(slider.pose().translation().z, -0.5, 1e-4);
    EXPECT_LT(length(slider.follow(at(0, 0, -0.6)).turn_to_hand), 1e-3);
}

TEST(Slider, infinite_friction_holds_what_touches) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    const std::vector<PlacedShape> obstacles{{wall, at(2, 0, 0)}};
    Slider slider({{box}}, obstacles, {}, {.friction = std::numeric_limits<double>::infinity()});
    for (int i = 1; i <= 40; ++i) slider.follow(at(0.05 * i, 0, 0));
    const Vec3 there = slider.pose().translation();
    for (int i = 1; i <= 40; ++i) slider.follow(at(2, 0.02 * i, 0));
    EXPECT_LT(std::abs(slider.pose().translation().y - there.y), 1e-3);
}

TEST(Slider, friction_holds_up_to_its_cone_and_then_slips_at_it) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    Slider slider({{box}}, {{wall, at(2, 0, 0)}}, {}, {.friction = 0.5});
    for (int i = 1; i <= 40; ++i) slider.follow(at(0.05 * i, 0, 0));
    // The hand is 1 beyond the wall: friction holds as long as it is less than 0.5 aside.
    for (int i = 1; i <= 9; ++i) slider.follow(at(2, 0.05 * i, 0));
    EXPECT_NEAR(slider.pose().translation().y, 0, 1e-3);
    for (int i = 10; i <= 40; ++i) slider.follow(at(2, 0.05 * i, 0));
    EXPECT_NEAR(slider.pose().translation().y, 1.5, 1e-2);
}

TEST(Slider, two_hands_pull_with_equal_strength) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    Slider slider({{box}}, {{wall, at(2, 0, 0)}});
    const std::vector<Pose> hands{at(0.4, 1, 0), at(0, 0, 1) * Pose::rotation_turns({0, 0, 1}, 0.05)};
    SlidingStep step;
    for (int i = 0; i < 10; ++i) step = slider.follow(hands);
    EXPECT_NEAR(slider.pose().translation().x, 0.2, 1e-9);
    EXPECT_NEAR(slider.pose().translation().y, 0.5, 1e-9);
    EXPECT_NEAR(slider.pose().translation().z, 0.5, 1e-9);
    EXPECT_LT(length(step.turn_to_hand), 1e-9);
    EXPECT_THROW(slider.follow(std::vector<Pose>{}), Error);
}

TEST(Slider, keeps_a_clearance) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    Slider slider({{box}}, {{wall, at(2, 0, 0)}}, {}, {.clearance = 0.25});
    for (int i = 1; i <= 40; ++i) slider.follow(at(0.05 * i, 0, 0));
    EXPECT_NEAR(slider.pose().translation().x, 0.75, 1e-4);
    EXPECT_GE(distance(box, slider.pose(), wall, at(2, 0, 0)).value, 0.25);
}

TEST(Slider, keeps_a_clearance_while_it_turns_between_walls) {
    const Shape bar(make_box({4, 0.5, 0.5})), wall(make_box({12, 1, 12}));
    const Pose above = at(0, 2, 0), below = at(0, -2, 0);
    Slider slider({{bar}}, {{wall, above}, {wall, below}}, {}, {.clearance = 0.3});
    Random random(11);
    bool turned = false;
    for (int i = 0; i < 60; ++i) {
        const Pose hand = Pose::translation(random.on_sphere() * 2) * Pose(random.rotation(), {});
        slider.follow(hand);
        const auto way = slider.way();
        for (std::size_t w = 1; w < way.size(); ++w) {
            const Motion motion = Motion::straight(way[w - 1], way[w], slider.centre());
            turned |= way[w].rotate({1, 0, 0}) != way[w - 1].rotate({1, 0, 0});
            for (const double t : {0.25, 0.5, 0.75, 1.0}) {
                ASSERT_GE(distance(bar, motion.at(t), wall, above).value, 0.3) << i;
                ASSERT_GE(distance(bar, motion.at(t), wall, below).value, 0.3) << i;
            }
        }
    }
    EXPECT_TRUE(turned);
}

TEST(Slider, goes_towards_a_hand_that_is_absurdly_far_away_and_never_through_the_wall) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20}));
    for (const double far : {1e3, 1e9, 1e99}) {
        SCOPED_TRACE(far);
        Slider slider({{box}}, {{wall, at(3, 0, 0)}});
        const SlidingStep step = slider.follow(at(far, 0, 0));
        EXPECT_GT(step.pose.translation().x, 1.99);
        if (far < 1e10) {
            EXPECT_LT(step.pose.translation().x, 2);
        }
        const auto way = slider.way();
        ASSERT_GT(way.size(), 1u);
        for (std::size_t w = 1; w < way.size(); ++w)
            expect_free(box, {{wall, at(3, 0, 0)}}, way[w - 1], way[w], 64);
    }
}

TEST(Slider, says_that_it_is_held_back_where_there_is_no_room_for_its_clearance) {
    const Shape bar(make_box({4, 0.5, 0.5})), wall(make_box({12, 1, 12}));
    Slider slider({{bar}}, {{wall, at(0, 1, 0)}, {wall, at(0, -1, 0)}}, {}, {.clearance = 0.5});
    const SlidingStep step = slider.follow(Pose::rotation_turns({0, 0, 1}, 0.1));
    EXPECT_TRUE(step.held_back);
}

TEST(Slider, keeps_the_clearances_of_pairs) {
    const Shape box(make_box({1, 1, 1})), wall(make_box({1, 20, 20})), floor(make_box({20, 20, 1}));
    const Pose right = at(2, 0, 0), below = at(0, 0, -2);
    Slider slider({{box}}, {{wall, right}, {floor, below}}, {},
                  {.clearance = 0.25, .clearances = {{0, 1, 0.5}, {0, 7, 9}}});  // there is no obstacle 7
    for (int i = 1; i <= 40; ++i) slider.follow(at(0.05 * i, 0, -0.05 * i));
    EXPECT_NEAR(slider.pose().translation().x, 0.75, 1e-4);
    EXPECT_NEAR(slider.pose().translation().z, -0.5, 1e-4);
    EXPECT_GE(distance(box, slider.pose(), wall, right).value, 0.25);
    EXPECT_GE(distance(box, slider.pose(), floor, below).value, 0.5);
    EXPECT_THROW(Slider({{box}}, {{wall, right}}, {}, {.clearances = {{0, 0, -1}}}), Error);
}

TEST(Slider, keeps_a_clearance_that_is_much_wider_than_its_triangles) {
    const Shape ball(make_sphere(1, 3000)), wall(make_sphere(1, 3000));
    const Pose there = at(4, 0.3, 0);
    Slider slider({{ball}}, {{wall, there}}, {}, {.clearance = 1.5});
    Pose pose;
    for (int i = 1; i <= 30; ++i) pose = slider.follow(at(0.2 * i, 0, 0)).pose;
    EXPECT_GE(distance(ball, pose, wall, there).value, 1.5);
    EXPECT_GT(pose.translation().x, 0.45);
}

TEST(Slider, slides_on_floors_and_other_solids) {
    const Shape box(make_box({1, 1, 1})), floor(HalfSpace{{0, 0, 1}, {0, 0, -2}}),
        ball(Sphere{{3, 0, -2}, 1});
    Slider slider({{box}}, {{floor}, {ball}});
    for (int i = 1; i <= 60; ++i) {
        const Pose pose = slider.follow(at(0.05 * i, 0, -0.1 * i)).pose;
        ASSERT_FALSE(intersects(box, pose, floor, {}));
        ASSERT_FALSE(intersects(box, pose, ball, {}));
    }
    EXPECT_NEAR(slider.pose().translation().z, -1.5, 0.2);
    EXPECT_LT(slider.pose().translation().x, 2.2);
}

TEST(Slider, never_passes_through_anything_however_wild_the_hand) {
    const Shape part(make_torus(1, 0.3, 24, 12)), post(make_cylinder(0.4, 4, 24)), block(make_box({1, 2, 1}));
    const std::vector<PlacedShape> obstacles{{post, {}}, {block, at(2.5, 0, 0)}, {block, at(-2.5, 0.5, 0)}};
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Slider slider({{part}}, obstacles, {});
        for (int i = 0; i < 60; ++i) {
            const Vec3 place{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
            const Vec3 axis{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
            const Pose before = slider.pose();
            const SlidingStep step = slider.follow(at(place.x, place.y, place.z) *
                                                   Pose::rotation_turns(axis, random.uniform(0, 0.5)));
            expect_free(part, obstacles, before, step.pose, 1);
        }
    }
}

TEST(Slider, refuses_what_cannot_be_held) {
    EXPECT_THROW(Slider({}, {}), Error);
    EXPECT_THROW(Slider({{Shape()}}, {}), Error);
    const Shape box(make_box({1, 1, 1}));
    EXPECT_THROW(Slider({{box}}, {}, {}, {.clearance = -1}), Error);
    EXPECT_THROW(Slider({{box}}, {}, {}, {.gap = 0.0}), Error);
    EXPECT_THROW(Slider({{box}}, {}, {}, {.friction = std::nan("")}), Error);
}

}  // namespace
}  // namespace graze
