// Merges vertices of a mesh that are near one another.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/render/detail/simple_mesh.h"

namespace graze::inline v1::detail {

struct Clusters {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::vector<std::uint32_t> cell_of;  // per vertex; none if no triangle uses it
    std::vector<Vec3> points;            // one per cell, in the unit frame

    std::array<std::uint32_t, 3> cells(const std::array<VertexId, 3>& corners) const {
        return {cell_of[corners[0]], cell_of[corners[1]], cell_of[corners[2]]};
    }
};

// All vertices in a cell of a grid become one point (Rossignac and Borrel 1993): the point nearest to the
// planes of the triangles around it (Lindstrom 2000). A cell's side is at least 2^-20.
Clusters find_clusters(const Mesh& mesh, const UnitFrame& frame, double cell);

// Removes triangles that lie on one another: those of opposite winding cancel, so a closed surface stays
// closed. Where all of them would cancel, as in a thin wall, two stay. Changes the order.
void cancel_doubles(std::vector<std::array<VertexId, 3>>& triangles);

SimpleMesh clustered(const Mesh& mesh, const UnitFrame& frame, double cell);

}  // namespace graze::inline v1::detail
