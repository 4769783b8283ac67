#include "graze/query/sweep/detail/apart_for_all_times.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

Vec3 between(const MovingPoint& p, double time) {
    return time == 1 ? p.to : p.from + (p.to - p.from) * time;
}

// The point of the segment closest to zero.
Vec3 closest_on_segment(const Vec3& a, const Vec3& b) {
    const Vec3 ab = b - a;
    const double squared = dot(ab, ab);
    if (!(squared > 0)) return a;
    return a + ab * std::clamp(-dot(a, ab) / squared, 0.0, 1.0);
}

// The point of a triangle or of a parallelogram closest to zero: that of its plane if it is inside, or the
// closest one of the sides.
Vec3 closest_on_polygon(std::span<const Vec3> corners) {
    const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double squared = dot(normal, normal);
    if (squared > 0) {
        bool inside = true;
        for (std::size_t i = 0; inside && i < corners.size(); ++i) {
            const Vec3 &from = corners[i], &to = corners[(i + 1) % corners.size()];
            inside = dot(cross(to - from, -from), normal) >= 0;
        }
        if (inside) return normal * (dot(corners[0], normal) / squared);
    }
    Vec3 best;
    double least = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 p = closest_on_segment(corners[i], corners[(i + 1) % corners.size()]);
        const double d = dot(p, p);
        if (i == 0 || d < least) {
            best = p;
            least = d;
        }
    }
    return best;
}

void add(CornerDifferences& differences, const MovingPoint& a, const MovingPoint& b) {
    const MovingPoint d{a.from - b.from, a.to - b.to};
    differences.corner[differences.count++] = d;
    for (const Vec3& v : {d.from, d.to})
        differences.largest = std::max({differences.largest, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Squares must neither overflow nor underflow.
bool in_comfortable_range(const CornerDifferences& d) {
    return d.largest < 1e50 && d.largest > 1e-50;
}

}  // namespace

CornerDifferences vertex_face_differences(const MovingPoint& vertex, std::span<const MovingPoint, 3> face) {
    CornerDifferences d;
    for (const MovingPoint& corner : face) add(d, vertex, corner);
    return d;
}

CornerDifferences edge_edge_differences(std::span<const MovingPoint, 2> a,
                                        std::span<const MovingPoint, 2> b) {
    CornerDifferences d;
    add(d, a[0], b[0]);
    add(d, a[0], b[1]);
    add(d, a[1], b[1]);
    add(d, a[1], b[0]);
    return d;
}

Vec3 CornerDifferences::closest(double time) const {
    std::array<Vec3, 4> now;
    for (std::size_t i = 0; i < count; ++i) now[i] = between(corner[i], time);
    return closest_on_polygon(std::span(now).first(count));
}

bool CornerDifferences::beyond(const Vec3& direction, double t0, double t1, double separation) const {
    const double long_enough = length(direction);
    const double least = long_enough * (separation * (1 + 0x1p-50) + 2 * margin());
    for (std::size_t i = 0; i < count; ++i) {
        if (!(dot(direction, between(corner[i], t0)) > least)) return false;
        if (!(dot(direction, between(corner[i], t1)) > least)) return false;
    }
    return true;
}

bool apart_for_all_times(const CornerDifferences& d) {
    // Signs of coordinates are exact.
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bool above = true, below = true;
        for (std::size_t i = 0; i < d.count; ++i) {
            const double from = d.corner[i].from[axis], to = d.corner[i].to[axis];
            above = above && from > 0 && to > 0;
            below = below && from < 0 && to < 0;
        }
        if (above || below) return true;
    }
    if (!in_comfortable_range(d)) return false;
    struct Part {
        double from, to;
    };
    constexpr int most_parts = 12;
    std::array<Part, 8> waiting{Part{0, 1}};
    std::size_t count = 1;
    for (int i = 0; count > 0; ++i) {
        if (i == most_parts) return false;
        const Part part = waiting[--count];
        const double middle = (part.from + part.to) / 2;
        if (d.beyond(d.closest(middle), part.from, part.to, 0)) continue;
        if (part.to - part.from < 0x1p-3) return false;
        waiting[count++] = {middle, part.to};
        waiting[count++] = {part.from, middle};
    }
    return true;
}

LinearImpact first_time_within(const CornerDifferences& d, double separation) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    // Anything in reach, or nothing: sizes that no product of two can hold.
    if (!(separation < 1e50) || !in_comfortable_range(d)) {
        const bool near = separation > 4 * d.largest;
        if (near) return {Answer::yes, 0, 0};
        return {Answer::undecided, 0, nan};
    }
    const auto certainly_within = [&](double time) {
        return length(d.closest(time)) + 2 * d.margin() <= separation * (1 - 0x1p-50);
    };
    if (certainly_within(0)) return {Answer::yes, 0, 0};
    struct Part {
        double from, to;
    };
    constexpr int most_parts = 4096;
    std::array<Part, 64> waiting{Part{0, 1}};
    std::size_t count = 1;
    double hit = std::numeric_limits<double>::infinity(), maybe = hit;
    if (certainly_within(1)) hit = 1;
    for (int i = 0; count > 0; ++i) {
        const Part part = waiting[--count];
        if (part.from >= hit) break;
        const double middle = (part.from + part.to) / 2;
        const Vec3 closest = d.closest(middle);
        if (d.beyond(closest, part.from, part.to, separation)) continue;
        if (length(closest) + 2 * d.margin() <= separation * (1 - 0x1p-50)) {
            hit = middle;
            count = 0;
        }
        if (part.to - part.from < 0x1p-42 || i >= most_parts) {
            maybe = std::min(maybe, part.from);
            if (i >= most_parts || hit < 2) break;
            continue;
        }
        if (hit >= part.to) waiting[count++] = {middle, part.to};
        waiting[count++] = {part.from, middle};
    }
    if (hit < 2) return {Answer::yes, std::min(maybe, hit), hit};
    if (maybe < 2) return {Answer::undecided, maybe, nan};
    return {};
}

}  // namespace graze::inline v1::detail
