// Does a mesh enclose a volume, and how many pieces does it have?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/shared_array.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

class Edges;

// A mesh is closed if its triangles run along every edge as often in one direction as in the other. Then
// every point off the surface has a winding number: how many times the surface goes round the point, 1 inside
// an ordinary solid and 0 outside. Edges where four triangles meet are allowed, and so are pieces inside one
// another.
//
// Vertices with equal coordinates count as one point here, even if they are different vertices of the mesh.
// Triangles with two equal corners are ignored.
class ClosedSurface {
  public:
    static constexpr std::uint32_t no_component = 0xffffffff;

    // An edge along which the mesh is not closed.
    struct BadEdge {
        TriangleId triangle = 0;  // the lowest triangle that uses it
        Vec3 from, to;            // in the direction of that triangle
        std::uint32_t uses = 0;   // number of triangles that use it

        // The number of triangles is even, but their windings disagree.
        bool inconsistent() const { return uses % 2 == 0; }
    };

    ClosedSurface() = default;  // of an empty mesh, which is closed
    // Linear time, except for points with very many triangles. The result is the same for any number of
    // threads.
    explicit ClosedSurface(const Mesh& mesh, const Threads& threads = {});
    explicit ClosedSurface(const Edges& edges, const Threads& threads = {});

    bool closed() const { return open_edges_ == 0 && inconsistent_edges_ == 0; }
    // Edges used by an odd number of triangles: a border, or a wall that ends inside the mesh.
    std::size_t open_edge_count() const { return open_edges_; }
    // Edges used by an even number of triangles, but more often in one direction than in the other.
    std::size_t inconsistent_edge_count() const { return inconsistent_edges_; }
    // The bad edge at the lowest triangle.
    const std::optional<BadEdge>& first_bad_edge() const { return first_bad_edge_; }
    // The problem and its place, without a full stop: "3 open edges, the first at triangle 17 from (0, 0, 1)
    // to (1, 0, 1)". Empty if the mesh is closed.
    std::string why_not() const;

    // Pieces: triangles that are connected through edges, numbered in the order of their lowest triangles.
    std::size_t component_count() const { return first_triangle_.size(); }
    // For each triangle; `no_component` for those with two equal corners.
    std::span<const std::uint32_t> component_of_triangle() const;
    TriangleId first_triangle(std::uint32_t component) const { return first_triangle_[component]; }

    // The same number for vertices with equal coordinates, and only for them.
    VertexId point_of(VertexId v) const { return point_.empty() ? v : point_[v]; }

  private:
    void number_components();

    std::size_t open_edges_ = 0, inconsistent_edges_ = 0;
    std::optional<BadEdge> first_bad_edge_;
    std::vector<std::uint32_t> component_;
    std::vector<TriangleId> first_triangle_;
    SharedArray<VertexId> point_;  // empty if all vertices differ
};

}  // namespace graze::inline v1
