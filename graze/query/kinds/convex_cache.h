// State that one query about two convex solids keeps for the next one: a part of QueryCache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// What the last search ended with (GJK): solids that move little are found apart, or overlapping, by the same
// corners, or by those next to them. All of it is computed anew from the poses, so a stale one only makes the
// search longer.
class ConvexCache {
  public:
    // Forgets what belongs to other shapes.
    void take(const ShapeId& a, const ShapeId& b) {
        if (a_ == a && b_ == b) return;
        *this = ConvexCache();
        a_ = a, b_ = b;
    }

    Vec3 nearest;  // a point of A minus a point of B, in the frame of A; 0: nothing is known
    struct CornerPair {
        std::uint32_t a = 0, b = 0;
    };
    std::array<CornerPair, 4> corner{};  // of boxes, hulls, points and segments
    std::size_t count = 0;

  private:
    ShapeId a_, b_;
};

}  // namespace graze::inline v1::detail
