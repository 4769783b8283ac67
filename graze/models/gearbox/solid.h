// Puts a closed mesh together from flat faces with holes and from walls between loops of corners.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/models/gearbox/profile.h"

namespace graze::inline v1::gearbox {

using SharedMesh = std::shared_ptr<const Mesh>;
using Loop = std::vector<VertexId>;

class Solid {
  public:
    VertexId add(const Vec3& point);  // snapped to the grid
    Loop add(const Outline& outline, double z);
    Loop add(std::span<const Vec3> points);
    const Vec3& point(VertexId v) const { return vertices_[v]; }

    // Wound counter-clockwise as seen from outside.
    void triangle(VertexId a, VertexId b, VertexId c) { triangles_.push_back({a, b, c}); }
    void quad(VertexId a, VertexId b, VertexId c, VertexId d);
    // The wall between two loops that are counter-clockwise as seen from +z. The wall faces outwards if the
    // first loop is below the second, and inwards if the first loop is above. It has `layers` of quadrangles.
    void wall(const Loop& lower, const Loop& upper, std::uint32_t layers = 1);

    // A flat face with holes. With `outwards`, the outer loop is counter-clockwise as seen from outside,
    // otherwise as seen from inside. Holes have either winding.
    void face(const Loop& outer, const std::vector<Loop>& holes = {}, bool outwards = true);

    Mesh mesh() &&;
    SharedMesh shared() &&;

  private:
    std::vector<Vec3> vertices_;
    std::vector<std::array<VertexId, 3>> triangles_;
};

// The triangles of a flat face with holes, wound like the outer loop: Delaunay as far as the edges of the
// loops allow (Lawson 1977). Holes have either winding.
std::vector<std::array<VertexId, 3>> fill(std::span<const Vec3> points, const Loop& outer,
                                          const std::vector<Loop>& holes);

// A prism with holes through it, from z = `lower` to `upper`.
Mesh extruded(const Outline& outline, const std::vector<Outline>& holes, double lower, double upper,
              std::uint32_t layers = 1);

SharedMesh share(Mesh mesh);  // in millimetres

}  // namespace graze::inline v1::gearbox
