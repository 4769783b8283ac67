#pragma once

#include "graze/base/predicates.h"

namespace graze::test {

// Whether a tetrahedron with a volume contains the point, border included; decided exactly.
inline bool in_tetrahedron(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int whole = orient3d(a, b, c, d);
    return whole != 0 && orient3d(p, b, c, d) * whole >= 0 && orient3d(a, p, c, d) * whole >= 0 &&
           orient3d(a, b, p, d) * whole >= 0 && orient3d(a, b, c, p) * whole >= 0;
}

}  // namespace graze::test
