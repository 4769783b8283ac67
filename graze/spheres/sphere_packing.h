// Spheres inside a shape that do not overlap, largest first, each with the triangles that hold it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/spheres/sphere.h"

namespace graze::inline v1 {

// A packing is feasible if every sphere lies inside the shape and no two have a point in common (Weller 2012,
// 4.2). All coordinates are the shape's own. validate() in packing/validate.h checks it exactly.
struct SpherePacking {
    // Largest first; so the first k of them are a coarser packing (a level of detail).
    std::vector<Sphere> spheres;
    // The triangles of sphere i are triangles[first_triangle[i]] to triangles[first_triangle[i + 1] - 1]: the
    // one nearest to its centre first, then others that the sphere is known to touch. `first_triangle` has
    // one entry more than `spheres`, or none if the shape has no triangles.
    std::vector<std::uint32_t> first_triangle;
    std::vector<TriangleId> triangles;

    // Of the shape, and a bound of its error; NaN if the shape does not tell.
    double volume = std::numeric_limits<double>::quiet_NaN();
    double volume_error = std::numeric_limits<double>::quiet_NaN();
    // The volume of all spheres divided by that of the shape, and a bound of its error, rounding included.
    double fill_rate = std::numeric_limits<double>::quiet_NaN();
    double fill_rate_error = std::numeric_limits<double>::quiet_NaN();

    // Empty if the shape has no triangles.
    std::span<const TriangleId> triangles_of(std::size_t sphere) const;
    // The triangle nearest to the centre of the sphere. Not for shapes without triangles.
    TriangleId nearest_triangle(std::size_t sphere) const { return triangles[first_triangle[sphere]]; }

    friend bool operator==(const SpherePacking&, const SpherePacking&) = default;
};

// The volume of all spheres, summed in twice the precision: to a relative error of 2^-49.
double volume(std::span<const Sphere> spheres);

// Sets the fill rate from the spheres and the volume of the shape.
void measure_fill(SpherePacking& packing);

}  // namespace graze::inline v1
