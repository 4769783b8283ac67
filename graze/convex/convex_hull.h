// The convex hull of any number of points, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/vec3.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// A solid: the inside belongs to it. Every decision is that of exact arithmetic on the given doubles (see
// predicates.h). So points in one plane, on one line, or in one place have the flat, straight or single-point
// hull that they should have, and no sliver of rounding is a face.
//
// Quickhull (Barber, Dobkin, Huhdanpaa 1996): a point is added only if some facet sees it, strictly. Facets
// in one plane are merged afterwards, and corners between two others are dropped.
class ConvexHull {
  public:
    ConvexHull();  // the origin
    // Throws Error without points, for points that are not finite or beyond 1e100, and for more than 2^31 of
    // them. Takes n log n time, about a microsecond per point.
    explicit ConvexHull(std::span<const Vec3> points);
    // Of the vertices that triangles of the mesh use.
    explicit ConvexHull(const Mesh& mesh);

    // The corners, in the order in which they were given. None lies between others, no two are equal.
    const std::vector<Vec3>& corners() const { return corners_; }
    // For each corner, its number among the points that the hull was made of.
    const std::vector<std::uint32_t>& sources() const { return sources_; }
    // 3 for a solid, 2 for a flat hull, 1 for a segment, 0 for a point.
    int dimension() const { return dimension_; }
    const Box& box() const { return box_; }

    // Polygons of corners, counter-clockwise as seen from outside. A flat hull has two, back to back; a
    // segment has one of two corners, a point one of a single corner.
    std::size_t face_count() const { return face_begin_.size() - 1; }
    std::span<const std::uint32_t> face(std::size_t i) const {
        return {face_corners_.data() + face_begin_[i], face_begin_[i + 1] - face_begin_[i]};
    }
    // The corners at the other ends of the edges of a corner.
    std::span<const std::uint32_t> neighbors(std::size_t corner) const {
        return {neighbors_.data() + neighbor_begin_[corner],
                neighbor_begin_[corner + 1] - neighbor_begin_[corner]};
    }

    // A corner that lies furthest along `direction`, up to rounding: climbs from `start` along edges. The
    // climb is short if `start` is the answer for a direction nearby.
    std::uint32_t support(const Vec3& direction, std::uint32_t start = 0) const;
    // Is p in the hull, border included? Exact; looks at every face.
    bool contains(const Vec3& p) const;

    // The border as a closed mesh, each polygon cut into a fan; without area if the hull is a segment or a
    // point. solid_measures() of it gives volume, centroid and inertia.
    Mesh mesh() const;

    friend bool operator==(const ConvexHull& a, const ConvexHull& b) { return a.corners_ == b.corners_; }

  private:
    using Polygons = std::vector<std::vector<std::uint32_t>>;
    void build(std::span<const Vec3> points);
    void take(std::span<const Vec3> points, Polygons polygons);
    void find_neighbors();

    std::vector<Vec3> corners_;
    std::vector<std::uint32_t> sources_, face_begin_, face_corners_, neighbor_begin_, neighbors_;
    Box box_;
    int dimension_ = 0;
};

}  // namespace graze::inline v1
