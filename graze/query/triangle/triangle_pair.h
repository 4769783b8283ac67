// The operation that everything else rests on: do two triangles have a point in common, and which?
//
// Triangles are closed sets, given by their world vertices. The answer is that of exact arithmetic on these
// doubles; touching counts; (A,B) = (B,A). Degenerate triangles are the segments or points they are.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "graze/base/triangle.h"

namespace graze::inline v1 {

bool intersects(const Triangle& a, const Triangle& b);

// The lowest-dimensional part of a triangle that a point lies in: corner 0-2, edge 0-2 (edge i is opposite
// corner i), or the face. A triangle degenerate to a segment has no face, one degenerate to a point only
// corners; of equal corners and overlapping edges the canonical one is named (see docs/query.md).
struct Feature {
    enum class Kind : std::uint8_t { corner, edge, face };
    Kind kind = Kind::face;
    std::uint8_t index = 0;  // 0 for the face

    friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

// A corner of the common set: it lies in feature `on_a` of A and `on_b` of B.
struct CommonPoint {
    Vec3 position;  // each coordinate within 8 units in the last place of the largest coordinate of the two
                    // triangles
    Feature on_a, on_b;
};

enum class CommonKind : std::uint8_t { none, point, segment, polygon };

// The common set of two triangles is convex: nothing, a point, a segment, or (coplanar triangles only) a
// polygon of three to six corners, given in order around it.
struct TriangleIntersection {
    CommonKind kind = CommonKind::none;
    bool coplanar = false;  // all six corners lie in one plane
    std::uint8_t point_count = 0;
    std::array<CommonPoint, 6> point_storage;

    std::span<const CommonPoint> points() const;
    // Of these points, so in both triangles up to rounding.
    Vec3 middle() const;
};

TriangleIntersection intersection(const Triangle& a, const Triangle& b);

}  // namespace graze::inline v1
