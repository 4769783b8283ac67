#include "graze/spheres/tree/detail/enclosing_ball.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/base/random.h"

namespace graze {
namespace {

using detail::enclosing_ball;

std::vector<Sphere> random_balls(Random& r, std::size_t count, double largest) {
    std::vector<Sphere> balls;
    for (std::size_t i = 0; i < count; ++i)
        balls.push_back({r.in_box({-1, -1, -1}, {1, 1, 1}), r.uniform(0, largest)});
    return balls;
}

double reach(const Vec3& center, const std::vector<Sphere>& balls) {
    double most = 0;
    for (const Sphere& b : balls) most = std::max(most, length(b.center - center) + b.radius);
    return most;
}

// The radius is a convex function of the centre: no step in any direction may make it smaller.
TEST(EnclosingBall, contains_all_balls_and_is_the_smallest) {
    Random r(3);
    for (int i = 0; i < 300; ++i) {
        const auto balls = random_balls(r, 1 + r.below(40), i % 3 == 0 ? 0.0 : i % 3 == 1 ? 0.1 : 1.0);
        const Sphere ball = enclosing_ball(balls);
        for (const Sphere& b : balls)
            EXPECT_LE(length(b.center - ball.center) + b.radius, ball.radius) << "seed 3, case " << i;
        EXPECT_LE(ball.radius, reach(ball.center, balls) * (1 + 1e-12) + 1e-14);
        for (int k = 0; k < 60; ++k) {
            const double step = k % 2 == 0 ? 1e-2 : 1e-4;
            EXPECT_GE(reach(ball.center + r.on_sphere() * step, balls), ball.radius * (1 - 1e-8)) << i;
        }
    }
}

TEST(EnclosingBall, of_one_ball_or_of_a_ball_with_others_inside_is_that_ball) {
    const Sphere one{{1, 2, 3}, 4};
    EXPECT_NEAR(enclosing_ball({&one, 1}).radius, 4, 1e-12);
    const std::vector<Sphere> nested{{{1, 2, 3.5}, 1}, one, {{1, 2, 3}, 4}, {{0, 2, 3}, 3}};
    const Sphere ball = enclosing_ball(nested);
    EXPECT_NEAR(ball.radius, 4, 1e-9);
    EXPECT_NEAR(length(ball.center - one.center), 0, 1e-9);
    EXPECT_LT(enclosing_ball({}).radius, 0);
}

TEST(EnclosingBall, takes_points_in_a_line_a_plane_and_one_place) {
    std::vector<Sphere> line, square, same(5, Sphere{{1, 1, 1}, 0});
    for (int i = 0; i < 9; ++i) line.push_back({{1.0 * i, 2.0 * i, 0}, 0.5});
    for (const double x : {0, 1})
        for (const double y : {0, 1}) square.push_back({{x, y, 5}, 0});
    EXPECT_NEAR(enclosing_ball(line).radius, length({4, 8, 0}) + 0.5, 1e-9);
    EXPECT_NEAR(enclosing_ball(square).radius, std::sqrt(0.5), 1e-9);
    EXPECT_NEAR(enclosing_ball(same).radius, 0, 1e-12);
}

}  // namespace
}  // namespace graze
