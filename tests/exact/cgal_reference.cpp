#include "tests/exact/cgal_reference.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <optional>

namespace graze::test {
namespace {

using Filtered = CGAL::Exact_predicates_inexact_constructions_kernel;
using Rational = CGAL::Simple_cartesian<CGAL::Gmpq>;

template <class K>
typename K::Point_3 point(const Vec3& v) {
    return {typename K::FT(v.x), typename K::FT(v.y), typename K::FT(v.z)};
}

// The segment that a collinear triangle is.
template <class K>
typename K::Segment_3 segment(const typename K::Triangle_3& t) {
    typename K::Point_3 lo = t[0], hi = t[0];
    for (int i = 1; i < 3; ++i) {
        if (t[i] < lo) lo = t[i];
        if (t[i] > hi) hi = t[i];
    }
    return {lo, hi};
}

// Calls f with a and b as what they are: triangle, segment or point.
template <class K, class F>
auto as_they_are(const Triangle& a, const Triangle& b, F&& f) {
    const auto one = [](const Triangle& t, auto&& g) {
        const typename K::Triangle_3 triangle(point<K>(t[0]), point<K>(t[1]), point<K>(t[2]));
        if (!triangle.is_degenerate()) return g(triangle);
        const auto s = segment<K>(triangle);
        return s.is_degenerate() ? g(s.source()) : g(s);
    };
    return one(a, [&](const auto& p) { return one(b, [&](const auto& q) { return f(p, q); }); });
}

template <class K>
bool intersects_with(const Triangle& a, const Triangle& b) {
    return as_they_are<K>(a, b, [](const auto& p, const auto& q) {
        if constexpr (std::is_same_v<decltype(p), decltype(q)> &&
                      std::is_same_v<std::decay_t<decltype(p)>, typename K::Point_3>) {
            return p == q;
        } else {
            return CGAL::do_intersect(p, q);
        }
    });
}

using Corners = std::vector<Rational::Point_3>;

struct ToCorners {
    using result_type = Corners;
    Corners operator()(const Rational::Point_3& p) const { return {p}; }
    Corners operator()(const Rational::Segment_3& s) const { return {s.source(), s.target()}; }
    Corners operator()(const Rational::Triangle_3& t) const { return {t[0], t[1], t[2]}; }
    Corners operator()(const Corners& polygon) const { return polygon; }
};

// CGAL has intersections for all pairs but some with points; those are the point or nothing.
Corners common_corners(const Triangle& a, const Triangle& b) {
    return as_they_are<Rational>(a, b, [](const auto& p, const auto& q) -> Corners {
        using P = std::decay_t<decltype(p)>;
        using Q = std::decay_t<decltype(q)>;
        using Point = Rational::Point_3;
        if constexpr (std::is_same_v<P, Point> && std::is_same_v<Q, Point>) {
            return p == q ? Corners{p} : Corners{};
        } else if constexpr (std::is_same_v<P, Point>) {
            return q.has_on(p) ? Corners{p} : Corners{};
        } else if constexpr (std::is_same_v<Q, Point>) {
            return p.has_on(q) ? Corners{q} : Corners{};
        } else {
            const auto common = CGAL::intersection(p, q);
            return common ? boost::apply_visitor(ToCorners{}, *common) : Corners{};
        }
    });
}

// CGAL may list corners that lie between two others on a line; they are no corners of the set.
Corners without_repeats(Corners c) {
    std::sort(c.begin(), c.end());
    c.erase(std::unique(c.begin(), c.end()), c.end());
    return c;
}

}  // namespace

bool cgal_intersects(const Triangle& a, const Triangle& b) {
    return intersects_with<Filtered>(a, b);
}

bool cgal_intersects_rational(const Triangle& a, const Triangle& b) {
    return intersects_with<Rational>(a, b);
}

CgalIntersection cgal_intersection(const Triangle& a, const Triangle& b,
                                   std::span<const CommonPoint> points) {
    const Corners corners = without_repeats(common_corners(a, b));
    CgalIntersection r;
    r.corner_count = corners.size();
    r.kind = static_cast<CommonKind>(std::min<std::size_t>(corners.size(), 3));
    for (const CommonPoint& p : points) {
        const auto q = point<Rational>(p.position);
        std::optional<double> best;
        for (const auto& c : corners) {
            double worst = 0;
            for (int k = 0; k < 3; ++k) worst = std::max(worst, std::abs(CGAL::to_double(q[k] - c[k])));
            best = best ? std::min(*best, worst) : worst;
        }
        r.errors.push_back(best.value_or(1e300));
    }
    return r;
}

int cgal_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return CGAL::orientation(point<Rational>(a), point<Rational>(b), point<Rational>(c), point<Rational>(d));
}

int cgal_orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
    using P = Rational::Point_2;
    using Q = CGAL::Gmpq;
    return CGAL::orientation(P(Q(ax), Q(ay)), P(Q(bx), Q(by)), P(Q(cx), Q(cy)));
}

}  // namespace graze::test
