// Builds generated solids from vertices, triangles and named parts, at any number of triangles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// Maps a point of a solid to its place: a Pose, or a function that bends. It must not mirror.
using Placement = std::function<Vec3(const Vec3&)>;

// Collects closed surfaces. One length, the edge that triangles should have, decides how finely they are cut.
// So one recipe makes an object of any number of triangles. Recipes are run several times to count triangles
// before any is made (see `fitted`).
class SolidBuilder {
  public:
    enum class Mode : std::uint8_t { count, build };
    SolidBuilder(double edge, Mode mode) : edge_(edge), mode_(mode) {}

    double edge() const { return edge_; }
    // The number of pieces that a line of this length is cut into: at least `least`, so that the shape is
    // recognizable. Edges longer than 1 mean that the caller wants fewer triangles; then the number goes down
    // to 3, or to half of 10 and more.
    std::uint32_t segments(double length, std::uint32_t least = 1) const;
    // How many of `all` equal details to make. For edges longer than 1 the number decreases, down to
    // `fewest`.
    std::uint32_t details(std::uint32_t all, std::uint32_t fewest) const;

    // True if triangles are small enough to show details of this size.
    bool shows(double size) const { return edge_ < size; }

    // Everything that is added from here on belongs to a part of this name.
    void begin_part(std::string name);

    // Every surface first announces its size. False: the run only counts, so the surface adds nothing.
    bool begin_surface(std::uint64_t vertices, std::uint64_t triangles);
    VertexId add_vertex(const Vec3& v) {
        vertices_.push_back(v);
        return static_cast<VertexId>(vertices_.size() - 1);
    }
    void add_triangle(VertexId a, VertexId b, VertexId c) { triangles_.push_back({a, b, c}); }
    // Cut from `a` to `c`.
    void add_quadrangle(VertexId a, VertexId b, VertexId c, VertexId d) {
        add_triangle(a, b, c);
        add_triangle(a, c, d);
    }
    VertexId next_vertex() const { return static_cast<VertexId>(vertices_.size()); }

    std::uint64_t vertex_count() const { return vertex_count_; }
    std::uint64_t triangle_count() const { return triangle_count_; }
    void reserve(std::uint64_t vertices, std::uint64_t triangles);
    Mesh mesh() &&;

  private:
    double edge_;
    Mode mode_;
    std::uint64_t vertex_count_ = 0, triangle_count_ = 0;
    std::vector<Vec3> vertices_;
    std::vector<std::array<VertexId, 3>> triangles_;
    std::vector<MeshPart> parts_;
};

using Recipe = std::function<void(SolidBuilder&)>;

// Runs the recipe at the edge length that gives the number of triangles nearest to `triangles`, found by
// bisection.
// Recipes must give more triangles, or as many, for a shorter edge. Throws Error if a mesh cannot hold them.
Mesh fitted(std::uint32_t triangles, const Recipe& recipe);

}  // namespace graze::inline v1
