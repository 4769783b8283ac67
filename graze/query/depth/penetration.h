// How far must one solid be moved so that two solids do not overlap any more?
#pragma once

#include <cstdint>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// A translation of A after which the solids are apart or touch, as short as the search could find.
//
// As a contact: point_a is the point of A that is in contact after the translation, where it is before it;
// point_b is the point of B that it then meets, or all but meets. The distance is -value, and the normal is
// the direction in which B would have to be moved. No features and no points without a translation.
struct Penetration : Contact {
    Vec3 translation;                            // of A, in the world; 0 if the solids are apart or touch
    double value = 0;                            // its length; NaN: no answer
    double at_least = 0;                         // no shorter translation does it: certain. NaN: no answer
    QueryStatus status = QueryStatus::complete;  // undecided: the budget ended the search; the translation
                                                 // and the bound hold nevertheless

    // Where A is after the translation.
    Pose separated(const Pose& world_from_a) const { return Pose::translation(translation) * world_from_a; }
    friend bool operator==(const Penetration&, const Penetration&) = default;
};

struct PenetrationOptions {
    // The search ends when value <= at_least * (1 + relative_error). 0: it goes on until its effort is spent.
    double relative_error = 0.01;
    // The tests, as a budget counts them, that the search may spend on closing the gap between the two bounds
    // before it is content with them. The answer is complete then. 0: one quick look.
    std::uint64_t effort = 20'000'000;
};

// relation(a, result.separated(world_from_a), b, world_from_b) is apart or touching: the exact relation has
// been asked. Between the solids there is a gap of about 1e-10 of the smaller solid's size or of 2^-46 of the
// largest coordinate, whichever is more; that much the translation may be longer than it need be. A
// translation into a cavity, or through between two parts of B, counts as well as one out of it.
//
// value / at_least says how good the answer is. In general nobody can say how much shorter the shortest
// translation is without looking at all pairs of features; docs/query.md has figures.
//
// Convex solids (boxes, hulls, spheres and so on, and closed meshes that are convex) are answered by EPA:
// value and at_least differ by rounding, about 1e-13 of the coordinates; with a cylinder, cone or ellipsoid
// by 1e-8. Two solids of one convex and one other mesh, or of a box or a hull and a mesh, are searched like
// meshes. `unsupported`: a round solid, or a half-space, and a mesh; two half-spaces.
//
// Needs closed meshes (`not_closed`). Bad input: an error that is negative or not a number, a world with
// coordinates beyond 1e99.
Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const PenetrationOptions& penetration = {});
// The same, with a budget, counts or a progress. A filter is not supported: without some of its triangles, a
// solid is none. There is no use for a cache and for threads.
Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        const PenetrationOptions& penetration, const QueryOptions& options);

}  // namespace graze::inline v1
