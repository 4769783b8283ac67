// Polylines in space as meshes, which can be drawn.
#pragma once

#include <span>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// Collects three-sided tubes along polylines.
class Tubes {
  public:
    explicit Tubes(double radius) : radius_(radius) {}

    void add(std::span<const Vec3> points, bool closed);
    bool empty() const { return triangles_.empty(); }
    Mesh mesh() && { return {std::move(vertices_), std::move(triangles_)}; }

  private:
    void add_segment(const Vec3& a, const Vec3& b);

    double radius_;
    std::vector<Vec3> vertices_;
    std::vector<std::array<VertexId, 3>> triangles_;
};

}  // namespace graze::inline v1::detail
