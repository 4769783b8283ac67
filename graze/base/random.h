// Random numbers with the same sequence on every platform.
#pragma once

#include <cstdint>

#include "graze/base/quat.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

// xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. Not for cryptography. Uses no libm function
// but the correctly rounded square root.
class Random {
  public:
    explicit Random(std::uint64_t seed);

    std::uint64_t bits();                  // 64 random bits
    std::uint64_t below(std::uint64_t n);  // 0 .. n-1, unbiased; n > 0
    GRAZE_INLINE double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // [0, 1)
    // Not inline, because a caller's compiler might fuse the operations.
    double uniform(double lo, double hi);
    GRAZE_INLINE bool chance(double p) { return uniform() < p; }
    Vec3 in_box(const Vec3& lo, const Vec3& hi);
    Vec3 on_sphere();  // uniform on the unit sphere
    Quat rotation();   // uniform over all rotations

  private:
    std::uint64_t s_[4];
};

}  // namespace graze::inline v1
