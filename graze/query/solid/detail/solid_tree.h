// Additional data of a closed shape for integrals: sums over all triangles below each node, so that no query
// has to visit these triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/detail/expansion.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// A sum of many doubles with an error as if there were few (Neumaier 1974).
class Sum {
  public:
    void add(double x) {
        const TwoTerms s = two_sum(high_, x);
        high_ = s.high;
        low_ += s.low;
    }
    double value() const { return high_ + low_; }

  private:
    double high_ = 0, low_ = 0;
};

// Sums over triangles with corners p, q, r, in coordinates of the tree. With d = det(p, q, r), n = twice the
// area vector and s = p + q + r, these sums determine the volumes and moments of the cones over the triangles
// from any apex (see docs/query.md).
struct ConeSums {
    double determinant = 0;            // sum of d
    Vec3 normal;                       // sum of n
    Vec3 moment;                       // sum of d s
    std::array<Vec3, 3> cross_moment;  // [i]: sum of n_i s
    double area = 0;                   // sum of |n| and more; bounds the rounding
};

inline Vec3 in_tree(const WideTree& tree, const Vec3& p) {
    return (p - tree.origin()) / tree.unit();
}

class SolidTree {
  public:
    // For closed shapes. Deterministic.
    explicit SolidTree(const Shape& shape);

    // The factor of a triangle's winding number that makes the sum over all triangles 1 inside the solid and
    // 0 outside: 1 for the skin of an ordinary solid and for voids of opposite orientation, -1 for solids
    // turned inside out, 0 for pieces with material on both sides. Triangles with two equal corners have the
    // weight 0.
    int weight(TriangleId t) const {
        if (component_weight_.empty()) return all_alike_;
        const std::uint32_t c = component_[t];
        return c == ClosedSurface::no_component ? 0 : component_weight_[c];
    }

    // The sums over all triangles below a node, each times its weight.
    const ConeSums& sums(std::uint32_t node) const { return sums_[node]; }
    // Do areas bound the effect on the sums of rounding the world vertices? Not for shapes that are tiny
    // compared with their coordinates.
    static bool sums_will_do(double tree_unit, double largest_number);
    TriangleId first_triangle(std::uint32_t node) const { return first_[node]; }

    // Some of the vertices whose places are shared by triangles below the node and other triangles; chosen so
    // that neighbours are likely to have some in common.
    static constexpr std::size_t border_points = 8;
    using Border = std::array<VertexId, border_points>;  // the used ones first, then `none`
    static constexpr VertexId none = 0xffffffff;
    const Border& border(std::uint32_t node) const { return border_[node]; }

  private:
    void find_weights(const Shape& shape);
    void find_weights_of_pieces(const Shape& shape);
    void add_up(const Shape& shape);
    void find_borders(const Shape& shape);

    std::span<const std::uint32_t> component_;
    std::vector<std::int8_t> component_weight_;  // empty: the weight is all_alike_
    int all_alike_ = 1;
    std::vector<ConeSums> sums_;
    std::vector<TriangleId> first_;
    std::vector<Border> border_;
};

// Built on first use; any number of threads may call this.
const SolidTree& solid_tree(const Shape& shape);

}  // namespace graze::inline v1::detail
