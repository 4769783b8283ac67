// Local properties at the points of a mesh: edges, sheets, ends of boundary edges that belong together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/edges.h"
#include "graze/mesh/topology.h"

namespace graze::inline v1::detail {

// Two boundary sides that follow one another at a point. A side that runs from the point is joined at its
// start, a side that runs to the point at its end.
struct Joint {
    TriangleSide a, b;
    bool a_at_start = false, b_at_start = false;
};

struct PointFindings {
    std::size_t points = 0, edges = 0;
    std::vector<TriangleSide> boundary;
    std::vector<Joint> joints;
    std::vector<LocatedEdge> non_manifold_edges, inconsistent_edges;
    std::vector<LocatedPoint> non_manifold_points;  // `vertex` is the point
    std::vector<DuplicateTriangle> duplicates;
    // Pairs of components that have a point in common, enough to decide which are connected.
    std::vector<std::array<std::uint32_t, 2>> touching_components;

    void append(const PointFindings& more);
};

// Adds to `components` the counts of the points [first, last) and of the edges whose lower point is among
// them. Several threads may call at once.
PointFindings survey_points(const Edges& edges, const ClosedSurface& surface, std::span<Component> components,
                            std::size_t first, std::size_t last);

}  // namespace graze::inline v1::detail
