// What one call of intersects() leaves to the next.
#pragma once

#include <array>

#include "graze/base/pose.h"
#include "graze/mesh/content_hash.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

namespace detail {
struct RelativeTransform;
}

// Shapes that move little between two calls mostly touch with the same triangles again, or are still apart.
// The cache keeps the pair of triangles that touched last; or how far the shapes were apart at least, which
// answers the next calls until they have moved that far. It looks for a distance that lasts for some steps as
// long as the last ones. The answers are those without a cache.
//
// One cache per pair of shapes and thread. No front of the traversal is kept, as for distances: a yes or no
// takes a few microseconds, not forty, and where shapes touch it ends with the first pair found.
class IntersectCache {
  public:
    IntersectCache() = default;

  private:
    friend bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                           IntersectCache& cache);

    struct Key {
        ContentHash a, b;
        friend bool operator==(const Key&, const Key&) = default;
    };
    explicit IntersectCache(const Key& key) : key_(key) {}

    // How far points of B have moved at most since the last close look, as seen from A; 0 if there was none.
    float moved(const detail::RelativeTransform& a_from_b, const WideTree& b);
    bool still_apart(float moved, float margin) const;
    float clearance_worth_seeking(float moved) const;
    void keep_witness(TriangleId a, TriangleId b);
    void keep_clearance(float clearance, float wanted, float margin);
    void keep_place(const detail::RelativeTransform& a_from_b);

    Key key_{};
    bool touched_ = false;
    TriangleId triangle_a_ = 0, triangle_b_ = 0;
    // Distances are in coordinates of A's tree.
    float clearance_ = 0;  // 0: not known
    float ambition_ = 2;   // steps that a distance should last for; 0: it was too much, see looks_to_wait_
    int looks_to_wait_ = 0, patience_ = 16;
    int steps_ = -1;  // since the last close look; -1: none yet
    std::array<std::array<float, 3>, 4>
        placed_{};  // where B was then: columns of the rotation, and the shift
};

}  // namespace graze::inline v1
