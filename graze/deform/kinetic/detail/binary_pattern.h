// The branches of a binary hierarchy over the triangles of a mesh; boxes are up to who uses it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// A node comes before all nodes below it; its first child is next to it.
struct PatternNode {
    std::uint32_t parent = 0;  // of the root: itself
    std::uint32_t second = 0;  // the second child; 0: this is a leaf
    std::uint32_t first = 0;   // triangles: a run of BinaryPattern::triangles
    std::uint32_t count = 0;
    std::uint32_t vertices = 0;  // of a leaf: where its run of BinaryPattern::leaf_vertices begins
    std::uint16_t vertex_count = 0;
    std::uint8_t axis = 0;  // along which an inner node is split

    bool is_leaf() const { return second == 0; }
};

struct PatternOptions {
    std::uint32_t leaf_triangles = 1;  // at most, in a leaf
    // Each axis is split at least once in this many levels on every path, 3 or more; 0: no such rule.
    std::uint32_t axis_again = 0;
};

struct BinaryPattern {
    std::vector<PatternNode> nodes;
    std::vector<TriangleId> triangles;    // in the order of leaves
    std::vector<VertexId> leaf_vertices;  // those of each leaf, without repetition
    std::vector<std::uint32_t>
        leaf_start;                     // of vertex v: its run of `leaves` begins here; one more at the end
    std::vector<std::uint32_t> leaves;  // nodes

    std::span<const VertexId> vertices_of(std::uint32_t leaf) const {
        return std::span(leaf_vertices).subspan(nodes[leaf].vertices, nodes[leaf].vertex_count);
    }
    std::span<const std::uint32_t> leaves_of(VertexId v) const {
        return std::span(leaves).subspan(leaf_start[v], leaf_start[v + 1] - leaf_start[v]);
    }
};

// Halves the triangles at the median of their centres along the longest axis, so that a path has at most
// log2 of the number of triangles + 1 nodes. The mesh has at least one triangle.
BinaryPattern make_pattern(const Mesh& mesh, const PatternOptions& options);

}  // namespace graze::inline v1::detail
