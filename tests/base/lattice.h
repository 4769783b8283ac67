// Points that are often collinear, coplanar or equal.
#pragma once

#include "graze/base/random.h"
#include "graze/base/vec3.h"

namespace graze {

inline Vec3 lattice_point(Random& r, double unit) {
    const auto c = [&] { return unit * (static_cast<double>(r.below(7)) - 3); };
    const double x = c(), y = c();
    return {x, y, c()};
}

}  // namespace graze
