#include "tests/exact/cgal_minkowski.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "graze/query/triangle/triangle_distance.h"

namespace graze::test {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Point = Kernel::Point_3;
using Plane = Kernel::Plane_3;
using Polygon = std::vector<Point>;  // convex

struct Sum {
    std::vector<Plane> planes;  // with the outside above
    std::vector<Polygon> facets;
};

Sum sum_of(const ConvexPiece& a, const ConvexPiece& b) {
    std::vector<Point> points;
    for (const Vec3& p : a)
        for (const Vec3& q : b)
            points.push_back(Point(q.x, q.y, q.z) - (Point(p.x, p.y, p.z) - CGAL::ORIGIN));
    CGAL::Surface_mesh<Point> hull;
    CGAL::convex_hull_3(points.begin(), points.end(), hull);
    Sum sum;
    for (const auto f : hull.faces()) {
        Polygon facet;
        for (const auto v : CGAL::vertices_around_face(hull.halfedge(f), hull))
            facet.push_back(hull.point(v));
        sum.planes.emplace_back(facet[0], facet[1], facet[2]);
        sum.facets.push_back(std::move(facet));
    }
    return sum;
}

double distance_from_origin(const Polygon& polygon) {
    const auto at = [&](std::size_t i) {
        return Vec3{CGAL::to_double(polygon[i].x()), CGAL::to_double(polygon[i].y()),
                    CGAL::to_double(polygon[i].z())};
    };
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 2; i < polygon.size(); ++i)
        least = std::min(least, distance(Vec3{}, Triangle{{at(0), at(i - 1), at(i)}}).value);
    return least;
}

// The parts of a convex polygon above and below a plane; a part without area is empty.
std::pair<Polygon, Polygon> split(const Polygon& polygon, const Plane& plane) {
    std::pair<Polygon, Polygon> parts;
    auto& [above, below] = parts;
    bool is_above = false, is_below = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const auto side_p = plane.oriented_side(p), side_q = plane.oriented_side(q);
        is_above |= side_p == CGAL::ON_POSITIVE_SIDE;
        is_below |= side_p == CGAL::ON_NEGATIVE_SIDE;
        if (side_p != CGAL::ON_NEGATIVE_SIDE) above.push_back(p);
        if (side_p != CGAL::ON_POSITIVE_SIDE) below.push_back(p);
        if ((side_p == CGAL::ON_POSITIVE_SIDE && side_q == CGAL::ON_NEGATIVE_SIDE) ||
            (side_p == CGAL::ON_NEGATIVE_SIDE && side_q == CGAL::ON_POSITIVE_SIDE)) {
            const auto d =
                plane.a() * (q.x() - p.x()) + plane.b() * (q.y() - p.y()) + plane.c() * (q.z() - p.z());
            const auto value = plane.a() * p.x() + plane.b() * p.y() + plane.c() * p.z() + plane.d();
            const Point cut = p + (q - p) * (-value / d);
            above.push_back(cut);
            below.push_back(cut);
        }
    }
    if (!is_above) above.clear();
    // A polygon in the plane is not inside.
    if (!is_below) {
        below.clear();
        above = polygon;
    }
    return parts;
}

// What is left of polygons outside the inside of a sum.
std::vector<Polygon> without(const std::vector<Polygon>& polygons, const Sum& sum, double best) {
    std::vector<Polygon> left;
    for (const Polygon& whole : polygons) {
        const bool beside = std::ranges::any_of(sum.planes, [&](const Plane& plane) {
            return std::ranges::none_of(whole, [&](const Point& p) { return plane.has_on_negative_side(p); });
        });
        if (beside) {
            left.push_back(whole);
            continue;
        }
        Polygon inside = whole;
        for (const Plane& plane : sum.planes) {
            auto [above, below] = split(inside, plane);
            if (above.size() > 2 && distance_from_origin(above) < best) left.push_back(std::move(above));
            inside = std::move(below);
            if (inside.size() < 3) break;
        }
    }
    return left;
}

}  // namespace

double least_separation(const std::vector<ConvexPiece>& a, const std::vector<ConvexPiece>& b) {
    std::vector<Sum> sums;
    for (const ConvexPiece& p : a)
        for (const ConvexPiece& q : b) sums.push_back(sum_of(p, q));
    const bool overlap = std::ranges::any_of(sums, [](const Sum& sum) {
        return std::ranges::all_of(
            sum.planes, [](const Plane& plane) { return plane.has_on_negative_side(CGAL::ORIGIN); });
    });
    if (!overlap) return 0;
    struct Facet {
        double distance;
        std::size_t sum, number;
    };
    std::vector<Facet> facets;
    for (std::size_t i = 0; i < sums.size(); ++i)
        for (std::size_t k = 0; k < sums[i].facets.size(); ++k)
            facets.push_back({distance_from_origin(sums[i].facets[k]), i, k});
    std::ranges::sort(facets, {}, &Facet::distance);
    double best = std::numeric_limits<double>::infinity();
    for (const Facet& facet : facets) {
        if (!(facet.distance < best)) break;
        std::vector<Polygon> left{sums[facet.sum].facets[facet.number]};
        for (std::size_t i = 0; i < sums.size() && !left.empty(); ++i)
            if (i != facet.sum) left = without(left, sums[i], best);
        for (const Polygon& polygon : left) best = std::min(best, distance_from_origin(polygon));
    }
    return best;
}

}  // namespace graze::test
