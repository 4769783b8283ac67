// Is a packing feasible? Decided exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/spheres/sphere_packing.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct PackingCheck {
    // Spheres that are not inside: their closed ball has a point of the surface, or lies outside.
    std::uint64_t not_inside = 0;
    std::uint64_t overlapping_pairs = 0;  // pairs of spheres with a common point; touching counts
    std::uint64_t bad_radii = 0;          // not above 0, not finite, or a centre out of range
    std::optional<std::uint32_t> first_not_inside, first_bad_radius;
    std::optional<std::uint32_t> first_overlapping[2];  // of the first pair
    // The volume of the spheres as a share of the shape's, and a bound of its error. NaN for shapes whose
    // volume is not known.
    double fill_rate = 0, fill_rate_error = 0;

    bool feasible() const { return not_inside == 0 && overlapping_pairs == 0 && bad_radii == 0; }
    // "2 spheres are not inside, the first is sphere 17"; empty if feasible.
    std::string why_not() const;
};

struct ValidateOptions {
    Threads threads{};
    Progress* progress = nullptr;  // "checking"; cancelling raises Error "cancelled"
};

// Both questions are answered by exact arithmetic for the doubles given, where plain doubles cannot decide.
// The shape is a closed mesh; of other solids, a ball that comes within rounding of the surface counts as not
// inside. Throws Error as ShapeSurface does.
PackingCheck validate(std::span<const Sphere> spheres, const Shape& shape,
                      const ValidateOptions& options = {});

// Have the balls a point in common? Exact.
bool balls_meet(const Sphere& a, const Sphere& b);

}  // namespace graze::inline v1
