// What generated solids are put together with: vertices, triangles and named parts, as many as are wanted.
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

// Carries a point of a solid to its place: a Pose, or a function that bends. It must not mirror.
using Placement = std::function<Vec3(const Vec3&)>;

// Collects closed surfaces. How finely they are cut is said by one length, the edge that triangles should
// have; so one recipe makes an object of any number of triangles. Recipes are run several times to count what
// would be made before anything is made (see `fitted`).
class SolidBuilder {
  public:
    enum class Mode : std::uint8_t { count, build };
    SolidBuilder(double edge, Mode mode) : edge_(edge), mode_(mode) {}

    double edge() const { return edge_; }
    // How many pieces a line of this length is cut into. What is cut into `least` to look right is cut into
    // fewer, down to 3 (of 10 and more, half), once edges are longer than 1: then fewer triangles are wanted
    // than looks need.
    std::uint32_t segments(double length, std::uint32_t least = 1) const;
    // How many of `all` equal details there are: fewer, down to `fewest`, from the same edge on.
    std::uint32_t details(std::uint32_t all, std::uint32_t fewest) const;

    // Are triangles small enough for details that large?
    bool shows(double size) const { return edge_ < size; }

    // What is added from here on belongs to a part of this name.
    void begin_part(std::string name);

    // Every surface says first of how much it is made. False: nobody wants to know more.
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

// The recipe at the edge length with which it gives as near `triangles` as can be found by halving intervals.
// Recipes must give more triangles, or as many, for a shorter edge. Throws Error if a mesh cannot hold them.
Mesh fitted(std::uint32_t triangles, const Recipe& recipe);

}  // namespace graze::inline v1
