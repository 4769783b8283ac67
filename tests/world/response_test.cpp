#include "graze/world/response.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "graze/base/error.h"
#include "graze/base/random.h"

namespace graze::test {
namespace {

TEST(Mirrored, turns_what_falls_upwards) {
    EXPECT_EQ(mirrored({1, 2, -3}, {0, 0, 1}), (Vec3{1, 2, 3}));
    EXPECT_EQ(mirrored({1, 2, -3}, {0, 0, -7}), (Vec3{1, 2, 3}));
    EXPECT_EQ(mirrored({1, 0, 0}, {1, 1, 0}), (Vec3{0, -1, 0}));
    EXPECT_EQ(mirrored({5, 1, 0}, {0, 0, 1}), (Vec3{5, 1, 0}));  // along the face
    for (const double length : {1e-300, 1e300})
        EXPECT_EQ(mirrored({1, 2, -3}, {0, 0, length}), (Vec3{1, 2, 3}));
}

TEST(Mirrored, refuses_what_is_no_normal) {
    EXPECT_THROW(mirrored({1, 0, 0}, {}), Error);
    EXPECT_THROW(mirrored({1, 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}), Error);
    EXPECT_THROW(mirrored({1, 0, 0}, {0, std::numeric_limits<double>::quiet_NaN(), 1}), Error);
}

RC_GTEST_PROP(Mirrored, keeps_the_speed_and_undoes_itself, (std::uint32_t seed)) {
    Random random(seed);
    const Vec3 velocity = random.on_sphere() * random.uniform(0, 10);
    const Vec3 normal = random.on_sphere() * random.uniform(0.1, 10);
    const Vec3 after = mirrored(velocity, normal);
    RC_ASSERT(std::abs(length(after) - length(velocity)) < 1e-13);
    RC_ASSERT(std::abs(dot(after, normal) + dot(velocity, normal)) < 1e-12);
    RC_ASSERT(length(mirrored(after, normal) - velocity) < 1e-13);
}

TEST(ResponseOf, stops_bounces_or_keeps_on) {
    const PosedMotion falling{Pose::translation({0, 0, -0.1}), {1, 0, -2}};
    const Pose free = Pose::translation({0, 0, 0.1});
    const Vec3 up{0, 0, 1};

    const PosedMotion stopped = response_of(falling, up, free);
    EXPECT_EQ(stopped.pose, free);
    EXPECT_EQ(stopped.velocity, (Vec3{}));
    const PosedMotion bounced = response_of(falling, up, free, {VelocityResponse::bounce, false, 0.5});
    EXPECT_EQ(bounced.pose, falling.pose);
    EXPECT_EQ(bounced.velocity, (Vec3{0.5, 0, 1}));
    const PosedMotion kept = response_of(falling, {}, free, {.velocity = VelocityResponse::keep});
    EXPECT_EQ(kept.pose, free);
    EXPECT_EQ(kept.velocity, falling.velocity);
}

TEST(ResponseOf, refuses_to_bounce_off_nothing_or_to_gain_speed) {
    const PosedMotion motion{Pose{}, {1, 0, 0}};
    EXPECT_THROW(response_of(motion, {}, {}, {.velocity = VelocityResponse::bounce}), Error);
    EXPECT_THROW(response_of(motion, {0, 0, 1}, {}, {.restitution = 1.5}), Error);
    EXPECT_NO_THROW(response_of(motion, {}, {}));
}

// Without setting back, what has got into a wall would turn round in every step.
TEST(ResponseOf, keeps_a_bouncing_thing_in_its_box_for_ever) {
    Random random(4);
    PosedMotion motion{Pose{}, random.on_sphere() * 0.7};
    Pose last_free;
    int bounces = 0;
    for (int step = 0; step < 10000; ++step) {
        motion.pose = Pose::translation(motion.pose.translation() + motion.velocity);
        const Vec3 p = motion.pose.translation();
        Vec3 normal;
        for (std::size_t i = 0; i < 3; ++i)
            if (std::abs(p[i]) > 10) normal[i] = 1;
        const bool hit = !(normal == Vec3{});
        if (hit)
            motion = response_of(motion, normal, last_free, {.velocity = VelocityResponse::bounce});
        else
            last_free = motion.pose;
        bounces += hit;
        const Vec3 q = motion.pose.translation();
        ASSERT_TRUE(std::abs(q.x) <= 10 && std::abs(q.y) <= 10 && std::abs(q.z) <= 10);
    }
    EXPECT_GT(bounces, 100);
    EXPECT_NEAR(length(motion.velocity), 0.7, 1e-9);
}

}  // namespace
}  // namespace graze::test
