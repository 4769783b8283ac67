// The signed distance of two convex solids: how far apart they are, or how far B must move to leave A.
#pragma once

#include <limits>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The contact has the signed distance as its `distance`: above 0 for solids that are apart, the length of the
// shortest translation that parts them, with a minus, for solids that overlap. B moves along the normal to
// leave A. Solids that only touch have the distance 0, with a normal along which they can part. The points of
// round solids are right to 1e-4 of their size only, across the normal.
struct SignedDistance : Contact {
    // The signed distance is certainly between these. They differ by rounding (1e-12 of the coordinates at
    // the most) for boxes, hulls, spheres, capsules and half-spaces; with a cylinder, cone or ellipsoid
    // inside another solid by 1e-8 of the coordinates.
    double at_least = -std::numeric_limits<double>::infinity();
    double at_most = std::numeric_limits<double>::infinity();
    // `undecided` if the budget did not last, or if a cylinder, cone or ellipsoid is so near to touching that
    // rounding hides the sign; the bounds then have 0 between them. `unsupported` for meshes and for two
    // half-spaces, with NaN.
    QueryStatus status = QueryStatus::complete;

    friend bool operator==(const SignedDistance&, const SignedDistance&) = default;
};

// Of boxes, hulls, spheres, capsules, cylinders, cones, ellipsoids, and one half-space. The sign is that of
// exact arithmetic wherever that of `intersects` is: below or equal to 0 if and only if the solids meet.
// GJK where the solids are apart, EPA where they overlap (graze/convex/epa.h). Never throws; ends after a few
// hundred steps at the latest. Exchanging A and B mirrors the answer up to rounding.
SignedDistance convex_depth(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, const QueryOptions& options = {});

}  // namespace graze::inline v1
