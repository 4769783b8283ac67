// Meshes as the page of a report reads them (docs/report.md).
#pragma once

#include <cstdint>
#include <string>

#include "graze/render/detail/simple_mesh.h"

namespace graze::inline v1::detail {

struct PackedMesh {
    bool quantised = true;  // u16, or else f32
    Vec3 origin;
    double step = 1;
    std::uint32_t vertices = 0, triangles = 0, index_bytes = 2;
    std::string bytes;  // vertices, then indices, little endian
};

// Coordinates in 65535 steps, the same along all axes.
PackedMesh packed_in_steps(const Mesh& mesh);
// The step that quantised coordinates of the mesh would have.
double step_of(const Mesh& mesh);

// Coordinates relative to `origin` in single precision. Where single precision is finer than the power of two
// at or below `unit`, coordinates are rounded to its multiples: such numbers compress better.
PackedMesh packed_in_floats(const SimpleMesh& mesh, const Vec3& origin, double unit);

// Adds the entry of the mesh in the page's list. The bytes of the mesh begin at `at`.
void append_json(std::string& json, const PackedMesh& mesh, std::size_t at);

}  // namespace graze::inline v1::detail
