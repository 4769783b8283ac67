// Are two swept features further apart than a distance, from a time to another? Doubles, with margins.
#pragma once

#include <array>
#include <span>

#include "graze/base/vec3.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::inline v1::detail {

// All differences of corners, one of each feature. At any time, the differences of all points of the features
// are within the convex hull of these; from a time to another, within the convex hull of those at both times,
// since each moves along a straight line and weights of corners do not change.
struct CornerDifferences {
    std::array<MovingPoint, 4> corner;
    std::size_t count = 0;  // 3: a vertex and a face. 4: edges, in the order 00, 01, 11, 10, a parallelogram
    double largest = 0;     // magnitude of their coordinates

    // The difference closest to zero at a time, up to rounding.
    Vec3 closest(double time) const;
    // A bound on the rounding of products with a direction, and of lengths, for a direction of length 1.
    double margin() const { return 0x1p-47 * largest; }
    // Are all differences, from one time to the other, further from zero than `separation`, as seen along the
    // direction?
    bool beyond(const Vec3& direction, double t0, double t1, double separation) const;
};

CornerDifferences vertex_face_differences(const MovingPoint& vertex, std::span<const MovingPoint, 3> face);
CornerDifferences edge_edge_differences(std::span<const MovingPoint, 2> a, std::span<const MovingPoint, 2> b);

// A quick look; false says nothing.
bool apart_for_all_times(const CornerDifferences& differences);

// The first time within a separation above 0.
LinearImpact first_time_within(const CornerDifferences& differences, double separation);

}  // namespace graze::inline v1::detail
