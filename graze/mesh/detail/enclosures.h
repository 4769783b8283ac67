// The direction in which closed pieces of a surface should face.
#pragma once

#include <vector>

#include "graze/mesh/detail/orientation.h"
#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {

struct PatchTurns {
    // For each patch, by its lowest triangle: turn that triangle, and with it the rest.
    std::vector<bool> turn;
    std::vector<TriangleId> voids;      // patches that stay inside out because they lie inside others
    std::vector<TriangleId> undecided;  // inside out, and not compared with all others: left unchanged
};

// Each patch keeps the winding of most of its triangles, unless it is closed and not inside another one: then
// it faces outwards, and the patches inside it are turned with it. Whether a patch is inside another is
// decided exactly, along a line from one of its points; the work for this test is limited.
PatchTurns decide_turns(const Edges& edges, const Orientation& orientation);

}  // namespace graze::inline v1::detail
