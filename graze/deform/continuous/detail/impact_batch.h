// Tells of pairs of moving features that most of them stay apart, many at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/query/sweep/linear_impact.h"

namespace graze::inline v1::detail {

// Up to 64 pairs of a vertex and a face, or up to 64 pairs of edges. A pair is kept as three differences of
// corners at both times, coordinate by coordinate. Put the batch on the stack and refill it.
//
//     vertex p, face f0 f1 f2:     w = p - f0,   e = f1 - f0,  f = f2 - f0
//     edges a0 a1 and b0 b1:       w = a0 - b0,  e = a1 - a0,  f = b1 - b0
class ImpactBatch {
  public:
    static constexpr std::size_t capacity = 64;

    enum class Features : std::uint8_t { vertex_face, edge_edge };
    // Differences are scaled by a power of two, so that they are at most about 4.
    ImpactBatch(Features features, double scale) : features_(features), scale_(scale) {}

    std::size_t size() const { return size_; }
    bool full() const { return size_ == capacity; }
    void clear() { size_ = 0; }
    // The batch must not be full.
    void add(const std::array<Vec3, 3>& from, const std::array<Vec3, 3>& to) {
        for (std::size_t i = 0; i < 3; ++i) {
            put(3 * i, from[i]);
            put(9 + 3 * i, to[i]);
        }
        ++size_;
    }

    // Pair `i` of another batch of the same features. This one must not be full.
    void add(const ImpactBatch& other, std::size_t i) {
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) lanes_[lane][size_] = other.lanes_[lane][i];
        ++size_;
    }

    // A bit for each pair that certainly has no point in common at any time from 0 to 1. Time is cut into so
    // many parts, each with a direction of its own: more of them tell more pairs apart.
    std::uint64_t apart(int parts = 1);

    Features features() const { return features_; }
    // Coordinate `c` of all pairs: x, y, z of w, then of e and f, at time 0; then those at time 1.
    const float* coordinate(std::size_t c) const { return lanes_[c].data(); }

  private:
    static constexpr std::size_t widest = 16;  // floats in the widest vector

    GRAZE_INLINE void put(std::size_t lane, const Vec3& d) {
        lanes_[lane][size_] = static_cast<float>(d.x * scale_);
        lanes_[lane + 1][size_] = static_cast<float>(d.y * scale_);
        lanes_[lane + 2][size_] = static_cast<float>(d.z * scale_);
    }

    alignas(64) std::array<std::array<float, capacity>, 18> lanes_;
    std::size_t size_ = 0;
    Features features_;
    double scale_;
};

}  // namespace graze::inline v1::detail
