// The relation of two solids: apart, touching, overlapping, or one inside the other.
#pragma once

#include <cstdint>

#include "graze/base/pose.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// A solid is the set of points with a winding number other than zero, together with the closed mesh itself.
// So normals may point outwards or inwards, as long as all of them do. A piece of opposite orientation inside
// a solid is a void. Pieces of a mesh may contain one another, cross, or lie flush.
enum class Relation : std::uint8_t {
    apart,        // no common point
    touching,     // common points, but none inside both: a part on its seat, or a face shared back to back
    overlapping,  // points inside both; also if one solid lies in the other and touches its surface from
                  // within
    a_in_b,       // all of A inside B, surfaces nowhere in contact
    b_in_a,       // all of B inside A
    not_closed,   // a mesh is not closed; Shape::closed_surface() says where
    undecided,    // the budget was used up, or the query was cancelled
    unsupported,  // not for these kinds of shapes, nor with a filter
};

// What to do with meshes that are not closed.
enum class OpenMeshes : std::uint8_t {
    refuse,       // the answer is not_closed, wherever the meshes are
    as_surfaces,  // if one mesh is not closed, both are taken as surfaces: apart, touching, or overlapping if
                  // two triangles pass through each other along some length. Other kinds stay solids: what
                  // is inside counts, too
};

// Exact for the world vertices. Exchanging A and B gives the mirrored answer. An empty shape is apart from
// everything.
//
// The answer is exact for meshes that cross or touch themselves only along common edges and corners (four
// triangles at an edge are fine). Other meshes, such as parts made of several bodies in one mesh, get
// the right answer too where surfaces pass through each other or one lies inside the other. But if a triangle
// in contact is crossed elsewhere by its own mesh, the query judges the contact by the middle of that
// triangle, so it can miss an overlap. The query can also miss an overlap where an edge lies in the other
// surface over less than 2^-30 of the edge's length: the tested point may lie beside that part. A sheet of
// two layers back to back encloses nothing; it counts as material where another surface passes through it.
// Triangles without area count as contact and for nothing else.
//
// Where surfaces cross, or the boxes are apart, the query is about as fast as `intersects`. Where surfaces
// only touch, the time grows with the number of triangle pairs in contact, unless a plane separates them. The
// first query of a shape also computes whether the shape is closed.
Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  OpenMeshes open_meshes = OpenMeshes::refuse);

// The same, with a budget, counts or a progress. The budget counts boxes and triangles that rays are tested
// against, too. A filter is not supported: without some of its triangles, a solid is none. There is no use
// for a cache and for threads.
Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  OpenMeshes open_meshes, const QueryOptions& options);
Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options);

const char* name_of(Relation r);  // "apart", "touching", ...

}  // namespace graze::inline v1
