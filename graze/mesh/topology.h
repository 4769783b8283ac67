// The topology of a mesh: how its triangles are connected, and all defects, each counted and located.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/mesh.h"
#include "graze/mesh/triangle_side.h"

namespace graze::inline v1 {

class Edges;

// An edge of the mesh: the side of its lowest triangle, and the number of triangles that use it.
struct LocatedEdge {
    TriangleSide side;
    std::uint32_t uses = 0;

    friend bool operator==(const LocatedEdge&, const LocatedEdge&) = default;
};

// A point at which several sheets of the surface meet that have no edge in common there, as at the middle of
// a bow tie. Ends of edges with more than two triangles are not included.
struct LocatedPoint {
    VertexId vertex = 0;       // the lowest at the point
    TriangleId triangle = 0;   // the lowest at the point
    std::uint32_t sheets = 0;  // at least 2

    friend bool operator==(const LocatedPoint&, const LocatedPoint&) = default;
};

// Consecutive edges of one triangle each: the rim of a hole, or of an open surface. It passes through no
// point twice.
struct BoundaryLoop {
    std::size_t first_side = 0;  // index into Topology::boundary_sides()
    std::size_t side_count = 0;
    bool closed = true;       // false: a chain that ends where more than two triangles meet
    bool wound_alike = true;  // all its triangles run along it in the same direction
    double length = 0;        // in units of the mesh; to a relative error of 2^-52 per side
    Box box;
};

// A triangle with the same three points as a lower one.
struct DuplicateTriangle {
    TriangleId triangle = 0;
    TriangleId first = 0;   // the lowest with these points
    bool opposite = false;  // opposite winding to the first

    friend bool operator==(const DuplicateTriangle&, const DuplicateTriangle&) = default;
};

// A piece of the mesh: triangles connected through edges. Points that several pieces share count for each of
// them.
struct Component {
    TriangleId first_triangle = 0;
    std::uint64_t triangles = 0, edges = 0, points = 0;
    std::uint64_t boundary_edges = 0, non_manifold_edges = 0, inconsistent_edges = 0;
    std::uint64_t non_manifold_points = 0;  // at which several of its own sheets meet
    std::uint64_t boundary_loops = 0;
    // Equal for components connected through common points, directly or through others.
    std::uint32_t cluster = 0;
    bool closed = true;      // as defined by ClosedSurface
    bool orientable = true;  // can be wound consistently across edges of two triangles; other edges are cuts

    // Every edge has one or two triangles, every point one sheet.
    bool manifold() const { return non_manifold_edges == 0 && non_manifold_points == 0; }
    // Points - edges + triangles.
    std::int64_t euler_characteristic() const {
        return static_cast<std::int64_t>(points) - static_cast<std::int64_t>(edges) +
               static_cast<std::int64_t>(triangles);
    }
    // Number of handles: 0 for a ball, 1 for a ring. Only for manifold, orientable components; each hole
    // counts as closed by a disc.
    std::optional<std::int64_t> genus() const;
};

struct TopologyOptions {
    Threads threads{};
    Progress* progress = nullptr;  // stage "looking at edges"; cancelling raises Error "cancelled"
};

// Vertices with equal coordinates count as one point (see Edges). Triangles with two equal corners are listed
// as collapsed and ignored otherwise. All lists are in ascending order of triangles, so that the first
// entries are the first in the file. The result is the same for any number of threads; near-linear time.
class Topology {
  public:
    static constexpr TriangleId no_triangle = 0xffffffff;

    Topology() = default;  // of an empty mesh
    explicit Topology(const Mesh& mesh, const TopologyOptions& options = {});
    explicit Topology(const Edges& edges, const TopologyOptions& options = {});

    // Closedness and components. Components are numbered as in component_of_triangle() there.
    const ClosedSurface& surface() const { return surface_; }
    std::span<const Component> components() const;
    // The number of components if common points connected triangles as well: two cones tip to tip are two
    // components and one cluster. Clusters are numbered in the order of their lowest triangles.
    std::size_t cluster_count() const { return cluster_count_; }

    // Points of triangles, collapsed ones not counted.
    std::size_t point_count() const { return point_count_; }
    std::size_t edge_count() const { return edge_count_; }
    // Edges by the number of their triangles: 1, 2, more.
    std::size_t boundary_edge_count() const { return sides_.size(); }
    std::size_t manifold_edge_count() const {
        return edge_count_ - boundary_edge_count() - non_manifold_edges_.size();
    }
    std::span<const LocatedEdge> non_manifold_edges() const;
    // Edges along which two triangles run in the same direction: one of the two is turned over.
    std::span<const LocatedEdge> inconsistent_edges() const;
    std::span<const LocatedPoint> non_manifold_points() const;

    // In the order of their lowest triangles; each loop starts at its lowest triangle.
    std::span<const BoundaryLoop> boundary_loops() const;
    std::span<const TriangleSide> boundary_sides() const;
    std::span<const TriangleSide> sides_of(const BoundaryLoop& loop) const;

    std::span<const DuplicateTriangle> duplicates() const;
    // Triangles with two equal corners; and with three different corners on a line, which is decided exactly.
    std::span<const TriangleId> collapsed_triangles() const;
    std::span<const TriangleId> flat_triangles() const;
    // Vertices that no polygon uses.
    std::span<const VertexId> unused_vertices() const;

    bool manifold() const { return non_manifold_edges_.empty() && non_manifold_points_.empty(); }
    bool orientable() const;

  private:
    void complete_components(const Edges& edges);
    void number_clusters(std::span<const std::array<std::uint32_t, 2>> touching);

    ClosedSurface surface_;
    std::vector<Component> components_;
    std::size_t cluster_count_ = 0, point_count_ = 0, edge_count_ = 0;
    std::vector<LocatedEdge> non_manifold_edges_, inconsistent_edges_;
    std::vector<LocatedPoint> non_manifold_points_;
    std::vector<BoundaryLoop> loops_;
    std::vector<TriangleSide> sides_;
    std::vector<DuplicateTriangle> duplicates_;
    std::vector<TriangleId> collapsed_, flat_;
    std::vector<VertexId> unused_;
};

// For each triangle the neighbours across its three sides: the other triangle of an edge of two, else
// Topology::no_triangle. Side i runs from corner i to the next.
std::vector<std::array<TriangleId, 3>> neighbours(const Edges& edges, const Threads& threads = {});

}  // namespace graze::inline v1
