// Pairs of small solids with corners on a common grid, which touch, nearly touch or overlap in all ways, and
// are then moved to awkward places. They are made of tetrahedra that share whole faces, so that what they
// enclose is known exactly wherever rounding puts their corners.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/random.h"
#include "graze/mesh/mesh.h"
#include "tests/exact/rational_overlap.h"

namespace graze::test {

struct GridSolid {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 4>> tetrahedra;
    bool inside_out = false;
    Pose pose;

    // The faces that only one tetrahedron has.
    Mesh surface() const;
    // In the world, each of positive orientation. Empty if rounding has turned one over.
    Tetrahedra placed() const;
};

struct SolidPair {
    GridSolid a, b;
    std::string what;  // for messages
};

SolidPair make_solid_pair(Random& r);

// A long bar of many triangles, thin or not, with one end in a tetrahedron.
SolidPair make_bar_pair(Random& r);

}  // namespace graze::test
