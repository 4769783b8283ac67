#include "graze/query/depth/detail/common_balls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/point/point_distance.h"

namespace graze::inline v1::detail {

double CommonBalls::sum_at(const Vec3& t, const Vec3& p) const {
    const QueryOptions options = pair_.options();
    pair_.meter().spend(32);
    const double a = -signed_distance(pair_.a(), pair_.pose_a(), p - t, options).value;
    const double b = -signed_distance(pair_.b(), pair_.pose_b(), p, options).value;
    const double sum = a + b - pair_.rounding();
    return std::isnan(sum) ? -std::numeric_limits<double>::infinity() : sum;
}

// Best first over cubes of points. The sum changes by no more than twice the way.
CommonBalls::Ball CommonBalls::find(const Vec3& t, const Vec3& guess, double enough, int points) const {
    struct Cube {
        double likely, most;
        Vec3 middle, half;
        bool operator<(const Cube& c) const { return likely < c.likely; }
    };
    Ball best{guess, std::max(sum_at(t, guess), 0.0)};
    const Box &box_a = pair_.box_a(), &box_b = pair_.box_b();
    const Vec3 lower_a = box_a.lower + t, upper_a = box_a.upper + t;
    Vec3 lower, upper;
    for (std::size_t k = 0; k < 3; ++k) {
        lower[k] = std::max(lower_a[k], box_b.lower[k]);
        upper[k] = std::min(upper_a[k], box_b.upper[k]);
        if (!(lower[k] < upper[k])) return best;
    }
    std::priority_queue<Cube> queue;
    const auto put = [&](const Vec3& middle, const Vec3& half) {
        const double sum = sum_at(t, middle), radius = safe_length(half);
        --points;
        if (sum > best.radius) best = {middle, sum};
        if (sum + 2 * radius > std::max(best.radius, enough))
            queue.push({sum + 0.7 * radius, sum + 2 * radius, middle, half});
    };
    put((lower + upper) * 0.5, (upper - lower) * 0.5);
    while (!queue.empty() && points > 0 && best.radius < enough && !pair_.meter().exhausted()) {
        const Cube cube = queue.top();
        queue.pop();
        if (cube.most <= best.radius) continue;
        // Along each side that is at least half as long as the longest.
        const double longest = std::max({cube.half.x, cube.half.y, cube.half.z});
        std::array<int, 3> parts{};
        for (std::size_t k = 0; k < 3; ++k) parts[k] = cube.half[k] > 0.5 * longest ? 2 : 1;
        for (int i = 0; i < parts[0]; ++i)
            for (int j = 0; j < parts[1]; ++j)
                for (int k = 0; k < parts[2]; ++k) {
                    const std::array<int, 3> at{i, j, k};
                    Vec3 half = cube.half, middle = cube.middle;
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        if (parts[axis] == 1) continue;
                        half[axis] *= 0.5;
                        middle[axis] += at[axis] == 0 ? -half[axis] : half[axis];
                    }
                    put(middle, half);
                }
    }
    return best;
}

}  // namespace graze::inline v1::detail
