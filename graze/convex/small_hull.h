// The convex hull of a few points, exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/vec3.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// Every decision is that of exact arithmetic on the given doubles (see predicates.h), so the hull is right
// for points that lie in a plane, on a line, or in one place, and for boxes whose corners were rounded. Tests
// all triples of points: some microseconds for the eight corners of a box.
class SmallHull {
  public:
    static constexpr std::size_t most_points = 8;

    // A polygon on the border of the hull: its corners in order, counter-clockwise as seen from outside. No
    // corner lies between two others. A hull without inside has two facets back to back if it is flat, one
    // facet of two corners if it is a segment, and one of a single corner if it is a point.
    struct Facet {
        std::array<std::uint8_t, most_points> corner{};  // numbers of points
        std::uint8_t corner_count = 0;

        std::span<const std::uint8_t> corners() const { return {corner.data(), corner_count}; }
    };

    // From one to eight points with finite coordinates; further ones are ignored.
    explicit SmallHull(std::span<const Vec3> points);

    std::span<const Vec3> points() const { return {points_.data(), point_count_}; }
    std::span<const Facet> facets() const { return {facets_.data(), facet_count_}; }
    // 3 for a solid, 2 for a flat hull, 1 for a segment, 0 for a point.
    int dimension() const { return dimension_; }
    // Is p in the hull, border included?
    bool contains(const Vec3& p) const;

    // The border as a closed mesh; without area if the hull is a segment or a point.
    Mesh mesh() const;

  private:
    void find_facets();
    void add_facet(const std::array<std::uint8_t, 3>& counter_clockwise, unsigned coplanar);
    bool add_flat_facets();

    // A solid with n corners has at most 2 n - 4 facets.
    static constexpr std::size_t most_facets = 2 * most_points - 4;
    std::array<Vec3, most_points> points_;
    std::array<Facet, most_facets> facets_;
    std::size_t point_count_ = 0, facet_count_ = 0;
    int dimension_ = 0;
};

}  // namespace graze::inline v1
