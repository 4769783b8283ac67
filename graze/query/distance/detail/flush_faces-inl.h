// Shows that nothing is nearer than the closest points found so far where two faces are flush: all triangles
// of the faces are equally near, up to the rounding of their corners, and boxes cannot tell them apart.
#if defined(GRAZE_QUERY_DISTANCE_FLUSH_FACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_FLUSH_FACES_INL
#undef GRAZE_QUERY_DISTANCE_FLUSH_FACES_INL
#else
#define GRAZE_QUERY_DISTANCE_FLUSH_FACES_INL
#endif

#include <algorithm>
#include <cmath>

#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/triangle/detail/separating_planes.h"
#include "graze/tree/traverse/point_kernel-inl.h"
#include "graze/tree/traverse/tree_extremes-inl.h"
#include "graze/tree/traverse/tree_segment.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Projects all world vertices that are next to a plane. Doubles suffice for most of them, as long as the gap
// may be a little smaller than that of the closest triangles; the others are projected in twice the
// precision.
class FlushFaces {
  public:
    // `found` is the closest pair so far, `direction` leads from B to A.
    FlushFaces(const detail::PairQuery& query, const detail::ClosestPair& found, const Vec3& direction)
        : query_(query), found_(found), direction_(direction) {}

    // Are all triangles further apart than `least`? Exact; false also if this plane does not show it.
    bool are_beyond(double least) {
        const double margin = static_cast<double>(query_.frame.a_from_b.margin) * query_.a.tree().unit();
        double size = least + margin;
        for (const Box& box :
             {query_.world_from_a(query_.a.mesh().box()), query_.world_from_b(query_.b.mesh().box())})
            size = std::max({size, 1.01 * detail::largest_coordinate(box.lower - found_.point_b),
                             1.01 * detail::largest_coordinate(box.upper - found_.point_b)});
        // Written so that an infinite margin returns false, too.
        if (!(size > 0x1p-300 && size < 0x1p300)) return false;
        const detail::Wide3 up{direction_.x, direction_.y, direction_.z};
        // What the lowest projections of A and B, each onto its own direction, must add up to.
        const detail::DoubleDouble wanted = detail::DoubleDouble(least) *
                                                detail::square_root(detail::dot(up, up)) *
                                                detail::DoubleDouble(1 + 0x1p-52) +
                                            detail::DoubleDouble(0x1p-94 * size);
        Side a(query_.a, query_.world_from_a, direction_, found_.point_b, found_.triangle_a),
            b(query_.b, query_.world_from_b, -direction_, found_.point_b, found_.triangle_b);
        // Each side may come nearer by half of what is left over, and a little less for rounding.
        const double room = 0.49 * (a.low + b.low - wanted).high;
        if (!(room > 0)) return false;
        a.least = a.low.high - room, b.least = b.low.high - room;
        return is_above(a, found_.point_a, query_.frame.a_from_b.margin) &&
               is_above(b, found_.point_b, query_.frame.b_from_a.margin);
    }
    std::uint64_t triangles() const { return triangles_; }

  private:
    struct Side {
        const Shape& shape;
        const Pose& pose;
        Vec3 along, from;
        detail::DoubleDouble low;  // of the nearest triangle
        double least = 0;          // no projection may be lower

        Side(const Shape& of_shape, const Pose& at_pose, const Vec3& direction, const Vec3& origin,
             TriangleId nearest)
            : shape(of_shape), pose(at_pose), along(direction), from(origin) {
            const Triangle t = pose(shape.mesh().triangle(nearest));
            low = height(t[0]);
            for (std::size_t i = 1; i < 3; ++i) {
                const detail::DoubleDouble h = height(t[i]);
                if ((h - low).high < 0) low = h;
            }
        }
        detail::DoubleDouble height(const Vec3& p) const {
            using detail::DoubleDouble;
            return DoubleDouble(along.x) * DoubleDouble::difference(p.x, from.x) +
                   DoubleDouble(along.y) * DoubleDouble::difference(p.y, from.y) +
                   DoubleDouble(along.z) * DoubleDouble::difference(p.z, from.z);
        }
        // A difference, a product and two sums are rounded.
        HWY_INLINE bool is_above(const Vec3& p) const {
            const double x = along.x * (p.x - from.x), y = along.y * (p.y - from.y),
                         z = along.z * (p.z - from.z);
            return x + y + z - 0x1p-50 * (std::abs(x) + std::abs(y) + std::abs(z)) - 0x1p-1000 > least ||
                   (height(p) - detail::DoubleDouble(least)).high > 0;
        }
    };

    // Looks at the triangles of one side; those that the tree shows to be above the plane by more than the
    // margin need no look.
    bool is_above(const Side& side, const Vec3& point, float margin) {
        const Vec3 d = detail::turned_into(side.pose, side.along);
        const double scale = (1 - 1e-6) / std::sqrt(dot(d, d));
        const float direction[3] = {static_cast<float>(d.x * scale), static_cast<float>(d.y * scale),
                                    static_cast<float>(d.z * scale)};
        const TreePoint p(side.shape.tree(), side.pose, point);
        const float limit = direction[0] * p.rounded[0] + direction[1] * p.rounded[1] +
                            direction[2] * p.rounded[2] + 2 * margin;
        return TreeExtremes(side.shape.tree()).visit_low(direction, limit, [&](TriangleId t) {
            ++triangles_;
            const Triangle world = side.pose(side.shape.mesh().triangle(t));
            return side.is_above(world[0]) && side.is_above(world[1]) && side.is_above(world[2]);
        });
    }

    const detail::PairQuery& query_;
    const detail::ClosestPair& found_;
    Vec3 direction_;
    std::uint64_t triangles_ = 0;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
