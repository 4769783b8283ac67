// The volume that a box sweeps while it moves in a straight line: a convex polyhedron (Gottstein 1994,
// 5.4.3).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "graze/base/box.h"

namespace graze::inline v1 {

// The number of axes along which the box moves decides the shape of the swept volume: none or one, a box
// again (8 vertices, 6 faces); two, a prism over a hexagon (12, 8); three, a polyhedron of 12 parallelograms
// (14 vertices).
class SweptBox {
  public:
    struct Face {
        std::array<std::uint8_t, 6> corners{};  // vertices, in order around the face
        std::uint8_t size = 0;                  // four or six
        Vec3 normal;                            // points outwards; any length
    };

    // The box must not be empty. Its extents must be positive if the faces are to have an inside. All bounds
    // and the coordinates of the displacement are at most 1e100 in magnitude.
    SweptBox(const Box& start, const Vec3& way);

    std::span<const Vec3> vertices() const { return {vertices_.data(), vertex_count_}; }
    std::span<const Face> faces() const { return {faces_.data(), face_count_}; }
    const Box& bounds() const { return bounds_; }

    // Whether p is on the inner side of every face or on the face; in rounded arithmetic.
    bool contains(const Vec3& p) const;
    // Whether some point of the segment is in the polyhedron (Cyrus and Beck 1978); in rounded arithmetic.
    bool meets_segment(const Vec3& from, const Vec3& to) const;

  private:
    enum class End { start, finish };
    void add_face(const Vec3& normal, std::initializer_list<std::uint8_t> corners);
    void add_faces_across(std::size_t axis);
    void add_faces_along(std::size_t axis);
    std::uint8_t vertex(End end, unsigned leading) const;

    std::array<Vec3, 14> vertices_;
    std::array<Face, 12> faces_;
    std::array<std::array<std::uint8_t, 8>, 2> number_{};  // number of a vertex, by end and leading axes
    std::size_t vertex_count_ = 0, face_count_ = 0;
    Vec3 way_;
    Box bounds_;
};

// Whether two swept boxes have a point in common; in rounded arithmetic, so enlarge the boxes by a margin if
// they may only just touch. Moore and Wilhelms 1988 search for vertices of one inside the other, for edges
// through faces, and for centres of faces inside, in both directions. Edges alone suffice: the intersection
// of two convex polyhedra is a convex polyhedron, and its corners are on an edge of one of the two. The test
// starts with vertices because that test is fast.
bool intersects(const SweptBox& a, const SweptBox& b);

}  // namespace graze::inline v1
