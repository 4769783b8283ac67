// The values behind the exact predicates, for callers that need more than the sign.
#pragma once

#include "graze/base/predicates.h"

namespace graze::inline v1::detail {

// value * 2^exponent. Zero exactly when the determinant is zero; otherwise right to a relative 2^-50, and not
// a denormal.
struct Scaled {
    double value = 0;
    int exponent = 0;
};

Scaled orient2d_value(const Vec2& a, const Vec2& b, const Vec2& c);
Scaled orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// direction . ((a - origin) x (b - origin)), and in the plane direction x (p - origin).
Scaled ray_side_value(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b);
Scaled ray_side_value(const Vec2& origin, const Vec2& direction, const Vec2& p);
// Sign of (b - a) x (d - c): +1 if the second direction is to the left of the first, 0 if they are parallel.
int orient_directions(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d);

// Exact, in units of 2^-3222.
template <int Limbs>
class BigInteger;
using Big = BigInteger<76>;
Big orient3d_big(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// p / (p + q) for p, q >= 0, not both zero.
double share(const Scaled& p, const Scaled& q);

// p / q for q other than zero. The result has the right sign and is zero only if p is, even where the
// quotient underflows.
double quotient(const Scaled& p, const Scaled& q);
// p + q for p and q that are not of opposite signs.
Scaled sum(const Scaled& p, const Scaled& q);

}  // namespace graze::inline v1::detail
