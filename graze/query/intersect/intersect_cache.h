// State that one call of intersects() keeps for the next call: a part of QueryCache.
#pragma once

#include <array>

#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

struct RelativeTransform;
struct CachedSearch;  // in intersect.cpp

// Shapes that move little between two calls mostly touch with the same triangles again, or are still apart.
// The cache keeps either the pair of triangles that touched last, or a lower bound of the distance between
// the shapes. The lower bound answers the next calls until the shapes have moved that far. The query seeks a
// bound that lasts for several steps as long as the recent ones. The answers are the same as without a cache.
//
// Unlike the cache for distances, this cache keeps no front of the traversal: a yes or no takes a few
// microseconds, not forty, and where shapes touch the query ends with the first pair found.
class IntersectCache {
  public:
    IntersectCache() = default;

  private:
    friend struct CachedSearch;

    struct Key {
        ShapeId a, b;
        friend bool operator==(const Key&, const Key&) = default;
    };
    explicit IntersectCache(const Key& key) : key_(key) {}

    // The farthest that a point of B can have moved, relative to A, since the last full test; 0 if there was
    // none.
    float moved(const RelativeTransform& a_from_b, const WideTree& b);
    bool still_apart(float moved, float margin) const;
    float clearance_worth_seeking(float moved) const;
    void keep_witness(TriangleId a, TriangleId b);
    void keep_clearance(float clearance, float wanted, float margin);
    void keep_place(const RelativeTransform& a_from_b);

    Key key_{};
    bool touched_ = false;
    TriangleId triangle_a_ = 0, triangle_b_ = 0;
    // Distances are in coordinates of A's tree.
    float clearance_ = 0;  // 0: not known
    float ambition_ = 2;  // number of steps that a distance should last for; 0: seeking it cost too much, see
                          // looks_to_wait_
    int looks_to_wait_ = 0, patience_ = 16;
    int steps_ = -1;  // since the last full test; -1: none yet
    std::array<std::array<float, 3>, 4>
        placed_{};  // the pose of B at that test: columns of the rotation, then the shift
};

}  // namespace graze::inline v1::detail
