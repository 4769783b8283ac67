// The features of a mesh, leaf by leaf of its hierarchy, in boxes around their whole way during a step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/deform/continuous/detail/feature_owners.h"
#include "graze/deform/detail/walk_pieces.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Where coordinates come from: (p - origin) * scale, rounded to float. Each step is monotonic: if two
// coordinates are in this order before it, they are not in the other one after it. So intervals that overlap
// still do, although nothing is rounded outwards.
struct StepFrame {
    Vec3 origin;
    double scale = 1;  // a power of two

    // For all that is within the box.
    static StepFrame around(const Box& box);
};

// A vertex or an edge, with the triangle that owns it.
struct SweptFeature {
    std::array<VertexId, 2> ends;  // of an edge; both the same for a vertex
    TriangleId triangle;
    std::uint32_t corner;  // or that opposite the edge
};

// Boxes of the faces, then of the vertices, then of the edges of one leaf, eight in a block.
struct SweptLeaf {
    std::uint32_t first_block;   // that of the faces
    std::uint32_t first_vertex;  // among all features; edges follow
    std::uint32_t first_edge;
    std::uint8_t vertices, edges;

    std::uint32_t vertex_blocks() const { return (vertices + 7U) / 8; }
    std::uint32_t edge_blocks() const { return (edges + 7U) / 8; }
    std::uint32_t blocks() const { return 1 + vertex_blocks() + edge_blocks(); }
};

class SweptFeatures {
  public:
    // `to` has a place for each vertex of the shape, which is a mesh.
    SweptFeatures(const Shape& shape, std::span<const Vec3> to, const StepFrame& frame,
                  const Threads& threads);

    BoxesTree tree() const { return {shape_->tree().nodes(), nodes_}; }
    std::span<const TreeLeaf> tree_leaves() const { return shape_->tree().leaves(); }
    std::span<const SweptLeaf> leaves() const { return leaves_; }
    std::span<const EightBoxes> blocks() const { return blocks_; }
    std::span<const SweptFeature> features() const { return features_; }
    std::span<const std::array<VertexId, 3>> triangles() const { return shape_->mesh().triangles(); }
    std::span<const Vec3> from() const { return shape_->mesh().vertices(); }
    std::span<const Vec3> to() const { return to_; }

  private:
    struct Way {
        float lower[4], upper[4];
    };
    void list_features(const std::vector<OwnedFeatures>& owned);
    void fill_leaf(std::size_t leaf, std::span<const Way> ways);
    void fill_nodes();

    const Shape* shape_;
    std::span<const Vec3> to_;
    std::vector<SweptLeaf> leaves_;
    std::vector<SweptFeature> features_;
    std::vector<EightBoxes> blocks_, nodes_;
};

}  // namespace graze::inline v1::detail
