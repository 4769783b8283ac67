// Sine and cosine without libm, so that generated geometry has the same bits on every platform.
#pragma once

#include "graze/base/platform.h"

namespace graze::inline v1 {

struct SinCos {
    double sin, cos;
};

// Of `turns` full turns (1 is 360 degrees). The reduction is exact, multiples of an eighth give the exact
// values and symmetric angles symmetric results; otherwise each value is within 2 units in the last place
// of 1. |turns| up to 2^50; beyond, or for NaN, {NaN, NaN}.
SinCos sin_cos_turns(double turns);

// The angle of the point (x, y) about the origin, counter-clockwise from the x axis, in turns from -0.5 to
// 0.5: the inverse of sin_cos_turns. Multiples of an eighth are exact, other angles within a relative 2^-50.
// 0 for the origin; NaN for NaN and for two infinities.
double turns_of(double y, double x);

}  // namespace graze::inline v1
