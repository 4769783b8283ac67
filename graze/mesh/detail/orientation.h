// Which triangles have to be turned over so that all windings agree.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {

// A patch is a set of triangles connected through edges of two triangles, and through polygons.
struct Orientation {
    static constexpr std::uint32_t no_patch = 0xffffffff;

    // For each triangle: the lowest triangle of its patch; no_patch if it has two equal corners.
    std::vector<std::uint32_t> patch;
    std::vector<bool> turned;  // relative to the lowest triangle of the patch
    // Edges at which windings cannot agree: those of a surface like a Moebius strip.
    std::vector<TriangleSide> impossible;
};

Orientation find_orientation(const Edges& edges);

}  // namespace graze::inline v1::detail
