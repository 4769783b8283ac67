// The surface of one shape, and what is known about where it runs inside the solid of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/point/detail/winding.h"
#include "graze/query/solid/detail/point_numbers.h"

namespace graze::inline v1::detail {

// A point, seen from the solid.
struct DepthPoint {
    Vec3 at;
    Vec3 nearest;               // on the solid's surface
    TriangleId triangle = 0;    // of that
    double depth = 0;           // how far that is; below 0 outside
    Vec3 outwards;              // the way from `at` that leads out of the solid, or away from it; of length 1
    bool side_is_sure = false;  // else depth has the sign that the nearest triangle suggests
    double is_out_after = -1;   // moved outwards by this much, it is known to be outside
};

// A box of the surface's tree in the world.
struct PlacedPart {
    Vec3 center;
    double radius;
    Box box;
};

class DepthSide {
  public:
    // Keeps references. Points count if they belong to one of the triangles and lie within the box, if these
    // are given. What questions take is spent.
    DepthSide(const Shape& surface, const Pose& world_from_surface, const Shape& solid,
              const Pose& world_from_solid, std::optional<std::span<const TriangleId>> triangles,
              const Box& within, Meter& meter);

    const WideTree& tree() const { return surface_.tree(); }
    TreeLink link(BoxRef r) const { return tree().nodes()[r.node()].child[r.slot()]; }
    Triangle corners(TriangleId t) const { return world_from_surface_(surface_.mesh().triangle(t)); }
    Triangle corners_of_solid(TriangleId t) const { return world_from_solid_(solid_.mesh().triangle(t)); }
    bool counts(TriangleId t) const { return selected_.empty() || selected_[t]; }
    const Box& region() const { return region_; }  // points that count lie in it
    double rounding() const { return rounding_; }  // points that were computed are off by less

    PlacedPart placed(BoxRef part) const;
    TriangleId first_triangle(BoxRef part) const;
    // A bound on the depth of points in a box: how deep they lie in the box of the solid.
    double depth_in_box(const Box& box) const;

    // The normal of a triangle of the solid that points out of it, as far as is known.
    Vec3 front_of_solid(TriangleId t) const;

    DepthPoint look_at(const Vec3& p) const;
    bool inside(const Vec3& p);  // exact; once the meter is exhausted, everything may be inside
    // Finds out on which side the point really is. False if the meter is exhausted: then it is not known.
    bool make_sure(DepthPoint& p);

    // A number for what was seen from a vertex of the surface, which the caller fills in if it is new.
    // Vertices with equal coordinates are one.
    std::uint32_t number_of_vertex(TriangleId t, std::size_t corner, bool& is_new);
    DepthPoint& seen(std::uint32_t number) { return seen_[number]; }
    bool meets_solid(const Triangle& t) const;
    // Has a triangle no point inside the solid? "Yes" is certain; "no" is also said where it only touches.
    bool is_outside(const Triangle& t);
    // The same for all triangles below a box, moved by a vector: none if they are outside, else one of them
    // that is not, or touches.
    std::optional<TriangleId> not_outside(BoxRef part, const Vec3& shift);

  private:
    double largest_number() const;  // of all that world vertices of both come from
    void select(std::span<const TriangleId> triangles);
    void gather(BoxRef part);
    void find_pieces();

    const Shape& surface_;
    const Pose& world_from_surface_;
    const Shape& solid_;
    const Pose& world_from_solid_;
    Box region_, solid_box_;
    std::vector<bool> selected_;  // empty: all
    Meter& meter_;
    WindingNumber winding_;
    double wound_ = 1;  // -1: triangles of the solid have their front inside, as far as seen
    double rounding_;
    PointNumbers numbers_;
    std::vector<DepthPoint> seen_;

    // Of the part that is looked at: its triangles, and one for each piece of it that hangs together.
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
