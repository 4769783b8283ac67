// A limit that is the exact sum of some lengths, such as two radii: the sum need not be a double.
#pragma once

#include <cmath>

#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

struct LimitSum {
    double length = 0, more = 0, and_more = 0;  // some may be negative
    bool strictly = false;                      // "less than" instead of "at most"

    // Off by two roundings of the largest.
    double rounded() const { return length + more + and_more; }
    double error() const { return 0x1p-51 * (std::abs(length) + std::abs(more) + std::abs(and_more)); }
};

// Exact for the given coordinates and lengths. False for a sum below 0.
bool distance_within(const Triangle& a, const Triangle& b, const LimitSum& limit);

}  // namespace graze::inline v1::detail
