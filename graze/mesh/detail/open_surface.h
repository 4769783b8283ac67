// Triangles whose open sides can be joined one after the other, and which stay a surface meanwhile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "graze/mesh/edges.h"
#include "graze/mesh/topology.h"

namespace graze::inline v1::detail {

// A side of one triangle that no other triangle has, from a point to a point.
struct OpenSide {
    VertexId from = 0, to = 0;
    TriangleId triangle = 0;
    std::uint32_t root = 0;     // the boundary side of the mesh that it is, or is a piece of
    double start = 0, end = 1;  // its ends along the root
    bool open = true;           // false: joined, or replaced by its pieces
};

// Points are those of Edges: vertices with equal coordinates are one. Every operation joins what is there or
// refuses; no edge ever gets a third triangle, none collapses, and no triangle appears twice. A side that
// changes gets a new number.
class OpenSurface {
  public:
    using SideId = std::uint32_t;

    // `points`: their positions, in any scale.
    OpenSurface(const Edges& edges, const Topology& topology, std::vector<Vec3> points);

    const Edges& edges() const { return edges_; }      // of the mesh as it was
    std::size_t root_count() const { return roots_; }  // the first sides
    std::size_t side_count() const { return sides_.size(); }
    const OpenSide& side(SideId s) const { return sides_[s]; }
    std::size_t open_count() const { return open_.size(); }
    const Vec3& at(VertexId point) const { return points_[point]; }
    std::optional<SideId> open_side(VertexId from, VertexId to) const;
    // The triangles at a point as they are now, in no particular order.
    std::span<const TriangleId> triangles_at(VertexId point) const;
    const std::array<VertexId, 3>& points_of(TriangleId t) const { return triangles_[t]; }

    // Makes `point`, which is near the side, a corner of it: the side's triangle is cut in two there; or, if
    // one of the two would be turned over or an edge would be there twice, a triangle between side and point
    // is added.
    bool can_insert(VertexId point, SideId side) const;
    void insert(VertexId point, SideId side, double position_on_root);

    // Moves point `from` to the place of `to`: the two become one.
    bool can_merge(VertexId from, VertexId to) const;
    void merge(VertexId from, VertexId to);

    // Adds the triangle that is missing between three open sides.
    bool fill(SideId side);

    // The result. Triangles from first_new() on are new; each lies at a triangle of the mesh.
    std::size_t triangle_count() const { return triangles_.size(); }
    TriangleId first_new() const { return first_new_; }
    TriangleId origin_of(TriangleId t) const { return t < first_new_ ? t : origins_[t - first_new_]; }
    const std::array<VertexId, 3>& vertices_of(TriangleId t) const { return corners_[t]; }
    const std::vector<bool>& changed() const { return changed_; }  // triangles of the mesh: cut or extended

    std::uint64_t joined_pairs() const { return joined_; }
    std::uint64_t inserted_points() const { return inserted_; }
    std::uint64_t added_triangles() const { return added_; }

  private:
    struct Uses {
        unsigned forward = 0, backward = 0;
    };
    static std::uint64_t key_of(VertexId from, VertexId to) { return (std::uint64_t{from} << 32U) | to; }
    Uses uses_of(VertexId from, VertexId to) const;
    bool can_have_side(VertexId from, VertexId to) const;
    bool cut_keeps_direction(VertexId point, const OpenSide& side) const;
    bool would_double(TriangleId t, VertexId from, VertexId to) const;
    bool moves_keep_direction(VertexId from, VertexId to) const;
    VertexId opposite(const OpenSide& side) const;
    std::vector<TriangleId>& editable(VertexId point);
    void close(SideId s);
    void add_side(OpenSide side);
    TriangleId add_triangle(std::array<VertexId, 3> points, std::array<VertexId, 3> corners,
                            TriangleId beside);
    VertexId vertex_at(TriangleId t, VertexId point) const;
    VertexId any_vertex_at(VertexId point) const;

    const Edges& edges_;
    std::vector<Vec3> points_;
    std::vector<std::array<VertexId, 3>> triangles_;  // as points
    std::vector<std::array<VertexId, 3>> corners_;    // as vertices of the mesh
    TriangleId first_new_ = 0;
    std::vector<TriangleId> origins_;
    std::vector<bool> changed_;
    std::unordered_map<VertexId, std::vector<TriangleId>> around_;  // of points whose triangles changed
    std::size_t roots_ = 0;
    std::vector<OpenSide> sides_;
    std::unordered_map<std::uint64_t, SideId> open_;
    std::uint64_t joined_ = 0, inserted_ = 0, added_ = 0;
};

}  // namespace graze::inline v1::detail
