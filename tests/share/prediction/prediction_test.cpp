#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"
#include "graze/share/prediction/close_proximity.h"
#include "graze/share/prediction/decision.h"
#include "graze/share/prediction/dispatch.h"

namespace graze::test {
namespace {

// The definition: |d + w t| <= r for some t from -window / 2 to window.
bool near_by_sampling(const MovingSphere& p, const MovingSphere& q, double window, double margin) {
    for (int i = -500; i <= 1000; ++i) {
        const double t = window * i / 1000;
        const Vec3 d = (q.center + q.velocity * t) - (p.center + p.velocity * t);
        if (length(d) <= p.radius + q.radius + margin) return true;
    }
    return false;
}

TEST(CloseProximity, is_contact_soon_or_a_moment_ago) {
    Random random(3);
    int yes = 0, no = 0;
    for (int i = 0; i < 3000; ++i) {
        const MovingSphere p{random.in_box({-5, -5, -5}, {5, 5, 5}), random.uniform(0.1, 2),
                             random.in_box({-4, -4, -4}, {4, 4, 4})};
        const MovingSphere q{random.in_box({-5, -5, -5}, {5, 5, 5}), random.uniform(0.1, 2),
                             random.in_box({-4, -4, -4}, {4, 4, 4})};
        const bool answer = in_close_proximity(p, q, 1.5);
        EXPECT_EQ(answer, in_close_proximity(q, p, 1.5));
        if (near_by_sampling(p, q, 1.5, -0.02)) {
            EXPECT_TRUE(answer) << i;
            ++yes;
        } else if (!near_by_sampling(p, q, 1.5, 0.02)) {
            EXPECT_FALSE(answer) << i;
            ++no;
        }
    }
    EXPECT_GT(yes, 300);
    EXPECT_GT(no, 300);
}

TEST(CloseProximity, of_spheres_that_move_alike_is_contact_now) {
    const Vec3 v{3, 4, 5};
    EXPECT_TRUE(in_close_proximity(MovingSphere{{0, 0, 0}, 1, v}, MovingSphere{{2, 0, 0}, 1, v}, 0));
    EXPECT_FALSE(in_close_proximity(MovingSphere{{0, 0, 0}, 1, v}, MovingSphere{{2.1, 0, 0}, 1, v}, 100));
}

TEST(CloseProximity, with_several_spheres_tells_a_wall_from_what_is_beside_it) {
    // 10 x 1 x 100 m: one sphere, or a row of 20.
    std::vector<MovingSphere> row;
    for (int i = 0; i < 20; ++i) row.push_back({{0, 0, -47.5 + 5 * i}, 5.62, {}});
    const MovingSphere whole{{0, 0, 0}, 50.25, {}}, visitor{{30, 0, 0}, 1, {}};
    EXPECT_TRUE(in_close_proximity(whole, visitor, 1));
    EXPECT_FALSE(in_close_proximity(row, std::vector{visitor}, 1));
    EXPECT_TRUE(in_close_proximity(row, std::vector{MovingSphere{{5, 0, 40}, 1, {}}}, 1));
}

TEST(Dispatch, follows_the_table_and_does_not_depend_on_the_order) {
    using enum Role;
    for (const Role a : {scene, own, remote})
        for (const Role b : {scene, own, remote}) EXPECT_EQ(pair_method(a, b), pair_method(b, a));
    EXPECT_EQ(pair_method(scene, own), PairMethod::plain);
    EXPECT_EQ(pair_method(own, own), PairMethod::plain);
    EXPECT_EQ(pair_method(scene, remote), PairMethod::predicted);
    EXPECT_EQ(pair_method(remote, remote), PairMethod::predicted);
    EXPECT_EQ(pair_method(own, remote), PairMethod::arbitrated);
}

TEST(Decision, is_the_same_whoever_is_asked_first) {
    Random random(9);
    for (int i = 0; i < 2000; ++i) {
        const auto side = [&](std::uint32_t number) {
            DecisionSide s;
            s.owner = {number, 1};
            s.velocity = random.chance(0.3) ? Vec3{1, 0, 0} : random.in_box({-1, -1, -1}, {1, 1, 1});
            s.view = {random.in_box({-1, -1, -1}, {1, 1, 1}), random.on_sphere(), 0.7};
            return s;
        };
        const DecisionSide a = side(1), b = side(2);
        const Vec3 at = random.in_box({-2, -2, -2}, {2, 2, 2});
        for (const DecisionRule rule : {DecisionRule::id, DecisionRule::velocity, DecisionRule::view})
            EXPECT_NE(first_keeps_place(a, b, at, rule), first_keeps_place(b, a, at, rule));
        EXPECT_TRUE(first_keeps_place(a, b, at, DecisionRule::id));
    }
}

TEST(Decision, favours_the_faster_and_those_who_see_it) {
    DecisionSide slow{{1, 1}, {1, 0, 0}, {}}, fast{{2, 1}, {0, 3, 0}, {}};
    EXPECT_FALSE(first_keeps_place(slow, fast, {0, 0, 0}, DecisionRule::velocity));
    slow.view = {{-5, 0, 0}, {1, 0, 0}, 0.9};
    EXPECT_TRUE(first_keeps_place(slow, fast, {0, 0, 0}, DecisionRule::view));
    EXPECT_FALSE(first_keeps_place(slow, fast, {-9, 0, 0}, DecisionRule::view));
}

TEST(Decision, a_bounce_keeps_momentum_and_lets_those_be_that_part) {
    const Vec3 n{1, 0, 0}, va{3, 1, 0}, vb{-1, 0, 2};
    const BouncedVelocities after = bounced(va, vb, n, 1);
    EXPECT_EQ(after.a, (Vec3{-1, 1, 0}));
    EXPECT_EQ(after.b, (Vec3{3, 0, 2}));
    const BouncedVelocities soft = bounced(va, vb, n, 0);
    EXPECT_EQ(soft.a.x, soft.b.x);
    EXPECT_EQ(bounced(vb, va, n, 1).a, vb);
}

}  // namespace
}  // namespace graze::test
