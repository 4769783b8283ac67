// One of two solids, and what is known about where its surface runs inside the other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/query/solid/detail/boundary_integral.h"
#include "graze/query/solid/detail/potential_sets.h"
#include "graze/query/solid/detail/shifted_signs.h"
#include "graze/query/solid/detail/solid_tree.h"
#include "graze/query/triangle/detail/corner_simplex.h"

namespace graze::inline v1::detail {

Box common(const Box& a, const Box& b);  // empty if there is none

// The largest of all numbers that world vertices are computed from.
double largest_number(const Shape& shape, const Pose& world_from_shape);

// A triangle that is tested individually.
struct NearTriangle {
    Triangle corners;             // in the world
    std::uint32_t place[3] = {};  // indices of the corners among the points
    int weight = 0;
    int jump[3] = {};  // how much the depth in the other solid grows along each edge
};

// The corner at which an edge ends, in the direction that all triangles at that edge agree on. A computed
// crossing lies beside the edge because of rounding: only if both triangles pass it in the same order is
// there no gap between them.
inline std::size_t end_of_edge(const NearTriangle& t, std::size_t edge) {
    const std::size_t next = edge == 2 ? 0 : edge + 1;
    return lexicographic_less(t.corners[edge], t.corners[next]) ? next : edge;
}

// The depth of a point in a solid is 1 inside and 0 outside (or more where the mesh crosses itself).
class OverlapSide {
  public:
    // Once the meter is exhausted, answers have no meaning.
    OverlapSide(WhichMesh which, const Shape& shape, const Pose& world_from_shape, Meter& meter);

    Meter& meter() const { return meter_; }

    const Box& box() const { return box_; }  // in the world
    double largest_number() const { return largest_number_; }

    void opened(std::uint32_t node) { opened_[node] = true; }
    void near(std::uint32_t leaf);
    NearTriangle& triangle(std::uint32_t leaf, std::uint32_t i) {
        return near_[(first_near_[leaf] - 1) * TreeLeaf::width + i];
    }

    // To be called when all near triangles are known, and before the functions below: derives depths from one
    // another.
    void connect(const OverlapSide& other);
    // Adds the rest of the boundary inside the other solid.
    void add_inside(const OverlapSide& other, BoundaryIntegral& integral, Box& box);

    // The index of a triangle that is tested individually, and the triangle of an index. Triangles of weight
    // 0 contribute nothing. Places between leaves are empty and have no weight.
    std::uint32_t place_of(const NearTriangle& t) const {
        return static_cast<std::uint32_t>(&t - near_.data());
    }
    std::span<const NearTriangle> near_triangles() const { return near_; }
    TriangleId near_id(std::uint32_t place) const {
        return shape_.tree()
            .leaves()[near_leaves_[place / TreeLeaf::width]]
            .triangle[place % TreeLeaf::width];
    }
    // The depths of the triangle's corners.
    std::array<int, 3> depths_of(const NearTriangle& t, const OverlapSide& other);

    // All other triangles that are not at depth 0, without those of weight 0.
    struct InsideTriangle {
        TriangleId id;
        int weight, depth;
    };
    std::vector<InsideTriangle> clear_inside(const OverlapSide& other);

    const Shape& shape() const { return shape_; }
    const Pose& pose() const { return pose_; }
    int weight_of(TriangleId t) const { return solid_.weight(t); }
    Triangle corners_of(TriangleId t) const { return pose_(shape_.mesh().triangle(t)); }

    // The depth of a point of the other mesh in this solid.
    int depth_of(const Vec3& p) const;

  private:
    struct Part {  // of the tree, clear of the other surface
        TreeLink link;
        std::uint32_t place;
    };

    Vec3 vertex(VertexId v) const { return pose_(shape_.mesh().vertices()[v]); }
    std::uint32_t place_of(VertexId v, const Vec3& p, const OverlapSide& other);
    void join_leaf(const TreeLeaf& leaf, std::uint32_t first);
    void join_node(std::uint32_t node, std::uint32_t first);
    void join_near(const OverlapSide& other);
    void find_clear_parts(const OverlapSide& other);
    TriangleId first_triangle(TreeLink link) const;
    int depth_at(std::uint32_t place, const Vec3& p, const OverlapSide& other);
    int depth_of(const Part& part, const OverlapSide& other);
    double near_border();
    template <class Act>
    void for_each_leaf(TreeLink part, const Act& act) const;
    void add_leaf(int depth, const TreeLeaf& leaf, BoundaryIntegral& integral) const;
    void add_leaf(int depth, const TreeLeaf& leaf, const Placement& placement,
                  BoundaryIntegral& integral) const;
    void grow_to(TreeLink link, Box& box) const;

    WhichMesh which_;
    const Shape& shape_;
    const Pose& pose_;
    Meter& meter_;
    const ClosedSurface& surface_;
    const SolidTree& solid_;
    Box box_;
    double inverse_rotation_[3][3];
    double largest_number_;
    double margin_;  // largest distance of world vertices from where the exact pose puts them
    std::vector<bool> opened_;
    std::vector<std::uint32_t> first_near_;  // for each leaf: 0, or 1 + its index in near_leaves_
    std::vector<std::uint32_t> near_leaves_;
    std::vector<NearTriangle> near_;
    std::vector<Part> clear_;
    PotentialSets depth_;  // in the other solid, at points of this one
};

}  // namespace graze::inline v1::detail
