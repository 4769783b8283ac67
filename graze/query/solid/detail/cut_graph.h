// The cuts of two meshes, connected: each cut ends where an edge of one mesh passes through a triangle of the
// other, and the next cut begins there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/query/solid/detail/index_table.h"
#include "graze/query/solid/detail/shifted_signs.h"

namespace graze::inline v1::detail {

// A triangle by its numbers in its mesh.
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
    int jump;      // how much the depth in the other solid grows along the edge
    double along;  // the distance from the edge's start, see distance_along
    Vec3 point;
};

// Two triangles cut each other from one crossing to the next, directed as Cut is.
struct CutSegment {
    TriangleId a, b;
    std::uint32_t tail, head;
    bool crosses;  // the triangles pass through each other without the shift
};

// Consecutive segments, by the crossings between them.
struct CutChain {
    std::vector<std::uint32_t> crossings;  // a closed chain does not repeat the first
    bool closed = false;
    bool crosses = false;  // some segment does
};

// The position of p along an edge, in the coordinate in which the edge is longest.
double distance_along(const Vec3& from, const Vec3& to, const Vec3& p);

class CutGraph {
  public:
    // Each pair of triangles at most once.
    void add(const CutTriangle& a, const CutTriangle& b, const Cut& cut, bool crosses);
    // To be called when all are added. From then on the segments are in ascending order of (a, b).
    void sort();
    // For a pair that exists, after sorting.
    void set_crosses(TriangleId a, TriangleId b);

    std::span<const Crossing> crossings() const { return crossings_; }
    std::span<const CutSegment> segments() const { return segments_; }

    // In ascending order of their first segments, open chains first. Where an edge has more than two
    // triangles, the segments that end there are joined in ascending order to those that begin there.
    std::vector<CutChain> chains() const;

  private:
    std::uint32_t crossing(const CutTriangle& of_edge, const CutTriangle& other, const CutEnd& end);
    std::vector<std::uint32_t> partners() const;

    IndexTable<EdgeAndTriangle> table_;
    std::vector<Crossing> crossings_;
    std::vector<CutSegment> segments_;
};

}  // namespace graze::inline v1::detail
