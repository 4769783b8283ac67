#include "graze/convex/gjk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/random.h"
#include "graze/convex/convex_hull.h"

namespace graze {
namespace {

ConvexHull hull_on_a_ball(Random& r, std::size_t corners) {
    std::vector<Vec3> points(corners);
    for (Vec3& p : points) p = r.on_sphere();
    return ConvexHull(points);
}

struct Moved {
    const ConvexHull& hull;
    Pose pose;

    SupportPoint operator()(const Vec3& d) const {
        const std::uint32_t c = hull.highest(Pose(pose.rotation().conjugate(), {}).rotate(d)).corner;
        return {pose(hull.corners()[c]), c};
    }
};

// The corners of an earlier search, where they are now.
std::vector<GjkCorner> carried(const GjkResult& last, const Moved& a, const Moved& b) {
    std::vector<GjkCorner> result;
    for (std::size_t i = 0; i < last.count; ++i) {
        GjkCorner c = last.corner[i];
        c.of_a = a.pose(a.hull.corners()[c.number_a]);
        c.of_b = b.pose(b.hull.corners()[c.number_b]);
        c.between = c.of_a - c.of_b;
        result.push_back(c);
    }
    return result;
}

TEST(Gjk, that_begins_where_it_ended_takes_fewer_steps_to_the_same_distance) {
    Random r(88);
    const ConvexHull hull_a = hull_on_a_ball(r, 200), hull_b = hull_on_a_ball(r, 200);
    int cold_steps = 0, warm_steps = 0;
    for (int path = 0; path < 20; ++path) {
        const Vec3 axis = r.on_sphere(), along = r.on_sphere() * 2.4;
        GjkResult last;
        for (int i = 0; i < 50; ++i) {
            const Moved a{hull_a, {}},
                b{hull_b, Pose(Quat::about_turns(axis, 0.0005 * i), along * (1 - 0.001 * i))};
            GjkOptions options;
            options.start = -b.pose.translation();
            options.enough = std::numeric_limits<double>::infinity();
            const GjkResult cold = gjk(a, b, options);
            const std::vector<GjkCorner> first = carried(last, a, b);
            options.first = first;
            const GjkResult warm = gjk(a, b, options);
            ASSERT_EQ(cold.end, GjkResult::End::apart);
            ASSERT_EQ(warm.end, GjkResult::End::apart);
            ASSERT_NEAR(length(cold.nearest), length(warm.nearest), 1e-13);
            if (i > 0) cold_steps += cold.steps, warm_steps += warm.steps;
            last = warm;
        }
    }
    EXPECT_LT(3 * warm_steps, 2 * cold_steps);
}

TEST(Gjk, takes_any_corners_to_begin_with) {
    Random r(89);
    const ConvexHull hull = hull_on_a_ball(r, 30);
    for (int i = 0; i < 2000; ++i) {
        const Moved a{hull, {}}, b{hull, Pose(r.rotation(), r.on_sphere() * (0.5 + 2 * r.uniform()))};
        GjkResult random;
        random.count = 1 + r.below(4);
        for (std::size_t k = 0; k < random.count; ++k) {
            // Equal ones, too.
            random.corner[k].number_a = static_cast<std::uint32_t>(r.below(3));
            random.corner[k].number_b = static_cast<std::uint32_t>(r.below(3));
        }
        const std::vector<GjkCorner> first = carried(random, a, b);
        GjkOptions options;
        options.start = -b.pose.translation();
        options.enough = std::numeric_limits<double>::infinity();
        const GjkResult cold = gjk(a, b, options);
        options.first = first;
        const GjkResult warm = gjk(a, b, options);
        if (cold.end == GjkResult::End::apart && cold.at_least > 1e-9) {
            ASSERT_EQ(warm.end, GjkResult::End::apart) << i;
            ASSERT_NEAR(length(cold.nearest), length(warm.nearest), 1e-12) << i;
        } else if (cold.end == GjkResult::End::inside) {
            ASSERT_NE(warm.end, GjkResult::End::apart) << i;
        }
    }
}

}  // namespace
}  // namespace graze
