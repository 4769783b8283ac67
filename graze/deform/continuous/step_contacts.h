// When and where meshes touch while their vertices move along straight lines from one frame to the next.
//
//     graze::DeformableShape cloth(mesh), body(other);
//     for (const graze::StepContact& c : graze::first_contacts(cloth.shape(), next)) ...        // itself
//     for (const graze::StepContact& c : graze::step_contacts(cloth.shape(), next, body.shape(), body_next))
//     ...
//
// At time 0 the vertices are where the shapes have them, at time 1 where the second argument has them. A
// contact is a vertex and a face, or two edges, that have a point in common at some time from 0 to 1.
#pragma once

#include <limits>
#include <span>

#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Two features of a mesh, of which a < b, so a vertex comes before a face; or a feature of each of two
// meshes. A vertex or edge that belongs to several triangles has the name that the lowest of them gives it.
struct StepContact {
    FeatureId a, b;
    // Bounds of the first time at which the two touch; mostly a few units of rounding apart.
    double at_least = std::numeric_limits<double>::quiet_NaN();
    double at_most = std::numeric_limits<double>::quiet_NaN();

    friend bool operator==(const StepContact&, const StepContact&) = default;
};

// All contacts of a mesh with itself, in order of time: by at_least, then at_most, then a and b. Exact, for
// any soup; nothing is missed and nothing is made up. What touches for a whole step is a contact from time 0
// on, and so is what touches at its start.
//
// Features that share a vertex are no contacts, since they always touch there. (Two triangles that share a
// vertex and begin to meet elsewhere do so with other features.) A triangle that collapses is no contact.
// Where triangles cross already at time 0, only features that pass one another later are contacts:
// self_intersections() tells what crosses.
//
// Each pair of features is tested once. The filter gets the two features; counts take pairs of features
// for triangles. A budget is spent by one thread. The cache is not used. `bad_input` if the number of
// positions is not that of the vertices, or a coordinate is not a number or beyond 1e100; `unsupported` for
// shapes that are no meshes.
Listed<StepContact> step_contacts(const Shape& shape, std::span<const Vec3> to,
                                  const QueryOptions& options = {});
// Of two meshes, both in world coordinates. What does not move has its own vertices as `to`.
Listed<StepContact> step_contacts(const Shape& a, std::span<const Vec3> a_to, const Shape& b,
                                  std::span<const Vec3> b_to, const QueryOptions& options = {});

// Only the contacts that may be the first ones: those that have begun when the first of all has certainly
// begun. Where bounds are a few units of rounding apart, these are the contacts at the first time.
Listed<StepContact> first_contacts(const Shape& shape, std::span<const Vec3> to,
                                   const QueryOptions& options = {});
Listed<StepContact> first_contacts(const Shape& a, std::span<const Vec3> a_to, const Shape& b,
                                   std::span<const Vec3> b_to, const QueryOptions& options = {});

// Is there any contact? The search stops at one.
Answer touches_in_step(const Shape& shape, std::span<const Vec3> to, const QueryOptions& options = {});
Answer touches_in_step(const Shape& a, std::span<const Vec3> a_to, const Shape& b, std::span<const Vec3> b_to,
                       const QueryOptions& options = {});

}  // namespace graze::inline v1
