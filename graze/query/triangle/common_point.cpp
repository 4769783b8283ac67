#include "graze/query/triangle/detail/common_point.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {
namespace {

double largest_of(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Triangles relative to a corner of one of them.
struct NearZero {
    Triangle triangle;
    double size = 0;  // the largest coordinate

    NearZero(const Triangle& t, const Vec3& origin) {
        for (std::size_t i = 0; i < 3; ++i) {
            triangle[i] = t[i] - origin;
            size = std::max(size, largest_of(triangle[i]));
        }
    }
};

struct EdgeCrossing {
    Vec3 at;
    Feature edge;  // of the triangle whose edge it is
};

// The point where an edge of `t` passes through `face`, if the edge clearly does and the rounding error of
// the point is at most `error`. `size` is the size of the largest coordinate.
std::optional<EdgeCrossing> crossing(const Triangle& t, const Triangle& face, double size, double error) {
    const Vec3 u = face[1] - face[0], v = face[2] - face[0], normal = cross(u, v);
    // The error of projections, which are products of three lengths with some dozen roundings.
    const double projection_error = 0x1p-48 * std::sqrt(dot(u, u) * dot(v, v)) * size;
    const double projection[3] = {dot(normal, t[0] - face[0]), dot(normal, t[1] - face[0]),
                                  dot(normal, t[2] - face[0])};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (!((projection[i] > 0) != (projection[j] > 0))) continue;
        const double drop = projection[i] - projection[j];
        const Vec3 edge = t[j] - t[i];
        if (!(std::sqrt(dot(edge, edge)) * projection_error <= error * std::abs(drop))) continue;
        const Vec3 at = t[i] + edge * (projection[i] / drop);
        bool is_inside = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 side = face[(k + 1) % 3] - face[k];
            is_inside = is_inside && dot(cross(side, at - face[k]), normal) >
                                         0x1p-40 * size * size * std::sqrt(dot(normal, normal));
        }
        if (is_inside) return EdgeCrossing{at, {Feature::Kind::edge, static_cast<std::uint8_t>((i + 2) % 3)}};
    }
    return std::nullopt;
}

}  // namespace

CommonPlace common_point(const Triangle& a, const Triangle& b) {
    const Vec3 origin = b[0];
    const NearZero near_a(a, origin), near_b(b, origin);
    const double size = std::max(near_a.size, near_b.size);
    // In this range products of lengths neither overflow nor underflow.
    if (size > 0x1p-64 && size < 0x1p64) {
        const double error = 0x1p-51 * std::max(size, largest_of(origin));
        if (const auto x = crossing(near_a.triangle, near_b.triangle, size, error))
            return {origin + x->at, x->edge, {}, true};
        if (const auto x = crossing(near_b.triangle, near_a.triangle, size, error))
            return {origin + x->at, {}, x->edge, true};
    }
    return middle_of(intersection(a, b));
}

}  // namespace graze::inline v1::detail
