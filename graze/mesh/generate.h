// Meshes by formula, for tests, examples and benchmarks. The same bits on every platform.
#pragma once

#include <cstdint>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// All are closed, made of triangles only, share their vertices, and are wound so that normals point outwards.
// Sizes must be positive and within range, numbers of segments such that a mesh can hold them; else they
// throw Error.

// A box with corners at -size/2 and +size/2, each face a grid of `divisions` x `divisions` quadrangles (each
// cut into two triangles).
Mesh make_box(const Vec3& size, std::uint32_t divisions = 1);

// A sphere around the origin of about `triangles` triangles (the nearest that its subdivided octahedron
// allows: 8 f^2 for some f, at least 8). All vertices lie on the sphere to rounding.
Mesh make_sphere(double radius, std::uint32_t triangles);

// A ring around the z axis: distance `ring_radius` from the axis to the centre of the tube, `tube_radius` of
// the tube, which must be less. `around_ring` and `around_tube` are the numbers of segments, at least 3 each.
Mesh make_torus(double ring_radius, double tube_radius, std::uint32_t around_ring, std::uint32_t around_tube);

// A cylinder around the z axis from -height/2 to +height/2; more exactly a prism of `around` sides, at least
// 3, whose edges lie on the cylinder. The first edge is at +x.
Mesh make_cylinder(double radius, double height, std::uint32_t around);

// The same with a bore of `inner_radius`, which must be less than `outer_radius`. A cylinder of the same
// radius and number of sides as the bore fits it exactly.
Mesh make_tube(double outer_radius, double inner_radius, double height, std::uint32_t around);

}  // namespace graze::inline v1
