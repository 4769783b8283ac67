// The surface of one shape, and what is known about its position relative to the solid of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/point/detail/winding.h"
#include "graze/query/solid/detail/point_numbers.h"
#include "graze/query/solid/region_face.h"

namespace graze::inline v1::detail {

// A point and its position relative to the solid.
struct DepthPoint {
    Vec3 at;
    Vec3 nearest;               // on the solid's surface
    TriangleId triangle = 0;    // the triangle that contains `nearest`
    double depth = 0;           // distance to `nearest`; below 0 outside
    Vec3 outwards;              // unit direction at `at` that leads out of the solid, or away from it
    bool side_is_sure = false;  // false: the sign of the depth is that of the nearest triangle's side
    double is_out_after = -1;   // after moving outwards by this much, the point is known to be outside
};

// A box of the surface's tree in the world.
struct PlacedPart {
    Vec3 center;
    double radius;
    Box box;
};

// The points of a surface that count: of these triangles, if they are given, and in this box, unless it is
// empty. Of the triangles of the faces, only the points in them.
struct CountedPoints {
    std::optional<std::span<const TriangleId>> triangles;
    const Box& within;
    std::span<const RegionFace> faces;
};

class DepthSide {
  public:
    // Keeps references. The meter is charged for the queries, and what they test is added to the counts.
    DepthSide(const Shape& surface, const Pose& world_from_surface, const Shape& solid,
              const Pose& world_from_solid, const CountedPoints& counted, Meter& meter, QueryCounts& counts);

    const WideTree& tree() const { return surface_.tree(); }
    TreeLink link(BoxRef r) const { return tree().nodes()[r.node()].child[r.slot()]; }
    Triangle corners(TriangleId t) const { return world_from_surface_(surface_.mesh().triangle(t)); }
    Triangle corners_of_solid(TriangleId t) const { return world_from_solid_(solid_.mesh().triangle(t)); }
    bool counts(TriangleId t) const { return selected_.empty() || selected_[t]; }
    // Does a point of a triangle that counts, inside the solid, belong to the face that counts?
    bool is_in_face(TriangleId t, const DepthPoint& p) const;
    bool is_in_face(TriangleId t, const Vec3& p) const;
    const Box& region() const { return region_; }  // contains all points that count
    double rounding() const { return rounding_; }  // the error of computed points is less

    PlacedPart placed(BoxRef part) const;
    TriangleId first_triangle(BoxRef part) const;
    // An upper bound of the depth of points in a box: their depth in the bounding box of the solid.
    double depth_in_box(const Box& box) const;

    // The normal of a triangle of the solid that points out of the solid, as far as is known.
    Vec3 front_of_solid(TriangleId t) const;

    DepthPoint look_at(const Vec3& p) const;
    bool inside(const Vec3& p);  // exact; once the meter is exhausted, the answer may be true for any point
    // Decides exactly on which side the point is. False if the meter is exhausted: then the side is not
    // known.
    bool make_sure(DepthPoint& p);

    // A number for the data of a vertex of the surface, which the caller fills in if the number is new.
    // Vertices with equal coordinates share one number.
    std::uint32_t number_of_vertex(TriangleId t, std::size_t corner, bool& is_new);
    DepthPoint& seen(std::uint32_t number) { return seen_[number]; }
    // A triangle of the solid that meets a triangle of the world; none if there is none.
    std::optional<TriangleId> met_by(const Triangle& t) const;
    // Is no point of the triangle inside the solid? "Yes" is certain. "No" is also the answer if the triangle
    // only touches.
    bool is_outside(const Triangle& t);
    // The same for all triangles below a box, translated by a vector: none if all are outside, else one that
    // is not outside, or touches.
    std::optional<TriangleId> not_outside(BoxRef part, const Vec3& shift);

  private:
    double largest_number() const;  // of all that the world vertices of both shapes are computed from
    void select(std::span<const TriangleId> triangles);
    void gather(BoxRef part);
    void find_pieces();

    const Shape& surface_;
    const Pose& world_from_surface_;
    const Shape& solid_;
    const Pose& world_from_solid_;
    Box region_, solid_box_;
    std::vector<bool> selected_;  // empty: all
    std::span<const RegionFace> faces_;
    Meter& meter_;
    QueryCounts& counts_;
    WindingNumber winding_;
    double wound_ = 1;  // -1: the triangles of the solid have their front inside, as far as was seen
    double rounding_;
    PointNumbers numbers_;
    std::vector<DepthPoint> seen_;

    // The triangles of the current part, and one triangle for each connected piece of the part.
    struct Corner {
        VertexId point;
        std::uint32_t place;  // of the triangle among the gathered ones
        friend auto operator<=>(const Corner&, const Corner&) = default;
    };
    std::vector<TriangleId> gathered_;
    std::vector<Corner> points_;
    std::vector<std::uint32_t> parent_;
    std::vector<TreeLink> stack_;
    std::vector<TriangleId> pieces_;
};

}  // namespace graze::inline v1::detail
