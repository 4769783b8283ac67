// The cuts of two meshes, put together: each ends where an edge of the one passes through a triangle of the
// other, and there the next begins.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/query/solid/detail/index_table.h"
#include "graze/query/solid/detail/shifted_signs.h"

namespace graze::inline v1::detail {

// A triangle as it is known to its mesh.
struct CutTriangle {
    TriangleId id;
    std::array<VertexId, 3> points;  // equal for corners at one place
    const Triangle& corners;         // in the world
    int weight = 1;
};

// An edge of one mesh passes through a triangle of the other.
struct EdgeAndTriangle {
    VertexId from, to;    // the edge's points, the lower first
    TriangleId triangle;  // of the other mesh
    WhichMesh edge_of;

    friend bool operator==(const EdgeAndTriangle&, const EdgeAndTriangle&) = default;
};
std::uint64_t scatter(const EdgeAndTriangle& key);

struct Crossing {
    EdgeAndTriangle of;
    int jump;      // by how much depth in the other solid grows on the way along the edge
    double along;  // how far from where the edge begins, see way_along
    Vec3 point;
};

// Two triangles cut each other from one crossing to the next, directed as Cut is.
struct CutSegment {
    TriangleId a, b;
    std::uint32_t tail, head;
    bool crosses;  // the triangles pass through each other without the shift
};

// Segments one after the other, by the crossings between them.
struct CutChain {
    std::vector<std::uint32_t> crossings;  // of a closed one, the first is not repeated
    bool closed = false;
    bool crosses = false;  // some segment does
};

// How far p is along an edge, in the coordinate in which that is longest.
double way_along(const Vec3& from, const Vec3& to, const Vec3& p);

class CutGraph {
  public:
    // Each pair of triangles at most once.
    void add(const CutTriangle& a, const CutTriangle& b, const Cut& cut, bool crosses);
    // Once all are added: from now on in ascending order of (a, b).
    void sort();
    // Of a pair that is there, after sorting.
    void set_crosses(TriangleId a, TriangleId b);

    std::span<const Crossing> crossings() const { return crossings_; }
    std::span<const CutSegment> segments() const { return segments_; }

    // In ascending order of their first segments, open ones first. Where an edge has more than two triangles,
    // the segments that come there are joined to those that leave in ascending order.
    std::vector<CutChain> chains() const;

  private:
    std::uint32_t crossing(const CutTriangle& of_edge, const CutTriangle& other, const CutEnd& end);
    std::vector<std::uint32_t> partners() const;

    IndexTable<EdgeAndTriangle> table_;
    std::vector<Crossing> crossings_;
    std::vector<CutSegment> segments_;
};

}  // namespace graze::inline v1::detail
