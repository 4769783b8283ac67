// Which triangles would have to be turned over for all to be wound alike.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {

// A patch is what is connected through edges of two triangles, and through polygons.
struct Orientation {
    static constexpr std::uint32_t no_patch = 0xffffffff;

    std::vector<std::uint32_t> patch;  // of each triangle: the lowest triangle of its patch; no_patch if it
                                       // has two equal corners
    std::vector<bool> turned;          // with respect to the lowest triangle of the patch
    std::vector<TriangleSide> impossible;  // edges along which triangles stay wound against each other: those
                                           // of a surface like a Moebius strip
};

Orientation find_orientation(const Edges& edges);

}  // namespace graze::inline v1::detail
