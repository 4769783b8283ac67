// State that one call of distance() keeps for the next call: a part of QueryCache.
#pragma once

#include <cstddef>
#include <memory>

#include "graze/mesh/mesh.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

class DistanceFront;
struct CachedDistance;  // in distance.cpp

// The closest triangles, and for all other pairs the reason why they are further apart. For shapes that move
// little, most of this stays valid. The cache keeps the shapes alive.
class DistanceCache {
  public:
    explicit DistanceCache(std::size_t most_bytes);
    ~DistanceCache();
    DistanceCache(const DistanceCache& other);
    DistanceCache(DistanceCache&& other) noexcept;
    DistanceCache& operator=(const DistanceCache& other);
    DistanceCache& operator=(DistanceCache&& other) noexcept;

  private:
    friend struct CachedDistance;

    std::size_t most_bytes_;
    ShapeId a_, b_;
    bool known_ = false, touched_ = false;
    TriangleId triangle_a_ = 0, triangle_b_ = 0;
    std::unique_ptr<DistanceFront> front_;
};

}  // namespace graze::inline v1::detail
