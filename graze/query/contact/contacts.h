// Where do two shapes touch, or nearly so? Every pair of features that is closer than a margin, as a small
// set of contacts for solvers, or as the whole list for callers that need all constraints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// What meets in a contact. Where two faces are parallel but for an angle of 0.06, the contact is one of
// faces, and its points are the corners of what the faces have in common, seen along the normal. The features
// of such a point are still a vertex and a face, or two edges.
enum class ContactKind : std::uint8_t {
    face_face,
    vertex_face,
    edge_edge,
    vertex_edge,
    vertex_vertex,
    region,   // a connected piece of the volume that two solids share
    closest,  // the closest points, for cylinders, cones and ellipsoids; the way out, for balls deep inside
};
const char* name_of(ContactKind kind);  // "face/face", "vertex/face", ...

// A place where the surfaces are no further apart than the margin. Features are named by the lowest triangle
// that has them, so that a vertex or an edge has one name.
//
// The normal of a face/face contact is midway between the normals of the faces; that of a vertex on a face is
// the face's; that of two edges is across both. Closed meshes have an outside: the distance is below 0 where
// the points are inside the other solid. For other surfaces the sign is that of the side on which the other
// shape is, or, where the surfaces intersect, was when they last did not (see ContactOptions::last_free);
// where that is not known, the winding decides, and the normal is unsure.
//
// A region says how far two solids overlap beyond what contacts of surfaces can tell. Its points are the
// extremes of its box along the normal; the normal is the direction in which the common volume decreases
// fastest when B moves, and unsure where that is nearly nothing; none if one solid is inside the other.
struct ContactPoint : Contact {
    ContactKind kind = ContactKind::vertex_face;
    // How much of the surfaces the contact stands for, as an area; above 0. It decreases to 0 towards the
    // margin. A point contact counts for the square of the margin, a corner of faces for its share of their
    // common area, a region for its volume divided by the margin. See docs/query.md for how weights change
    // with motion.
    double weight = 0;
    // With a cache, a contact of the same features keeps its number from call to call. Without, they count
    // from 1.
    std::uint64_t id = 0;

    friend bool operator==(const ContactPoint&, const ContactPoint&) = default;
};

struct ContactOptions {
    // Contacts of the same plane are reduced to the few at its extremes, which take over the weights of all
    // others: sum of weights and their centre stay. False: all are listed.
    bool reduce = true;
    // Find the regions of overlapping solids, too. Takes about the time of overlap_regions.
    bool regions = true;
    // The latest poses at which surfaces that are not closed did not intersect. A cache remembers them by
    // itself.
    std::optional<PosePair> last_free{};
};

// All contacts within `margin`, which is above 0 and finite; otherwise the status is `bad_input`. The order
// is that of features, the same on every machine. Exchanging A and B gives the same contacts the other way
// round.
//
// An overlap that is deeper than the margin has no contacts of surfaces in its depth: they are about surfaces
// that come within the margin of each other, on either side. Walls should be thicker than twice the margin.
Listed<ContactPoint> contacts(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, double margin, const ContactOptions& contact = {},
                              const QueryOptions& options = {});

// The same in the caller's memory. With a cache, nothing is allocated once the cache is large enough, but for
// regions. If there are more contacts than `out` has room for, it holds the first of them.
Filled contacts(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                double margin, std::span<ContactPoint> out, const ContactOptions& contact = {},
                const QueryOptions& options = {});

// The sums of weighted normals and of their moments about a point: what contacts do as a whole.
struct ContactSum {
    Vec3 force, moment;
    double weight = 0;  // of all
    double unsure = 0;  // of those whose normal is not certain
};
ContactSum sum_of(std::span<const ContactPoint> contacts, const Vec3& about);

}  // namespace graze::inline v1
