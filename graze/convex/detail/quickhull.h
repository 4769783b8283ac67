// The triangles of a convex hull, by quickhull on exact predicates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// Four points that are not in one plane, and how far a search for them got.
struct FirstSimplex {
    std::array<std::uint32_t, 4> point{};
    int dimension = 0;  // of all points: the first `dimension` + 1 entries span it
};
FirstSimplex first_simplex(std::span<const Vec3> points);

// Counter-clockwise as seen from outside. Neighbours may lie in one plane. `simplex` has dimension 3.
std::vector<std::array<std::uint32_t, 3>> hull_triangles(std::span<const Vec3> points,
                                                         const FirstSimplex& simplex);

// The corners of the convex hull of some points of one plane, none between two others, in the order in which
// a, b, c go round. `members` are numbers of points; its order is lost. a, b, c are not on one line.
std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, std::vector<std::uint32_t> members,
                                     const std::array<std::uint32_t, 3>& abc);

}  // namespace graze::inline v1::detail
