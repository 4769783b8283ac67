// How two solids lie to each other.
#pragma once

#include <cstdint>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// A solid is what a closed mesh encloses, with the mesh itself: the points with a winding number other than
// zero. So it does not matter whether normals point outwards or inwards, as long as all of them do; a piece
// wound the other way inside a solid is a void; pieces may hold, cross or lie flush against one another.
enum class Relation : std::uint8_t {
    apart,        // no common point
    touching,     // common points, but none inside both: a part on its seat, a face shared back to back
    overlapping,  // points inside both; also when one lies in the other and touches its surface from within
    a_in_b,       // all of A inside B, surfaces nowhere in contact
    b_in_a,       // all of B inside A
    not_closed,   // a mesh is not closed; Shape::closed_surface() says where
    undecided,    // the budget was used up
};

// What to do with meshes that are not closed.
enum class OpenMeshes : std::uint8_t {
    refuse,       // not_closed, wherever they are
    as_surfaces,  // if one is not closed, both are taken as surfaces: apart, touching, or overlapping if two
                  // triangles pass through each other along some length
};

struct RelationOptions {
    OpenMeshes open_meshes = OpenMeshes::refuse;
    Budget budget{};  // in box pairs and triangle pairs, and the boxes and triangles that rays are tested
                      // against; exact steps count as several
};

// Exact, for world vertices; mirrored when A and B change places. An empty shape is apart from everything.
//
// Exact means: for meshes that do not cross or touch themselves but along common edges and corners (four
// triangles at an edge are fine). For others, such as parts made of several bodies in one mesh, surfaces that
// pass through each other and whatever is found inside are right as well; only a contact with a triangle that
// is crossed by its own mesh elsewhere is judged by the middle of that triangle, so that an overlap can go
// unnoticed. So it can where an edge lies in the other surface over less than 2^-30 of its length: the place
// asked about may be beside it. A sheet of two layers back to back encloses nothing and counts as material
// where another surface passes through it. Triangles without area count as contact and for nothing else.
//
// Where surfaces cross, or the boxes are apart, about as fast as `intersects`; where they only touch, the
// time grows with the number of pairs of triangles in contact, unless a plane parts them. The first question
// about a shape finds out whether it is closed.
Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const RelationOptions& options = {});

const char* name_of(Relation r);  // "apart", "touching", ...

}  // namespace graze::inline v1
