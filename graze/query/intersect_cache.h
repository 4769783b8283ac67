// What one call of intersects() leaves to the next.
#pragma once

#include <array>

#include "graze/base/pose.h"
#include "graze/mesh/content_hash.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

namespace detail {
struct Passage;
}

// Shapes that move little between two calls mostly touch with the same triangles again, or are as far apart
// as before. The cache keeps the pair of triangles that touched last; and how far the shapes were apart at
// least when they were last looked at closely, which answers the next calls until they have moved that far.
// The answers are those without a cache.
//
// One cache per pair of shapes and thread. No front of the traversal is kept: boxes are tested eight at a
// time, so a front would save only the few tests above it.
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

    void keep_witness(TriangleId a, TriangleId b);
    void keep_clearance(const detail::Passage& a_from_b, float clearance);
    bool still_apart(const detail::Passage& a_from_b, const WideTree& b) const;

    Key key_{};
    bool touched_ = false;
    TriangleId triangle_a_ = 0, triangle_b_ = 0;
    float clearance_ = 0;  // in coordinates of A's tree; 0: not known
    std::array<std::array<float, 3>, 4>
        placed_{};  // where B was then: columns of the rotation, and the shift
};

}  // namespace graze::inline v1
