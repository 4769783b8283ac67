#include "graze/interact/sliding/detail/triangle_advance.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "graze/query/triangle/triangle_distance.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze {
namespace {

using detail::StraightWay;
using detail::TriangleAdvance;
using detail::TriangleLimits;
using detail::Twist;

double between(std::mt19937_64& random, double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

Vec3 vector(std::mt19937_64& random, double size) {
    return {between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}

// Where triangles are 1e-12 to 1e-4 apart, the difference of their closest points is mostly rounding. A plane
// across it cut the obstacle, and motions along it were called free.
TEST(TriangleAdvance, of_triangles_a_hair_apart_passes_through_nothing) {
    int far = 0, blocked = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        const Triangle obstacle{vector(random, 100), vector(random, 100), vector(random, 100)};
        const Vec3 normal = normalized(cross(obstacle[1] - obstacle[0], obstacle[2] - obstacle[0]));
        double apart = 1e-4;
        for (auto i = random() % 9; i > 0; --i) apart *= 0.1;
        // One corner above the obstacle or its edge, the others higher by much or by next to nothing.
        const double u = between(random, 0, 1), v = random() % 2 ? 0 : between(random, 0, 1 - u);
        const Vec3 near =
            obstacle[0] + u * (obstacle[1] - obstacle[0]) + v * (obstacle[2] - obstacle[0]) + apart * normal;
        const auto corner = [&] {
            const Vec3 beside = vector(random, 50);
            const double up = random() % 2 ? between(random, 0, 30) : between(random, 0, 2 * apart);
            return near + beside - dot(beside, normal) * normal + up * normal;
        };
        const Triangle part{near, corner(), corner()};
        if (intersects(part, obstacle)) continue;
        const ClosestPoints points = distance(part, obstacle);
        Contact start;
        start.point_a = points.point_a;
        start.point_b = points.point_b;
        start.distance = points.value;
        start.normal = normalized(points.point_b - points.point_a);
        const Vec3 beside = vector(random, 20);
        const StraightWay way(
            {}, Twist{beside - dot(beside, normal) * normal, random() % 2 ? Vec3{} : vector(random, 0.1)},
            vector(random, 50));
        const TriangleLimits limits{0, 5e-4, 0.1, 0x1p-44 * 400};
        const TriangleAdvance advance =
            detail::advance_triangles(part, {}, {}, way, obstacle, start, limits, 1);
        ASSERT_GE(advance.until, 0);
        far += advance.until > 0.1;
        blocked += advance.blocked;
        for (int i = 0; i <= 64; ++i) {
            const Pose pose = way.at(advance.until * i / 64);
            ASSERT_FALSE(intersects(pose(part), obstacle)) << "distance " << start.distance << ", at " << i;
        }
    }
    EXPECT_GT(far, 400);
    EXPECT_GT(blocked, 400);
}

}  // namespace
}  // namespace graze
