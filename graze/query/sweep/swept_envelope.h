// All of space that a moving mesh passes through, as a mesh.
#pragma once

#include <cstddef>

#include "graze/base/motion.h"
#include "graze/base/progress.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

struct EnvelopeOptions {
    // The envelope is made of cubes with this edge; 0: the longest side of the swept box / 64. Larger where
    // more than `most_cells` would be needed.
    double cell = 0;
    std::size_t most_cells = std::size_t{1} << 25;
    // The envelope holds everything even if the coordinates of its corners are moved by this share of a cell:
    // rounded to floats, say, as in binary STL.
    static constexpr double margin = 1e-3;
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
};

struct SweptEnvelope {
    Mesh mesh;        // closed; normals point outwards
    double cell = 0;  // the edge of its cubes
    // Every point that the moving mesh passes is inside of the envelope, and so is what that encloses. Every
    // point of the envelope's surface is at most this far from a place that the mesh passes: 2.5 diagonals of
    // a cube.
    double tolerance = 0;
};

// Certain: the motion is cut into times between which bounds on it say that no point moves by more than a
// quarter of a cube, and triangles into pieces of a cube. Takes time in proportion to all of these.
// Empty for an empty mesh. Throws Error for options out of range.
SweptEnvelope swept_envelope(const Mesh& mesh, const Motion& motion, const EnvelopeOptions& options = {});

}  // namespace graze::inline v1
