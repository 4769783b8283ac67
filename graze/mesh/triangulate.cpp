#include "graze/mesh/triangulate.h"

#include <algorithm>
#include <cmath>

#include "graze/mesh/detail/sweep_triangulator.h"
#include "graze/mesh/detail/triangulator.h"

namespace graze::inline v1 {

bool triangulate(std::span<const Vec3> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles) {
    return detail::Triangulator{}(polygon, triangles);
}

namespace detail {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

// The search takes some 100 bytes per corner, while a hostile file has polygons of two bytes per corner.
constexpr std::size_t max_corners = std::size_t{1} << 20;

// Twice the polygon's area vector (Newell), and a bound on the rounding error of each component.
struct Normal {
    Vec3 value;
    double error = 0;
};

double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

Normal newell_normal(std::span<const Vec3> polygon) {
    const Vec3& origin = polygon[0];
    double extent = 0;
    for (const Vec3& p : polygon) extent = std::max(extent, largest(p - origin));
    // Products of tiny coordinates would underflow; a power of two changes nothing else.
    const double lift = extent < 1e-140 ? 0x1p500 : 1;
    const double lift_again = extent < 1e-280 ? 0x1p500 : 1;
    const auto edge = [&](const Vec3& p) { return (p - origin) * lift * lift_again; };

    Normal normal;
    double magnitude = 0;
    Vec3 a = edge(polygon[1]);
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        const Vec3 b = edge(polygon[i]);
        normal.value += cross(a, b);
        magnitude += largest(a) * largest(b);
        a = b;
    }
    // Each term is off by at most 8 roundings of products no larger than largest(a) * largest(b), and so is
    // each sum.
    normal.error = (static_cast<double>(polygon.size()) + 16) * 0x1p-51 * magnitude;
    return normal;
}

std::array<int, 3> axes_by_size(const Vec3& v) {
    std::array<int, 3> axes{2, 1, 0};
    const auto size = [&](int axis) { return std::abs(v[static_cast<std::size_t>(axis)]); };
    std::ranges::sort(axes, [&](int a, int b) { return size(a) > size(b) || (size(a) == size(b) && a > b); });
    return axes;
}

// For a counter-clockwise quadrangle. Prefers the diagonal 0-2, and either to one that leaves a flat
// triangle.
bool cut_quadrangle(std::span<const Vec2> p, Triangles& triangles) {
    const int at1 = orient2d(p[0], p[1], p[2]);
    const int at3 = orient2d(p[2], p[3], p[0]);
    const auto along_02 = [&] { triangles.insert(triangles.end(), {{0, 1, 2}, {0, 2, 3}}); };
    if (at1 > 0 && at3 > 0) {
        along_02();
        return true;
    }
    const int at0 = orient2d(p[3], p[0], p[1]);
    const int at2 = orient2d(p[1], p[2], p[3]);
    const bool fair_02 = at1 >= 0 && at3 >= 0 && at1 + at3 > 0;
    const bool fair_13 = at0 >= 0 && at2 >= 0 && at0 + at2 > 0;
    if ((at0 > 0 && at2 > 0) || (fair_13 && !fair_02)) {
        triangles.insert(triangles.end(), {{0, 1, 3}, {1, 2, 3}});
        return true;
    }
    along_02();
    return fair_02;
}

void cut_as_fan(std::size_t corners, Triangles& triangles) {
    for (std::uint32_t i = 1; i + 1 < corners; ++i) triangles.push_back({0, i, i + 1});
}

// Whether every triangle of the fan around corner 0 is counter-clockwise. True for convex polygons without
// flat corners.
bool fan_is_proper(std::span<const Vec2> p) {
    for (std::size_t i = 1; i + 1 < p.size(); ++i)
        if (orient2d(p[0], p[i], p[i + 1]) <= 0) return false;
    return true;
}

}  // namespace

bool Triangulator::operator()(std::span<const Vec3> polygon, Triangles& triangles) {
    if (polygon.size() < 3) return false;
    if (polygon.size() == 3) {
        triangles.push_back({0, 1, 2});
        return true;
    }
    if (polygon.size() > max_corners) {
        cut_as_fan(polygon.size(), triangles);
        return false;
    }
    work_left_ = EarClipper::work_allowed(polygon.size());
    const Normal normal = newell_normal(polygon);
    const int axis = axes_by_size(normal.value)[0];
    const double component = normal.value[static_cast<std::size_t>(axis)];
    if (std::abs(component) > normal.error) return cut(polygon, {axis, component < 0}, triangles);
    return cut_from_any_side(polygon, normal.value, triangles);
}

// The normal is smaller than its rounding error: the polygon is flat, nearly so, or winds in both directions.
// The exact answer is found by trying all projections.
bool Triangulator::cut_from_any_side(std::span<const Vec3> polygon, const Vec3& normal,
                                     Triangles& triangles) {
    const std::size_t before = triangles.size();
    for (const int axis : axes_by_size(normal)) {
        const bool turned = normal[static_cast<std::size_t>(axis)] < 0;
        for (const bool mirrored : {turned, !turned}) {
            if (cut(polygon, {axis, mirrored}, triangles)) return true;
            triangles.resize(before);
        }
    }
    cut_as_fan(polygon.size(), triangles);
    return false;
}

bool Triangulator::cut(std::span<const Vec3> polygon, View view, Triangles& triangles) {
    projected_.clear();
    for (const Vec3& p : polygon) {
        const Vec2 q = drop(p, view.axis);
        projected_.push_back(view.mirrored ? Vec2{q.y, q.x} : q);
    }
    if (projected_.size() == 4) return cut_quadrangle(projected_, triangles);
    if (fan_is_proper(projected_)) {
        cut_as_fan(polygon.size(), triangles);
        return true;
    }
    return projected_.size() < EarClipper::many_corners ? clipper_.clip(projected_, triangles, work_left_)
                                                        : cut_large(triangles);
}

// Ears give better triangles, and are fast except if they are long and thin: around a point, or in a spiral.
// Then a search takes as long as the square root of the number of corners.
bool Triangulator::cut_large(Triangles& triangles) {
    const std::size_t before = triangles.size();
    const std::uint64_t some = std::min<std::uint64_t>(work_left_, 100 * projected_.size());
    std::uint64_t left = some;
    const bool is_proper = clipper_.clip(projected_, triangles, left);
    work_left_ -= some - left;
    if (is_proper || left > 0) return is_proper;
    triangles.resize(before);
    clipper_ = {};  // frees its memory
    if (sweep_triangulate(projected_, triangles)) return true;
    return clipper_.clip(projected_, triangles, work_left_);  // the polygon touches itself, perhaps
}

}  // namespace detail
}  // namespace graze::inline v1
