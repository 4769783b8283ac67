// What drawing needs to know about a mesh, independent of its pose.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "graze/base/threads.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// A unit normal, or zero if the triangle has next to no area.
struct FaceNormal {
    float x = 0, y = 0, z = 0;
    float area = 0;  // relative to the mesh's size squared

    Vec3 vector() const { return {x, y, z}; }
    bool exists() const { return area > 0; }
};

// Safe for all coordinates that a mesh may have.
FaceNormal face_normal(const Triangle& triangle, double mesh_size);

struct MeshLook {
    MeshLook(const Mesh& of, bool needs_edges, bool needs_closed, const Threads& threads);

    const Mesh* mesh;
    std::vector<FaceNormal> normals;     // one per triangle
    std::unique_ptr<const Edges> edges;  // null if not needed
    bool closed = false;                 // computed only if asked for
};

// The normals at a triangle's corners for smooth shading, not of unit length. Each is the mean over the
// triangles around the corner that meet this triangle at less than the crease angle. The mean is weighted by
// area, so that large flat faces stay flat beside small round ones. Triangles of either winding count.
std::array<Vec3, 3> corner_normals(const MeshLook& look, TriangleId triangle, double crease_cosine);

}  // namespace graze::inline v1::detail
