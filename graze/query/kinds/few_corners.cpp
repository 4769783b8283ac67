#include "graze/query/kinds/detail/few_corners.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/predicates.h"
#include "graze/convex/small_hull.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {
namespace {

// Some points and the triangles that their convex hull, or its border, consists of. For up to eight these are
// the facets of the hull. For more, all that three points span: the point of a convex set that is nearest to
// something outside is in one of them, and so is each point of a flat hull (Caratheodory).
class FewCorners {
  public:
    static constexpr std::size_t most = 32;

    // Takes the corners that lie at most this high along the direction, if they are not too many.
    FewCorners(const PlacedConvex& solid, const Vec3& direction, double highest) {
        for (std::size_t i = 0; i < solid.corner_count(); ++i) {
            const Vec3 p = solid.corner(i);
            if (!(dot(direction, p - solid.middle()) <= highest)) continue;
            if (count_ == most) {
                too_many_ = true;
                return;
            }
            points_[count_++] = p;
        }
    }
    explicit FewCorners(const PlacedConvex& solid)
        : FewCorners(solid, {}, std::numeric_limits<double>::infinity()) {}

    bool too_many() const { return too_many_ || count_ == 0; }
    bool is_small() const { return count_ <= SmallHull::most_points; }
    std::span<const Vec3> points() const { return {points_.data(), count_}; }

    bool is_flat() const {
        const auto all = points();
        std::size_t j = 1;
        while (j < count_ && all[j] == all[0]) ++j;
        if (j >= count_) return true;
        std::size_t k = j + 1;
        while (k < count_ && collinear(all[0], all[j], all[k])) ++k;
        return k >= count_ || std::ranges::all_of(all, [&](const Vec3& p) {
                   return orient3d(all[0], all[j], all[k], p) == 0;
               });
    }

    // Until `visit(Triangle)` is true. True if it was.
    template <class Visit>
    bool some_triangle(const Visit& visit) const {
        const Vec3* const p = points_.data();
        if (is_small()) {
            const SmallHull hull(points());
            for (const SmallHull::Facet& facet : hull.facets()) {
                const auto c = facet.corners();
                if (c.size() < 3 && visit(Triangle{{p[c[0]], p[c[0]], p[c[c.size() - 1]]}})) return true;
                for (std::size_t i = 2; i < c.size(); ++i)
                    if (visit(Triangle{{p[c[0]], p[c[i - 1]], p[c[i]]}})) return true;
            }
            return false;
        }
        for (std::size_t i = 2; i < count_; ++i)
            for (std::size_t j = 1; j < i; ++j)
                for (std::size_t k = 0; k < j; ++k)
                    if (visit(Triangle{{p[i], p[j], p[k]}})) return true;
        return false;
    }

  private:
    std::array<Vec3, most> points_;
    std::size_t count_ = 0;
    bool too_many_ = false;
};

template <class Test>
Answer some_pair(const FewCorners& a, const FewCorners& b, const Test& test) {
    // Two large sets have millions of pairs.
    if (!a.is_small() && !b.is_small()) return Answer::undecided;
    const bool found = a.some_triangle([&](const Triangle& of_a) {
        return b.some_triangle([&](const Triangle& of_b) { return test(of_a, of_b); });
    });
    return found ? Answer::yes : Answer::no;
}

double lowest_along(const PlacedConvex& solid, const Vec3& direction) {
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < solid.corner_count(); ++i)
        lowest = std::min(lowest, dot(direction, solid.corner(i) - solid.middle()));
    return lowest;
}

}  // namespace

Answer few_corners_meet(const PlacedConvex& a, const PlacedConvex& b) {
    const FewCorners of_a(a), of_b(b);
    if (of_a.too_many() || of_b.too_many()) return Answer::undecided;
    if ((!of_a.is_small() && !of_a.is_flat()) || (!of_b.is_small() && !of_b.is_flat()))
        return Answer::undecided;
    if (of_a.is_small() && SmallHull(of_a.points()).contains(of_b.points()[0])) return Answer::yes;
    if (of_b.is_small() && SmallHull(of_b.points()).contains(of_a.points()[0])) return Answer::yes;
    return some_pair(of_a, of_b, [](const Triangle& p, const Triangle& q) { return intersects(p, q); });
}

Answer few_corners_within(const PlacedConvex& a, const PlacedConvex& b, const CoreDistance& known,
                          const LimitSum& limit) {
    if (!(known.at_least > 0)) return Answer::undecided;
    // Let v be the shortest difference found and w the true one. Then |v - w|^2 <= |v|^2 - |w|^2, because the
    // set of all differences is convex. Corners that may be closest are lowest along w. Along v they are
    // higher than the lowest by |v - w| times the extent of the solid at the most.
    const Vec3& v = known.found.nearest;
    const double largest = a.largest() + b.largest();
    const double squared =
        std::max(known.at_most - known.at_least, 0.0) * (known.at_most + known.at_least) * (1 + 0x1p-40);
    const double off = std::sqrt(squared) + 0x1p-46 * largest;
    const auto nearest_of = [&](const PlacedConvex& solid, const Vec3& direction) {
        if (solid.corner_count() <= SmallHull::most_points) return FewCorners(solid);
        const double slack = 2 * off * solid.extent() + 2 * height_error(direction, largest);
        return FewCorners(solid, direction, lowest_along(solid, direction) + slack);
    };
    const FewCorners of_a = nearest_of(a, v), of_b = nearest_of(b, -v);
    if (of_a.too_many() || of_b.too_many()) return Answer::undecided;
    return some_pair(of_a, of_b,
                     [&](const Triangle& p, const Triangle& q) { return distance_within(p, q, limit); });
}

}  // namespace graze::inline v1::detail
