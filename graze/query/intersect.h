// Do two shapes at two poses have a point in common?
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/pose.h"
#include "graze/query/triangle_pair.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Exact: some triangle of A and some triangle of B, carried by their poses, have a point in common. Touching
// counts; a shape inside another without touching does not (see relation). Stops at the first witness and
// allocates nothing.
bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

struct Witness {
    TriangleId a = 0, b = 0;
    Vec3 point;  // in both triangles; see CommonPoint for its error
};

// The first pair found, the same on every machine; not the lowest.
std::optional<Witness> witness(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b);

// What a query did.
struct IntersectCounts {
    std::uint64_t box_pairs = 0;       // tested
    std::uint64_t leaf_pairs = 0;      // whose boxes overlap
    std::uint64_t triangle_pairs = 0;  // that went through the filter
    std::uint64_t exact_pairs = 0;     // left to exact arithmetic

    friend bool operator==(const IntersectCounts&, const IntersectCounts&) = default;
};

// `intersects` that also adds up what it did.
bool intersects_counted(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        IntersectCounts& counts);

}  // namespace graze::inline v1
