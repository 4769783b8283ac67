// Does a solid lie in another one, where one of the two is round?
#pragma once

#include <cstdint>

#include "graze/query/kinds/detail/placed_convex.h"

namespace graze::inline v1::detail {

enum class LiesInside : std::uint8_t {
    surely,  // certain: A lies inside B, and does not touch its border
    no,      // certain: some point of A is outside B
    unsure,  // touches the border within rounding, or is close to it everywhere, by less than 1e-3 of the
             // size
};
LiesInside lies_inside_round(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b);

}  // namespace graze::inline v1::detail
