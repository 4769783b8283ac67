// Which translations separate two unions of convex pieces, in CGAL's exact numbers.
#pragma once

#include <vector>

#include "graze/base/vec3.h"

namespace graze::test {

using ConvexPiece = std::vector<Vec3>;  // the hull of these points, which are not all in one plane

// The length of the shortest translation of A after which no point is inside both: the distance of the origin
// from the border of the Minkowski sum of B and of A mirrored. That sum is the union of the sums of pieces.
double least_separation(const std::vector<ConvexPiece>& a, const std::vector<ConvexPiece>& b);

}  // namespace graze::test
