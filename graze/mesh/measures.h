// Area, volume, centre of mass and inertia of meshes.
#pragma once

#include <optional>

#include "graze/base/threads.h"
#include "graze/base/vec3.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/inertia.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// Accuracy. All sums use 106 bits, a fixed order, and coordinates relative to the middle of the mesh's box,
// which are computed without rounding; so a part far from the origin loses nothing. A result is then rounded
// to a double. With S the sum of the magnitudes of all terms (one per triangle),
//     |error| <= 2^-52 |result| + 2^-95 S.
// S is about the result for ordinary solids and n times the result if all but an n-th of the volume cancels
// out: thin shells, say. Results are the same for any number of threads, on every machine. Values beyond the
// range of double become infinite, or 0.

// In units of the mesh: area in units^2 and so on. Every triangle counts as often as it occurs.
struct SurfaceMeasures {
    double area = 0;
    std::optional<Vec3> centroid;  // of the surface as a thin sheet; none if it has no area
};
SurfaceMeasures surface_measures(const Mesh& mesh, const Threads& threads = {});

// Points count as often as the surface winds round them: voids are subtracted, solids inside one another
// count twice, and a mesh that is inside out has negative volume and inertia.
struct SolidMeasures {
    double volume = 0;
    std::optional<Vec3> centroid;    // none if the volume is 0
    std::optional<Inertia> inertia;  // about the centroid, for density 1, so in units^5
};

// Throws Error with the surface's why_not() for meshes that are not closed. `surface` is that of `mesh`.
SolidMeasures solid_measures(const Mesh& mesh, const ClosedSurface& surface, const Threads& threads = {});
SolidMeasures solid_measures(const Mesh& mesh, const Threads& threads = {});

}  // namespace graze::inline v1
