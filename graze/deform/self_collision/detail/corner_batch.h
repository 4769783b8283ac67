// Decides pairs of triangles that share one vertex together: a SIMD filter, which leaves open what doubles
// cannot tell.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// Up to 64 pairs of triangles v a b and v c d, as the differences to v, coordinate by coordinate. Put the
// batch on the stack and refill it.
class CornerBatch {
  public:
    static constexpr std::size_t capacity = 64;

    std::size_t size() const { return size_; }
    bool full() const { return size_ == capacity; }
    void clear() { size_ = 0; }
    // The batch must not be full.
    void add(const Vec3& v, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        const std::array<Vec3, 4> sides{a - v, b - v, c - v, d - v};
        // The first pair of a vector fills all of it, so that the filter never reads what was not written.
        const std::size_t at = size_++, copies = at % widest == 0 ? widest : 1;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                double* const lane = lanes_[3 * i + k].data() + at;
                lane[0] = sides[i][k];
                if (copies != 1) std::fill_n(lane + 1, widest - 1, sides[i][k]);
            }
    }

    // A bit for each pair that surely has nothing but v in common, and for each that surely has more.
    struct Filtered {
        std::uint64_t apart = 0, meet = 0;
    };
    Filtered filter() const;

    // Coordinate `c` of all pairs: x, y, z of a, then of b, c and d.
    const double* coordinate(std::size_t c) const { return lanes_[c].data(); }

  private:
    static constexpr std::size_t widest = 8;  // doubles in the widest vector

    alignas(64) std::array<std::array<double, capacity>, 12> lanes_;
    std::size_t size_ = 0;
};

}  // namespace graze::inline v1::detail
