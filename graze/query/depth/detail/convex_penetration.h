// Penetrations of convex solids, which are known up to rounding.
#pragma once

#include <optional>

#include "graze/query/depth/penetration.h"

namespace graze::inline v1::detail {

// A convex solid in the place of a mesh, in coordinates of the world.
struct ConvexStandIn {
    Shape hull;
    // Directions along which the mesh ends before the hull does so by no more than this.
    double missing = 0;
};
// None if the mesh is not convex, for all that doubles can tell, or so large that finding out takes long. The
// mesh is closed and not empty.
std::optional<ConvexStandIn> convex_stand_in(const Shape& mesh, const Pose& world_from_mesh, Meter& meter);

// The hull of the corners of a mesh, in coordinates of the world; none for very many corners.
std::optional<Shape> hull_in_world(const Shape& mesh, const Pose& world_from_mesh, Meter& meter);

// The border of a box or a hull as a closed mesh; none for other kinds.
std::optional<Shape> as_mesh(const Shape& solid);

// Fills in the translation, its length and the lower bound from EPA on the convex solids, which are in the
// place of A and B. The exact relation of A and B is asked. The result is changed only if the answer is
// `complete`.
QueryStatus separate_convex(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, const Shape& convex_a, const Pose& world_from_convex_a,
                            const Shape& convex_b, const Pose& world_from_convex_b,
                            const QueryOptions& options, Penetration& result);

}  // namespace graze::inline v1::detail
