// Have two polytopes a point in common? Exactly, without their faces and without memory from the heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/convex/gjk.h"
#include "graze/query/intersect/convex_certificate.h"
#include "graze/query/kinds/detail/placed_convex.h"

namespace graze::inline v1::detail {

// The differences of the points of A and those of B are a polytope; is the origin in it? A ray from inside
// it to the origin leaves through a portal, a triangle of three differences, which is moved outwards until it
// is past the origin, or at the border (Snethen 2008). Each sign that matters is exact: doubles with error
// bounds first, expansions where these are not sure. `near` are differences at which a search ended.
//
// Both cores are points. The answer is `undecided` if the differences are in one plane, if coordinates are so
// small that products would underflow (below 1e-92), and if the portal turns in a circle.
ConvexCertificate decide_by_portal(PlacedConvex& a, PlacedConvex& b, std::span<const GjkCorner> near);

}  // namespace graze::inline v1::detail
