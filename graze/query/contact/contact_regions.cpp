// Regions of overlap as contacts. When B moves along u, the common volume of two solids changes by u times
// the area vector of B's surface inside A, which is minus that of A's surface inside B. The area vector of a
// surface is half the sum of r x dr along its border: the curves in which the surfaces cross.
#include "graze/query/contact/detail/contact_regions.h"

#include <algorithm>
#include <cmath>

#include "graze/query/contact/detail/contact_side.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1::detail {
namespace {

// Of the area that the curves enclose, as a vector; less means that directions cancel.
constexpr double certain_part = 0.1;

struct RegionDirection {
    Vec3 normal{};
    NormalCertainty certainty = NormalCertainty::none;
};

Vec3 outward_area(const ContactSide& side, std::span<const TriangleId> triangles) {
    Vec3 sum{};
    for (const TriangleId t : triangles) {
        const Triangle corners = side.triangle(t);
        sum += cross(corners[1] - corners[0], corners[2] - corners[0]) * (0.5 * side.outward);
    }
    return sum;
}

RegionDirection region_direction(const OverlapRegion& region, const ContactSide& a, const ContactSide& b) {
    Vec3 vector{};
    double area = 0;
    for (const IntersectionCurve& curve : region.curves) {
        Vec3 middle{};
        for (const Vec3& p : curve.points) middle += p;
        middle = middle / static_cast<double>(curve.points.size());
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            const Vec3 part =
                cross(curve.points[i] - middle, curve.points[(i + 1) % curve.points.size()] - middle);
            vector += part * 0.5;
            area += 0.5 * length(part);
        }
    }
    RegionDirection result;
    const double size = length(vector);
    if (!(size > 0)) return result;
    // All curves run the same way round, but which way is for the triangles to say.
    const Vec3 faces = outward_area(a, region.triangles_a) - outward_area(b, region.triangles_b);
    result.normal = Vec3{} + vector * ((dot(vector, faces) < 0 ? -1 : 1) / size);
    result.certainty = size > certain_part * area ? NormalCertainty::certain : NormalCertainty::unsure;
    return result;
}

// How far a box extends along a direction.
double extent_along(const Box& box, const Vec3& direction) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += std::abs(direction[k]) * (box.upper[k] - box.lower[k]);
    return sum;
}

// The highest and the lowest point of the border along a direction, as far as it is known: vertices that are
// in the region's box, and points of the curves.
double depth_along(const OverlapRegion& region, const ContactSide& a, const ContactSide& b,
                   const Vec3& normal) {
    double low = 0, high = 0;
    bool any = false;
    const auto take = [&](const Vec3& p) {
        const double h = dot(p - region.centroid, normal);
        low = any ? std::min(low, h) : h;
        high = any ? std::max(high, h) : h;
        any = true;
    };
    for (const IntersectionCurve& curve : region.curves)
        for (const Vec3& p : curve.points) take(p);
    const auto inside = [&](const Vec3& p) {
        for (std::size_t k = 0; k < 3; ++k)
            if (p[k] < region.box.lower[k] || p[k] > region.box.upper[k]) return false;
        return true;
    };
    for (const auto& [side, triangles] :
         {std::pair{&a, &region.triangles_a}, std::pair{&b, &region.triangles_b}})
        for (const TriangleId t : *triangles)
            for (const Vec3& p : side->triangle(t).corner)
                if (inside(p)) take(p);
    return any ? std::min(high - low, extent_along(region.box, normal)) : extent_along(region.box, normal);
}

}  // namespace

bool add_regions(const PlacedSurface& a, const PlacedSurface& b, double margin, const QueryOptions& options,
                 std::vector<ContactPoint>& found) {
    if (!boxes_overlap(a.surface, a.pose, b.surface, b.pose)) return true;
    QueryOptions question;
    question.budget = options.budget;
    switch (relation(a.surface, a.pose, b.surface, b.pose, question)) {
        case Relation::apart:
        case Relation::touching:
            return true;
        case Relation::undecided:
            return false;
        default:
            break;
    }
    const Listed<OverlapRegion> regions = overlap_regions(a.surface, a.pose, b.surface, b.pose, question);
    if (regions.status != QueryStatus::complete) return false;
    const ContactSide side_a(a.surface, a.pose), side_b(b.surface, b.pose);
    for (const OverlapRegion& region : regions) {
        ContactPoint& c = found.emplace_back();
        c.kind = ContactKind::region;
        c.weight = region.volume / margin;
        const RegionDirection direction = region_direction(region, side_a, side_b);
        c.normal = direction.normal;
        c.certainty = direction.certainty;
        if (c.certainty == NormalCertainty::none) {  // one inside the other
            const LocalDepth depth =
                local_depth(a.surface, a.pose, b.surface, b.pose, {.within = region.box}, question);
            static_cast<Contact&>(c) = depth;
            c.normal = {};
            c.certainty = NormalCertainty::none;
            continue;
        }
        c.distance = -depth_along(region, side_a, side_b, c.normal);
        c.point_a = region.centroid - c.normal * (0.5 * c.distance);
        c.point_b = c.point_a + c.normal * c.distance;
    }
    return true;
}

}  // namespace graze::inline v1::detail
