// Decides candidate pairs together: a SIMD filter tests all pairs, exact arithmetic decides the few that the
// filter leaves open.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "graze/base/triangle.h"

namespace graze::inline v1 {

// How the pairs that went through a filter were decided.
struct FilterCounts {
    std::uint64_t pairs = 0;
    std::uint64_t apart = 0;         // decided by the filter
    std::uint64_t intersecting = 0;  // decided by the filter
    std::uint64_t undecided = 0;     // left to exact arithmetic

    FilterCounts& operator+=(const FilterCounts& other);
    friend bool operator==(const FilterCounts&, const FilterCounts&) = default;
};

// Up to 64 pairs of triangles, stored coordinate by coordinate. About 10 kB; put the batch on the stack and
// refill it.
class TriangleBatch {
  public:
    static constexpr std::size_t capacity = 64;

    std::size_t size() const { return size_; }
    bool full() const { return size_ == capacity; }
    void clear() { size_ = 0; }

    // Adds a pair; the batch must not be full.
    void add(const Triangle& a, const Triangle& b);

    Triangle a(std::size_t i) const { return get(0, i); }
    Triangle b(std::size_t i) const { return get(9, i); }

    // Bit i is set if pair i intersects. Exact: the same as intersects(a(i), b(i)). Adds to `counts`, if
    // given.
    std::uint64_t decide(FilterCounts* counts = nullptr) const;

    // The result of the filter alone: the pairs surely apart and the pairs that surely intersect.
    struct Filtered {
        std::uint64_t apart = 0, intersecting = 0;
    };
    Filtered filter() const;

    // Coordinate `c` of all pairs: 0-8 are A's corners (x, y, z of corner 0, then 1, then 2), 9-17 are B's.
    const double* coordinate(std::size_t c) const { return lanes_[c].data(); }

  private:
    Triangle get(std::size_t first, std::size_t i) const;

    // Not initialised: the filter reads only what add() has written.
    alignas(64) std::array<std::array<double, capacity>, 18> lanes_;
    std::size_t size_ = 0;
};

}  // namespace graze::inline v1
