// The gap between two surfaces that a few numbers describe: coaxial cylinders and cones, spheres, planes.
#pragma once

#include <optional>
#include <span>

#include "graze/base/triangle.h"
#include "graze/mesh/surface_faces.h"

namespace graze::inline v1::detail {

// How far apart the surfaces are where they face each other, by their own numbers; negative: the solids
// overlap by as much. Both faces in world coordinates, with triangles of theirs that tell how far they extend
// along an axis. nullopt if the kinds do not tell, or the faces do not face each other. `sure` is how far off
// the axes of surfaces may be that count as coaxial. Surfaces whose axes are further off are decided only
// where they have play all the way round.
std::optional<double> surface_gap(const SurfaceFace& a, std::span<const Triangle> triangles_a,
                                  const SurfaceFace& b, std::span<const Triangle> triangles_b, double sure);

}  // namespace graze::inline v1::detail
