// Which translations bring a feature of A into contact with a feature of B?
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/box.h"
#include "graze/query/depth/detail/translated_pair.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Corners and edges of a closed mesh in the world, with what is around them.
class SolidFeatures {
  public:
    SolidFeatures(const Shape& shape, const Pose& world_from_shape);

    const Vec3& at(VertexId v) const { return world_[v]; }
    const std::array<VertexId, 3>& corners(TriangleId t) const { return corners_[t]; }
    // Each corner and each edge of the mesh belongs to one of its triangles. Edge i is opposite corner i.
    bool owns_corner(TriangleId t, std::size_t i) const { return (owned_[t] >> i & 1) != 0; }
    bool owns_edge(TriangleId t, std::size_t i) const { return (owned_[t] >> (3 + i) & 1) != 0; }

    // Is all that is around the feature on one side of the plane through it? -1: below, 1: above, 0: no; 2:
    // in the plane, all of it. What rounding hides counts as being in the plane.
    int side_of_corner(TriangleId t, std::size_t i, const Vec3& normal) const;
    int side_of_edge(TriangleId t, std::size_t i, const Vec3& normal) const;

  private:
    int side_of(std::size_t first, std::size_t last, const std::vector<VertexId>& around, const Vec3& from,
                const Vec3& normal) const;

    std::vector<Vec3> world_;  // by the lowest vertex with the same coordinates
    std::vector<std::array<VertexId, 3>> corners_;
    std::vector<std::uint8_t> owned_;
    // Corners beside a corner, and opposite an edge.
    std::vector<std::uint32_t> first_beside_;
    std::vector<VertexId> beside_;
    std::vector<std::array<std::uint32_t, 3>> edge_;  // of each triangle
    std::vector<std::uint32_t> first_opposite_;
    std::vector<VertexId> opposite_;
};

// The border of all translations at which the solids overlap consists of translations at which a corner of
// one solid lies in a face of the other, with all that is around the corner on one side, or two edges cross,
// with a plane between all that is around them.
class ContactElements {
  public:
    explicit ContactElements(const TranslatedPair& pair);

    // Is it certain that no translation within `radius` of t is one of these?
    bool none_within(const Vec3& t, double radius);

  private:
    bool are_far(TriangleId a, TriangleId b, const Vec3& t, double radius) const;

    const TranslatedPair& pair_;
    SolidFeatures a_, b_;
    // Parts of both trees.
    struct Links {
        TreeLink a, b;
        Box box_a, box_b;
    };
    std::vector<Links> stack_;
};

}  // namespace graze::inline v1::detail
