// Every pair of features by itself: corners and edges, two edges, corners and faces. Each candidate is a pair
// of points of the triangles, so that errors in where exactly they lie are of second order in the distance.
#include "graze/query/triangle_distance.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>

#include "graze/query/triangle_pair.h"

namespace graze::inline v1 {
namespace {

class Best {
  public:
    double squared = std::numeric_limits<double>::infinity();
    Vec3 a, b;

    GRAZE_INLINE void offer(const Vec3& on_a, const Vec3& on_b) {
        const Vec3 d = on_a - on_b;
        const double s = dot(d, d);
        if (!(s < squared)) return;
        squared = s;
        a = on_a;
        b = on_b;
    }
};

// A corner, and the edge from that corner to the next.
struct TriangleEdge {
    Vec3 from, to, way;
    double squared;  // length
};

// A triangle with what all candidates need.
struct Prepared {
    std::array<TriangleEdge, 3> edge;
    std::size_t longest = 0;  // edge
    double squared_normal;    // its length
    Vec3 across;              // in the plane, perpendicular to the longest edge

    explicit Prepared(const Triangle& t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 &from = t[i], &to = t[(i + 1) % 3];
            edge[i] = {from, to, to - from, 0};
            edge[i].squared = dot(edge[i].way, edge[i].way);
        }
        for (std::size_t i = 1; i < 3; ++i)
            if (edge[i].squared > edge[longest].squared) longest = i;
        const Vec3 normal = cross(edge[0].way, edge[1].way);
        squared_normal = dot(normal, normal);
        across = cross(normal, edge[longest].way);
    }
};

// The point of the edge that is nearest to p, computed from the nearer end.
GRAZE_INLINE Vec3 nearest(const TriangleEdge& e, const Vec3& p) {
    const double along = dot(p - e.from, e.way);
    if (!(along > 0)) return e.from;
    const double back = dot(e.to - p, e.way);
    if (!(back > 0)) return e.to;
    return along < back ? e.from + e.way * (along / e.squared) : e.to - e.way * (back / e.squared);
}

// Where the lines come closest, if that is inside of a. By the normal of both: of almost parallel edges it is
// known far better than the difference of products of lengths is. The point of b is the one nearest to that
// of a, so that an error shifts both alike.
GRAZE_INLINE void offer_edges(const TriangleEdge& a, const TriangleEdge& b, Best& best) {
    const Vec3 n = cross(a.way, b.way);
    const double nn = dot(n, n);
    if (!(nn > 0)) return;
    const double s = dot(cross(b.from - a.from, b.way), n) / nn;
    if (!(s > 0 && s < 1)) return;
    const Vec3 on_a = a.from + a.way * s;
    best.offer(on_a, nearest(b, on_a));
}

// The foot of the perpendicular from p, if it is inside of the triangle: along the longest edge, and across
// it, so that of a sliver too each is known as well as it can be.
GRAZE_INLINE bool foot(const Prepared& t, const Vec3& p, Vec3& at) {
    if (!(t.squared_normal > 0)) return false;
    const TriangleEdge &u = t.edge[t.longest], &next = t.edge[(t.longest + 1) % 3];
    const Vec3 r = p - u.from, v = next.to - u.from;
    const double weight_v = dot(r, t.across) / t.squared_normal;
    const double weight_u = (dot(r, u.way) - weight_v * dot(v, u.way)) / u.squared;
    if (!(weight_u >= 0 && weight_v >= 0 && weight_u + weight_v <= 1)) return false;
    at = u.from + (u.way * weight_u + v * weight_v);
    return true;
}

Best closest_features(const Prepared& a, const Prepared& b) {
    Best best;
    for (const TriangleEdge& ea : a.edge) {
        for (const TriangleEdge& eb : b.edge) {
            best.offer(ea.from, nearest(eb, ea.from));
            best.offer(nearest(ea, eb.from), eb.from);
            offer_edges(ea, eb, best);
        }
    }
    Vec3 at;
    for (const TriangleEdge& ea : a.edge)
        if (foot(b, ea.from, at)) best.offer(ea.from, at);
    for (const TriangleEdge& eb : b.edge)
        if (foot(a, eb.from, at)) best.offer(at, eb.from);
    return best;
}

// Relative to an origin and scaled to about 1, so that nothing overflows and large coordinates cost no more
// than the rounding of a difference.
class Scale {
  public:
    Scale(const Vec3& origin, std::initializer_list<std::span<const Vec3>> points) : origin_(origin) {
        double largest = 0;
        for (const auto& some : points) {
            for (const Vec3& p : some) {
                const Vec3 d = p - origin;
                largest = std::max({largest, std::abs(d.x), std::abs(d.y), std::abs(d.z)});
            }
        }
        // Powers of two in two steps: one factor alone may be beyond the doubles.
        const int exponent = largest > 0 ? std::ilogb(largest) : 0;
        half_down_ = std::ldexp(1.0, -(exponent / 2));
        rest_down_ = std::ldexp(1.0, -(exponent - exponent / 2));
    }

    Vec3 down(const Vec3& p) const { return (p - origin_) * half_down_ * rest_down_; }
    Triangle down(const Triangle& t) const { return {{down(t[0]), down(t[1]), down(t[2])}}; }
    // The result in the units of the input. No distance of things that are apart becomes 0.
    ClosestPoints up(const Best& best) const {
        const double half = 1 / half_down_, rest = 1 / rest_down_;
        const double value = std::sqrt(best.squared) * half * rest;
        return {std::max(value, std::numeric_limits<double>::denorm_min()), origin_ + best.a * half * rest,
                origin_ + best.b * half * rest};
    }

  private:
    Vec3 origin_;
    double half_down_, rest_down_;
};

// Is the point in the triangle?
bool lies_in(const Vec3& p, const Triangle& t) {
    return intersects(Triangle{{p, p, p}}, t);
}

}  // namespace

ClosestPoints distance(const Triangle& a, const Triangle& b) {
    if (intersects(a, b)) {
        const Vec3 common = intersection(a, b).middle();
        return {0, common, common};
    }
    const Scale scale(a[0], {a.corner, b.corner});
    return scale.up(closest_features(Prepared(scale.down(a)), Prepared(scale.down(b))));
}

ClosestPoints distance(const Vec3& a, const Triangle& b) {
    if (lies_in(a, b)) return {0, a, a};
    const Scale scale(a, {b.corner});
    const Prepared t(scale.down(b));
    const Vec3 p;
    Best best;
    for (const TriangleEdge& e : t.edge) best.offer(p, nearest(e, p));
    Vec3 at;
    if (foot(t, p, at)) best.offer(p, at);
    return scale.up(best);
}

}  // namespace graze::inline v1
