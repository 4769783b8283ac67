// Where a ray enters a box.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "graze/query/ray/ray_triangle.h"
#include "graze/world/broad_phase/float_box.h"

namespace graze::inline v1::detail {

inline Box widened(const FloatBox& box) {
    Box result;
    for (std::size_t k = 0; k < 3; ++k) {
        result.lower[k] = static_cast<double>(box.lower[k]);
        result.upper[k] = static_cast<double>(box.upper[k]);
    }
    return result;
}

// A lower bound of the t at which the ray enters the box; nullopt if the ray certainly misses the box. The
// quotients are off by three roundings, which the factors compensate for.
inline std::optional<double> entry(const Ray& ray, const Box& box) {
    constexpr double eps = 4 * std::numeric_limits<double>::epsilon();
    const auto earlier = [](double t) { return t - eps * std::abs(t); };
    const auto later = [](double t) { return t + eps * std::abs(t); };
    double from = ray.t_min(), to = ray.t_max();
    for (std::size_t k = 0; k < 3; ++k) {
        const double o = ray.origin()[k], d = ray.direction()[k];
        if (d == 0) {
            if (o < box.lower[k] || o > box.upper[k]) return {};
            continue;
        }
        const double t0 = (box.lower[k] - o) / d, t1 = (box.upper[k] - o) / d;
        from = std::max(from, earlier(std::min(t0, t1)));
        to = std::min(to, later(std::max(t0, t1)));
    }
    if (from > to) return {};
    return from;
}

}  // namespace graze::inline v1::detail
