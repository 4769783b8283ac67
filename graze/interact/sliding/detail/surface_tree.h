// A hierarchy over the triangles of a mesh with precise boxes: how far parts of a surface reach along a
// direction, also where they are flat and close to something else.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/triangle.h"
#include "graze/base/vec3.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// A node of the tree, or a triangle.
class SurfacePart {
  public:
    constexpr SurfacePart() = default;
    static constexpr SurfacePart node(std::uint32_t n) { return SurfacePart(n, false); }
    static constexpr SurfacePart triangle(TriangleId t) { return SurfacePart(t, true); }
    constexpr bool is_triangle() const { return is_triangle_; }
    constexpr std::uint32_t index() const { return index_; }

  private:
    constexpr SurfacePart(std::uint32_t index, bool is_triangle) : index_(index), is_triangle_(is_triangle) {}
    std::uint32_t index_ = 0;
    bool is_triangle_ = false;
};

// The boxes of the default hierarchy (wide_tree.h) are in floats and a little too large, so that those of
// flush faces overlap. These are in doubles and exact but for the last bits, which is what a slider needs
// whose part keeps a gap of 1e-5 of its size.
class SurfaceTree {
  public:
    static constexpr std::uint32_t most_in_leaf = 4;
    static constexpr int max_depth = 40;  // below the root; the halves of a node differ by one at most

    struct Node {
        Vec3 middle, half;              // contains the vertices of its triangles, in the frame of the mesh
        std::array<float, 3> normal{};  // about the mean one, or 0
        std::uint32_t first = 0, count = 0;  // of order()
        std::uint32_t right = 0;             // 0: a leaf. The left child is the next node
        bool is_leaf() const { return right == 0; }
    };

    explicit SurfaceTree(const Mesh& mesh);

    const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
    TriangleId triangle(std::uint32_t place) const { return order_[place]; }
    bool empty() const { return nodes_.empty(); }

    // Calls f(part) for the children of a node: nodes, or the triangles of a leaf.
    template <typename F>
    void visit_children(std::uint32_t node, F&& f) const {
        const Node& n = nodes_[node];
        if (n.is_leaf()) {
            for (std::uint32_t i = 0; i < n.count; ++i) f(SurfacePart::triangle(order_[n.first + i]));
        } else {
            f(SurfacePart::node(node + 1));
            f(SurfacePart::node(n.right));
        }
    }

  private:
    std::uint32_t build(const Mesh& mesh, const std::vector<Vec3>& centres, std::uint32_t first,
                        std::uint32_t count);

    std::vector<Node> nodes_;
    std::vector<TriangleId> order_;
};

const SurfaceTree& surface_tree_of(const Shape& mesh);  // kept with the shape

}  // namespace graze::inline v1::detail
