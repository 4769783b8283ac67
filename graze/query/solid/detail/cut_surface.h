// One of two surfaces with the cuts on it: which parts are inside the other solid, and which of these are
// connected.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/query/solid/detail/cut_graph.h"
#include "graze/query/solid/detail/overlap_side.h"
#include "graze/query/solid/detail/region_sets.h"
#include "graze/query/solid/detail/triangle_faces.h"

namespace graze::inline v1::detail {

// A triangle that lies inside the other solid entirely.
struct WholeTriangle {
    TriangleId id;
    std::uint32_t member;  // in the sets: one of its points
    int weight;            // times its depth
};

// A triangle that the other surface cuts.
struct CrossedTriangle {
    TriangleId id;
    int weight;
    Triangle corners;
    std::array<VertexId, 3> points;
    std::array<int, 3> depth;                 // of the corners
    std::span<const std::uint32_t> segments;  // of the graph
};

// The part of an edge between two crossings or corners, inside the other solid.
struct EdgePart {
    std::uint32_t from, to;  // members of the sets
    Vec3 p, q;
    int depth;
};

class CutSurface {
  public:
    // The depths on both sides must be connected. Joins in `sets` the connected parts of this surface. The
    // error of points is at most `precision`.
    CutSurface(WhichMesh which, OverlapSide& side, const OverlapSide& other, const CutGraph& graph,
               RegionSets& sets, double precision);
    CutSurface(const CutSurface&) = delete;
    CutSurface& operator=(const CutSurface&) = delete;

    std::span<const WholeTriangle> whole() const { return whole_; }
    std::span<const CrossedTriangle> crossed() const { return crossed_; }
    Triangle corners_of(TriangleId t) const { return side_.corners_of(t); }

    // The parts of the edge from corner k to the next, in this order.
    std::vector<EdgePart> parts_of_edge(const CrossedTriangle& t, std::size_t k) const;

    // The edge of a triangle that contains a crossing, if there is one.
    std::optional<std::size_t> edge_of(const CrossedTriangle& t, const Crossing& c) const;

    // The crossings where a segment begins and ends, directed so that the inside of the other solid is to its
    // left, seen from the front of this surface.
    std::array<std::uint32_t, 2> directed(const CutSegment& s) const;
    // The weight of the other triangle of a segment.
    int weight_of_other(const CutSegment& s) const {
        return other_.weight_of(which_ == WhichMesh::a ? s.b : s.a);
    }

    // The member of a corner, if the corner is inside the other solid.
    std::optional<std::uint32_t> member_of_corner(const CrossedTriangle& t, std::size_t k) const {
        if (t.depth[k] == 0) return std::nullopt;
        return sets_.known_point(which_, t.points[k]);
    }
    // The member that a point of a triangle belongs to, if the point is inside the other solid.
    std::optional<std::uint32_t> member_at(TriangleId t, const Vec3& p) const;

    const OverlapSide& side() const { return side_; }

  private:
    void sort_crossings();
    void list_crossed();
    void join_near();
    void join_clear();
    void join_on(const CrossedTriangle& t);
    const CrossedTriangle* crossed(TriangleId t) const;
    std::vector<std::uint32_t> crossings_along(const CrossedTriangle& t, std::size_t from,
                                               std::size_t to) const;
    TriangleFaces faces_of(const CrossedTriangle& t) const;
    std::optional<std::uint32_t> member_at(const CrossedTriangle& t,
                                           const TriangleFaces::Border& border) const;
    TriangleId id(const CutSegment& s) const { return which_ == WhichMesh::a ? s.a : s.b; }

    WhichMesh which_;
    OverlapSide& side_;
    const OverlapSide& other_;
    const CutGraph& graph_;
    RegionSets& sets_;
    double precision_;
    std::vector<std::uint32_t> crossings_;  // on edges of this mesh: those of one edge in a row, in order
    std::vector<std::uint32_t> segments_;   // those of one triangle are consecutive
    std::vector<CrossedTriangle> crossed_;  // ascending
    std::vector<WholeTriangle> whole_;
};

}  // namespace graze::inline v1::detail
