// Planes that show that two triangles are further apart than a limit, to the last bit or nearly so.
#pragma once

#include <optional>

#include "graze/base/budget.h"
#include "graze/base/detail/double_double.h"
#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// A direction from B to A, of any length, whose coordinates have an error of at most `error`.
struct SeparatingDirection {
    Wide3 along;
    double error;
};

// True only if all of `a` is further from all of `b` than the limit. `direction` leads approximately from the
// closest point of one to that of the other. Uses twice the precision of doubles, which is not enough for
// every pair: false says nothing. `seen_along` receives the direction that shows the separation.
bool certainly_beyond(const Triangle& a, const Triangle& b, const Vec3& direction, double limit,
                      std::optional<SeparatingDirection>& seen_along);

// As distance_at_most(), for limits above zero. If the answer is no and a direction shows it, up to the last
// bit, `seen_along` receives the direction. `hard` becomes true if plain doubles could not decide; the meter
// is charged for the further work.
bool at_most(const Triangle& a, const Triangle& b, double limit, bool& hard,
             std::optional<SeparatingDirection>& seen_along, Meter& meter);

}  // namespace graze::inline v1::detail
