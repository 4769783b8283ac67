// The values behind the exact predicates, for those who need more than the sign.
#pragma once

#include "graze/base/predicates.h"

namespace graze::inline v1::detail {

// value * 2^exponent. Zero exactly when the determinant is; otherwise right to a relative 2^-50, and not a
// denormal.
struct Scaled {
    double value = 0;
    int exponent = 0;
};

Scaled orient2d_value(const Vec2& a, const Vec2& b, const Vec2& c);
Scaled orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// Exact, in units of 2^-3222.
template <int Limbs>
class BigInteger;
using Big = BigInteger<76>;
Big orient3d_big(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// p / (p + q) for p, q >= 0, not both zero.
double share(const Scaled& p, const Scaled& q);

}  // namespace graze::inline v1::detail
