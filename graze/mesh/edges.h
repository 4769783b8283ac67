// The edges of a mesh and the triangles that meet in them: the base of topology.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/shared_array.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"
#include "graze/mesh/triangle_side.h"

namespace graze::inline v1 {

// One triangle's use of an edge, as seen from one of the edge's two points.
struct EdgeUse {
    VertexId other = 0;  // the edge's other point
    TriangleId triangle = 0;
    std::uint8_t corner = 0;  // corner of the triangle at which its side along the edge starts
    bool outward = false;     // the side runs from the point to the other point

    TriangleSide side() const { return {triangle, corner}; }
};

// Vertices with equal coordinates count as one point here, and edges run between points. Triangles with two
// equal corners have no edges.
//
// The list of triangles of every point is stored, 12 bytes per triangle in all; edges are computed from these
// lists on demand. The mesh must outlive this object.
class Edges {
  public:
    // Linear time. The result is the same for any number of threads.
    explicit Edges(const Mesh& mesh, const Threads& threads = {});

    const Mesh& mesh() const { return *mesh_; }

    // Points are numbered without gaps in the order of the vertices; vertices that no polygon uses count too.
    std::size_t point_count() const { return start_.size() - 1; }
    VertexId point_of(VertexId v) const { return point_.empty() ? v : point_[v]; }
    // Empty: all vertices have different coordinates.
    const SharedArray<VertexId>& points() const { return point_; }

    const std::array<VertexId, 3>& points_of(TriangleId t) const {
        return point_triangles_.empty() ? mesh_->triangles()[t] : point_triangles_[t];
    }
    bool two_equal_corners(TriangleId t) const {
        const auto& [a, b, c] = points_of(t);
        return a == b || b == c || c == a;
    }

    // The triangles at a point, in ascending order.
    std::span<const TriangleId> triangles_at(VertexId point) const {
        return std::span(triangles_at_).subspan(start_[point], start_[point + 1] - start_[point]);
    }

    // All uses of edges at a point, those of one edge consecutively; ascending by the other point, then by
    // the triangle.
    void uses_at(VertexId point, std::vector<EdgeUse>& uses) const;

    // Calls f(point, uses) once for every edge whose lower point is in [first, last), in ascending order of
    // points. Any number of threads may call at once. `ahead` is called with triangles that come soon, so
    // that the caller can prefetch their data.
    template <typename F, typename Ahead>
    void for_each_edge(std::size_t first, std::size_t last, F&& f, Ahead&& ahead) const {
        std::vector<EdgeUse> uses;
        for (std::size_t p = first; p < last; ++p) {
            // Triangles are far apart in memory if the mesh is not in a spatial order.
            if (p + points_ahead < last) {
                for (const TriangleId t : triangles_at(static_cast<VertexId>(p + points_ahead))) {
                    __builtin_prefetch(&points_of(t));
                    ahead(t);
                }
            }
            const auto point = static_cast<VertexId>(p);
            uses_above(point, uses);
            for_each_group(uses, [&](std::span<const EdgeUse> edge) { f(point, edge); });
        }
    }
    template <typename F>
    void for_each_edge(std::size_t first, std::size_t last, F&& f) const {
        for_each_edge(first, last, f, [](TriangleId) {});
    }

    // Calls f(uses) for the uses of each edge, given the result of uses_at().
    template <typename F>
    static void for_each_group(std::span<const EdgeUse> uses, F&& f) {
        for (std::size_t first = 0; first < uses.size();) {
            std::size_t last = first + 1;
            while (last < uses.size() && uses[last].other == uses[first].other) ++last;
            f(uses.subspan(first, last - first));
            first = last;
        }
    }

  private:
    static constexpr std::size_t points_ahead = 7;

    void find_points();
    void list_triangles(const Threads& threads);
    // Only uses of edges to higher points.
    void uses_above(VertexId point, std::vector<EdgeUse>& uses) const;
    template <bool only_above>
    void collect_uses(VertexId point, std::vector<EdgeUse>& uses) const;
    const Mesh* mesh_;
    SharedArray<VertexId> point_;
    std::vector<std::array<VertexId, 3>> point_triangles_;  // empty: the triangles of the mesh
    std::vector<std::uint64_t> start_;                      // of each point's triangles
    std::vector<TriangleId> triangles_at_;
};

}  // namespace graze::inline v1
