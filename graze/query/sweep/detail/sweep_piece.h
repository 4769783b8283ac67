// Convex pieces of moving shapes at one moment, and how long a direction keeps two of them apart.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/base/motion.h"
#include "graze/base/triangle.h"
#include "graze/query/kinds/detail/placed_convex.h"

namespace graze::inline v1::detail {

struct SweepPiece {
    enum class Form : std::uint8_t { box, triangle, solid, half_space };
    Form form = Form::box;
    Vec3 middle;                   // in the piece; of a half-space, in its plane
    std::array<Vec3, 3> half{};    // of a box with this middle: the piece, or one around the solid
    std::array<Vec3, 3> axis{};    // of the box; a little shorter than 1
    std::array<double, 3> size{};  // the lengths of the halves
    Triangle corners;
    Vec3 outwards;                        // of a half-space, of length 1
    double radius = 0;                    // no point is further from the middle
    const PlacedConvex* solid = nullptr;  // in its place
};

// How far a piece extends along a direction of length 1 or less, and how this may change. A triangle has one
// rim for each corner, others have one. After a time tau no point of a rim is beyond
//     reach + tau * speed + tau^2 / 2 * bend, nor beyond swing + tau * drift, each + slack:
// Taylor's theorem, and the circle on which the point turns.
struct PieceOutline {
    struct Rim {
        double reach = 0, speed = 0, bend = 0;
    };
    std::array<Rim, 3> rim;
    std::size_t rims = 1;
    double drift = 0, swing = 0, slack = 0;
};

inline double sum_of_projections(const std::array<Vec3, 3>& half, const Vec3& n) {
    return std::abs(dot(n, half[0])) + std::abs(dot(n, half[1])) + std::abs(dot(n, half[2]));
}

// Relative to `origin`. Rounding is part of the slack of the outline.
inline double reach_of(const SweepPiece& piece, const Vec3& n, const Vec3& origin) {
    switch (piece.form) {
        case SweepPiece::Form::box:
            return dot(n, piece.middle - origin) + sum_of_projections(piece.half, n);
        case SweepPiece::Form::triangle: {
            const Triangle& t = piece.corners;
            return std::max({dot(n, t[0] - origin), dot(n, t[1] - origin), dot(n, t[2] - origin)});
        }
        case SweepPiece::Form::solid:
            return piece.solid->height(n, origin) + piece.solid->radius();
        case SweepPiece::Form::half_space:
            break;
    }
    return n == piece.outwards ? dot(n, piece.middle - origin) : std::numeric_limits<double>::infinity();
}

inline PieceOutline outline_of(const SweepPiece& piece, const MotionCourse& course, const Vec3& n,
                               const Vec3& origin) {
    PieceOutline outline;
    const Vec3 from_place = piece.middle - course.place;
    outline.slack = 0x1p-46 * (std::abs(origin.x) + std::abs(origin.y) + std::abs(origin.z) +
                               length(piece.middle - origin) + piece.radius);
    if (piece.form == SweepPiece::Form::triangle) {
        outline.rims = 3;
        for (std::size_t i = 0; i < 3; ++i) outline.rim[i].reach = dot(n, piece.corners[i] - origin);
    }
    outline.swing = reach_of(piece, n, origin);
    if (outline.rims == 1) outline.rim[0].reach = outline.swing;
    if (course.rests) return outline;
    const double arm = length(from_place) + piece.radius;
    outline.slack += course.rounding(arm);
    outline.drift = dot(n, course.shift) + course.warp * arm;
    for (std::size_t i = 0; i < outline.rims; ++i) outline.rim[i].speed = outline.drift;
    if (course.rate == 0) return outline;
    const Vec3 m = cross(n, course.axis);
    const double across = length(m) * (1 + 0x1p-40);
    if (piece.form == SweepPiece::Form::triangle) {
        outline.swing = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 w = course.turning(piece.corners[i]);
            const double size = length(w);
            outline.rim[i].speed += dot(n, w);
            outline.rim[i].bend = course.rate * across * size;
            const double inwards = dot(n, cross(course.axis, w));
            outline.swing =
                std::max(outline.swing, outline.rim[i].reach + (inwards + across * size) / course.rate);
        }
    } else if (piece.form == SweepPiece::Form::half_space) {
        outline.rim[0].speed = outline.swing = std::numeric_limits<double>::infinity();  // turns: unbounded
    } else {
        const Vec3 w = course.turning(piece.middle);
        const double size = length(w);
        outline.rim[0].speed += dot(n, w) + course.rate * sum_of_projections(piece.half, m);
        outline.rim[0].bend = course.rate * across * (size + course.rate * piece.radius);
        const double inwards = dot(n, cross(course.axis, w));
        outline.swing = dot(n, piece.middle - origin) + (inwards + across * size) / course.rate +
                        std::abs(dot(n, course.axis)) * sum_of_projections(piece.half, course.axis) +
                        across * piece.radius;
    }
    outline.swing += 0x1p-40 * std::abs(outline.swing);
    return outline;
}

// A distance along a direction from A to B, and for how long it stays above the limit. Rounded downwards.
struct SweepGap {
    double apart = 0;  // beyond the limit; the slack for rounding is taken off
    double time = 0;   // from now, at least 0
};

// The first root of apart - tau * speed - tau^2 / 2 * bend, for apart > 0.
inline double time_to_close(double apart, double speed, double bend) {
    if (bend == 0) return speed > 0 ? apart / speed : std::numeric_limits<double>::infinity();
    const double root = std::sqrt(speed * speed + 2 * bend * apart);
    return speed > 0 ? 2 * apart / (speed + root) : (root - speed) / bend;
}

inline SweepGap gap_along(const PieceOutline& a, const PieceOutline& b, double limit) {
    SweepGap gap{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const double slack = a.slack + b.slack + limit;
    for (std::size_t i = 0; i < a.rims; ++i) {
        for (std::size_t j = 0; j < b.rims; ++j) {
            const double apart = -a.rim[i].reach - b.rim[j].reach - slack;
            gap.apart = std::min(gap.apart, apart);
            if (!(apart > 0)) {
                gap.time = 0;
                continue;
            }
            gap.time = std::min(gap.time, time_to_close(apart, a.rim[i].speed + b.rim[j].speed,
                                                        a.rim[i].bend + b.rim[j].bend));
        }
    }
    if (const double left = -a.swing - b.swing - slack; left > 0 && gap.apart > 0) {
        const double drift = a.drift + b.drift;
        gap.time = std::max(gap.time, drift > 0 ? left / drift : std::numeric_limits<double>::infinity());
    }
    gap.time *= 1 - 0x1p-30;
    return gap;
}

}  // namespace graze::inline v1::detail
