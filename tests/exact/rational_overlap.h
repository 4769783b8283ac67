// The volume that two solids share, in rational numbers: of solids that are given as tetrahedra, so that
// nothing is left to do but to clip triangles by planes.
#pragma once

#include <gmpxx.h>

#include <array>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::test {

using Tetrahedron = std::array<Vec3, 4>;
using Tetrahedra = std::vector<Tetrahedron>;  // with no volume in common

// Positive if the corners 1, 2, 3 are counter-clockwise as seen from the other side of corner 0.
int orientation(const Tetrahedron& t);

mpq_class exact_volume(const Tetrahedra& solid);
// Of tetrahedra of positive orientation; those without volume count nothing.
mpq_class exact_common_volume(const Tetrahedra& a, const Tetrahedra& b);

}  // namespace graze::test
