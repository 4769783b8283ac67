// Sine and cosine without libm, so that generated geometry has the same bits on every platform.
#pragma once

namespace graze::inline v1 {

struct SinCos {
    double sin, cos;
};

// Of `turns` full turns (1 is 360 degrees). The reduction is exact, multiples of an eighth give the exact
// values and symmetric angles symmetric results; otherwise each value is within 2 units in the last place
// of 1. |turns| up to 2^50; beyond, or for NaN, {NaN, NaN}.
SinCos sin_cos_turns(double turns);

}  // namespace graze::inline v1
