// A convex solid in the world, as the searches for its distance from others see it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/pose.h"
#include "graze/convex/epa.h"
#include "graze/convex/gjk.h"
#include "graze/query/kinds/convex_cache.h"
#include "graze/query/triangle/detail/limit_sum.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// A core and a radius around it. Spheres and capsules are a point and a segment with a radius; boxes and
// hulls are their corners; cylinders, cones and ellipsoids are round cores of their own. The core of the
// first four is the convex hull of points that are known exactly; of the round ones, points are known up to
// rounding. Half-spaces are not among these: they have no support function.
class PlacedConvex {
  public:
    // Refers to the shape. A mesh or a half-space is not allowed.
    PlacedConvex(const Shape& shape, const Pose& pose);
    // Refers to the hull.
    PlacedConvex(const ConvexHull& hull, const Pose& pose);
    // The convex hull of up to eight points of the world.
    explicit PlacedConvex(std::span<const Vec3> points);
    PlacedConvex(const PlacedConvex&) = delete;
    PlacedConvex& operator=(const PlacedConvex&) = delete;

    bool is_round() const { return core_ >= Core::cylinder; }
    double radius() const { return radius_; }
    // An upper bound of all coordinates of the core, in the shape's own frame and in the world.
    double largest() const { return largest_; }
    // No two corners of the core are further apart in any coordinate; for cores that are points.
    double extent() const;
    // A point of the core.
    const Vec3& middle() const { return middle_; }

    // A point of the core that lies furthest along the direction: for corners, the world vertex, as
    // `number` says.
    SupportPoint support(const Vec3& direction) const;
    // The core lies below this along `direction`, relative to `origin`: at most this far, rounding included.
    double height(const Vec3& direction, const Vec3& origin) const;

    // For cores that are points.
    std::size_t corner_count() const { return local_.size(); }
    Vec3 corner(std::size_t i) const { return carried_ ? pose_(local_[i]) * unit_ : local_[i]; }
    // Multiplies all coordinates by a power of two, once.
    void scale_by(double unit);

    // Of a direction of the world in the frame of the shape, and back; up to rounding.
    Vec3 direction_to_shape(const Vec3& d) const;
    Vec3 direction_to_world(const Vec3& d) const { return pose_.rotate(d); }

  private:
    enum class Core : std::uint8_t { few, hull, cylinder, cone, ellipsoid };  // the last three are round

    void take_points(std::span<const Vec3> world);
    void take_hull(const ConvexHull& hull);
    SupportPoint support_of_few(const Vec3& direction) const;
    Vec3 support_of_round(const Vec3& direction) const;

    Core core_ = Core::few;
    bool carried_ = false;  // local_ is in the frame of the shape
    double radius_ = 0, largest_ = 0, round_radius_ = 0, unit_ = 1;
    Vec3 middle_;
    Pose pose_;
    const ConvexHull* hull_ = nullptr;
    std::span<const Vec3> local_;
    std::array<Vec3, 8> few_;
    std::array<Vec3, 3> axis_;  // of a cylinder or cone: its unit vector first; of an ellipsoid: half axes
};

// Two solids: what is known about the distance of their cores.
struct CoreDistance {
    GjkResult found;
    double at_least = 0;  // certain
    double at_most = 0;   // certain, attained by the two points up to rounding
    Vec3 point_a, point_b;
    bool surely_inside = false;  // the cores overlap
};
// `enough`: a caller that asks whether the distance is above this, or not. `cache` is one of these solids:
// the search begins where the last one ended.
CoreDistance core_distance(PlacedConvex& a, PlacedConvex& b, double enough, ConvexCache* cache = nullptr);

// How deep the cores are in each other, where core_distance did not find them apart. `precision` is relative
// to the coordinates, for round cores.
EpaResult core_depth(PlacedConvex& a, PlacedConvex& b, const CoreDistance& known, double precision);
// Certain: the cores have a height of at most this in common along a direction of length 1. So B has left A
// once it has moved so far. Below 0 if the direction separates them.
double most_along(const PlacedConvex& a, const PlacedConvex& b, const Vec3& direction);
// Tries again by expanding a polytope, for round cores that the search left undecided: smooth ones that are
// about to touch make it slow.
void look_closer(PlacedConvex& a, PlacedConvex& b, CoreDistance& known);

// The closest points of the corners that the search ended with, for cores that are points.
ClosestPoints closest_of(const CoreDistance& known);
// Exact, for cores that are points: have the cores a point in common? Starts from what a search has found.
bool cores_meet(PlacedConvex& a, PlacedConvex& b, const CoreDistance& known);
// Exact, for cores that are points. `known` is what a search with these cores found.
bool cores_within(const PlacedConvex& a, const PlacedConvex& b, const CoreDistance& known,
                  const LimitSum& limit);
// The convex hull of the core, in the world, exactly.
ConvexHull world_hull(const PlacedConvex& solid);

// How far the difference of two support points may be off, in each coordinate.
double error_of_difference(const PlacedConvex& a, const PlacedConvex& b);
// What rounding can do to a height along this direction, or to the difference of two.
double height_error(const Vec3& direction, double largest);

}  // namespace graze::inline v1::detail
