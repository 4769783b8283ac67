// Planes that show that two triangles are further apart than a limit, to the last bit or nearly so.
#pragma once

#include <optional>

#include "graze/base/budget.h"
#include "graze/base/detail/double_double.h"
#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// A direction from B to A, of any length, whose coordinates are off by at most `error`.
struct SeparatingDirection {
    Wide3 along;
    double error;
};

// True only if all of `a` is further from all of `b` than the limit. `way` leads from about the closest point
// of one to that of the other. In twice the precision of doubles, which is not enough for every pair: false
// says nothing. The way along which that was seen is left in `seen_along`.
bool certainly_beyond(const Triangle& a, const Triangle& b, const Vec3& direction, double limit,
                      std::optional<SeparatingDirection>& seen_along);

// As distance_at_most(), for limits above zero. If the answer is no and was seen along some way, up to the
// last bit, that is left in `seen_along`. `hard` becomes true if plain doubles did not tell; what that takes
// is spent.
bool at_most(const Triangle& a, const Triangle& b, double limit, bool& hard,
             std::optional<SeparatingDirection>& seen_along, Meter& meter);

}  // namespace graze::inline v1::detail
