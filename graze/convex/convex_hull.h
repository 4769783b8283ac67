// The convex hull of any number of points, exactly.
#pragma once

#include <array>
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
    // A point that is well inside, if the hull has an inside: the mean of some corners, rounded.
    const Vec3& middle() const { return middle_; }
    // The largest coordinate of a corner, in magnitude.
    double largest() const { return largest_; }

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
    // climb is short if `start` is the answer for a direction nearby; without a start it begins with the
    // answer for one, of about as many as the hull has corners.
    std::uint32_t support(const Vec3& direction, std::uint32_t start) const {
        return climb(direction, start, 0).corner;
    }
    std::uint32_t support(const Vec3& direction) const { return support(direction, start_for(direction)); }
    std::uint32_t start_for(const Vec3& direction) const { return starts_[start_number(direction)]; }
    // The corner where such a climb ends. A corner that is higher than all its neighbours is the highest of
    // all: `certain` if it is, whatever a height may be off by, `error` at most.
    struct Summit {
        std::uint32_t corner = 0;
        double height = 0;
        bool certain = false;
        std::uint32_t seen = 0;  // corners that were looked at
    };
    Summit climb(const Vec3& direction, std::uint32_t start, double error) const;
    // The first of the corners for which dot(corner, direction) is largest, as rounded, and that value. Looks
    // at all of them, several at a time: about as fast as a climb up to a hundred corners, and certain.
    struct Highest {
        std::uint32_t corner = 0;
        double height = 0;
    };
    Highest highest(const Vec3& direction) const;
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
    void find_starts();
    // The cell of the direction on the surface of a cube.
    std::size_t start_number(const Vec3& direction) const;
    Vec3 start_direction(std::size_t number) const;

    std::vector<Vec3> corners_;
    std::vector<std::uint32_t> sources_, face_begin_, face_corners_, neighbor_begin_, neighbors_;
    std::vector<double> columns_;  // of the corners: all x, all y, all z, filled up with the first corner
    std::vector<std::uint32_t> starts_;
    std::size_t start_cells_ = 1;  // along an edge of the cube
    Box box_;
    Vec3 middle_;
    double largest_ = 0;
    int dimension_ = 0;
};

}  // namespace graze::inline v1
