#include "graze/clash/compare/detail/overlap_details.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "graze/query/depth/local_depth.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"

namespace graze::inline v1::detail {
namespace {

// Near enough for people to read.
constexpr double usual_error = 1e-3;
// For copies of one part that are shifted by a little the bounds hardly come together. Other searches take a
// few thousand tests.
constexpr std::uint64_t most_tests = 200'000;

LocalDepth depth_of(const PlacedShape& a, const PlacedShape& b, const LocalDepthOptions& options) {
    return local_depth(a.shape, a.world_from_shape, b.shape, b.world_from_shape, options);
}

class Depths {
  public:
    Depths(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms, double touch)
        : a_(a), b_(b), limits_{touch, terms.allowed_depth.value_or(touch)} {}

    LocalDepth of(LocalDepthOptions options) const {
        options.relative_error = usual_error;
        options.budget = Budget::of_tests(most_tests);
        LocalDepth depth = depth_of(a_, b_, options);
        if (std::ranges::any_of(limits_, [&](double limit) { return on_both_sides(depth, limit); })) {
            options.relative_error = finest_depth;
            depth = depth_of(a_, b_, options);
        }
        return depth;
    }

  private:
    static bool on_both_sides(const LocalDepth& depth, double limit) {
        return depth.value <= limit && limit < depth.at_most;
    }

    const PlacedShape &a_, &b_;
    double limits_[2];
};

std::vector<FoundCurve> found(std::vector<IntersectionCurve>&& curves) {
    std::vector<FoundCurve> result;
    result.reserve(curves.size());
    for (IntersectionCurve& c : curves) result.push_back({std::move(c.points), c.closed});
    return result;
}

// Of those that reach into the box.
double area(const PlacedShape& part, std::span<const TriangleId> triangles, const Box& box) {
    double twice = 0;
    for (const TriangleId id : triangles) {
        const Triangle t = part.world_from_shape(part.shape.mesh().triangle(id));
        if (overlap(bounds(t), box)) twice += length(cross(t[1] - t[0], t[2] - t[0]));
    }
    return twice / 2;
}

// Of a sheet it is that; a ball counts as two thirds of its radius. Triangles that reach beyond the region
// make it less.
double thickness(const OverlapRegion& region, const PlacedShape& a, const PlacedShape& b) {
    const double around = area(a, region.triangles_a, region.box) + area(b, region.triangles_b, region.box);
    return around > 0 ? 2 * region.volume / around : 0;
}

double size_of(const Box& box) {
    const Vec3 size = box.size();
    return size.x + size.y + size.z;
}

std::vector<TriangleId> without(const std::vector<TriangleId>& all, const std::vector<TriangleId>& some) {
    std::vector<TriangleId> rest;
    std::ranges::set_difference(all, some, std::back_inserter(rest));
    return rest;
}

// A large triangle may border several regions. Where the box of one holds another (a pin within a ring), the
// deepest point found on such a triangle may be the inner one's: so only what other triangles say is sure,
// and the point is a bound.
LocalDepth depth_of_region(const std::vector<OverlapRegion>& regions, const OverlapRegion& region,
                           const Depths& depths) {
    std::vector<TriangleId> on_a = region.triangles_a, on_b = region.triangles_b;
    LocalDepth depth = depths.of({.triangles_a = on_a, .triangles_b = on_b, .within = region.border_box});
    const double at_most = depth.at_most;
    for (const OverlapRegion& other : regions) {
        if (&other == &region || size_of(other.box) >= size_of(region.box)) continue;
        const bool shared =
            std::ranges::binary_search(depth.point_on_a ? other.triangles_a : other.triangles_b,
                                       depth.point_on_a ? depth.triangle_a : depth.triangle_b);
        if (!shared || !other.box.contains(depth.point)) continue;
        on_a = without(on_a, other.triangles_a);
        on_b = without(on_b, other.triangles_b);
        depth = depths.of({.triangles_a = on_a, .triangles_b = on_b, .within = region.border_box});
    }
    depth.at_most = std::max(depth.at_most, at_most);
    return depth;
}

FoundRegion found(OverlapRegion&& region, const PlacedShape& a, const PlacedShape& b,
                  const LocalDepth& depth) {
    const bool has_deepest = depth.value > 0;
    return {.box = region.box,
            .depth = DepthBounds{depth.value, depth.at_most},
            .point = has_deepest ? depth.point : region.centroid,
            .nearest = has_deepest ? depth.nearest : region.centroid,
            .volume = VolumeBounds{region.volume, region.error},
            .thickness = thickness(region, a, b),
            .curves = found(std::move(region.curves))};
}

// Deepest first, or thickest; equal ones stay in the order of their volumes.
void sort_regions(std::vector<FoundRegion>& regions) {
    std::ranges::stable_sort(regions, std::ranges::greater{}, [](const FoundRegion& r) {
        return std::max(r.depth.value_or(DepthBounds{}).value, r.thickness.value_or(0));
    });
}

// What all regions together say.
void sum_up_regions(ClashFinding& finding) {
    VolumeBounds volume;
    DepthBounds depth;
    double thickness = 0;
    for (const FoundRegion& region : finding.regions) {
        const VolumeBounds v = region.volume.value_or(VolumeBounds{});
        const DepthBounds d = region.depth.value_or(DepthBounds{});
        volume = {volume.value + v.value, volume.error + v.error};
        depth = {std::max(depth.value, d.value), std::max(depth.at_most, d.at_most)};
        thickness = std::max(thickness, region.thickness.value_or(0));
    }
    finding.point = finding.regions.front().point;
    finding.volume = volume;
    finding.depth = depth;
    finding.thickness = thickness;
}

// Overlaps too slight to have a volume that could be told from none.
void add_slight_overlap(ClashFinding& finding, const PlacedShape& a, const PlacedShape& b,
                        const Depths& depths) {
    const Overlap common = overlap_volume(a.shape, a.world_from_shape, b.shape, b.world_from_shape);
    const LocalDepth depth = depths.of({});
    finding.volume = VolumeBounds{common.volume, common.error};
    finding.depth = DepthBounds{depth.value, depth.at_most};
    finding.point = depth.value > 0 ? depth.point : common.centroid;
}

}  // namespace

ClashFinding overlap_details(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                             double touch) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    const Depths depths(a, b, terms, touch);
    std::vector<OverlapRegion> regions =
        overlap_regions(a.shape, a.world_from_shape, b.shape, b.world_from_shape);
    std::vector<LocalDepth> depth_of_each;
    for (const OverlapRegion& region : regions)
        depth_of_each.push_back(depth_of_region(regions, region, depths));
    for (std::size_t i = 0; i < regions.size(); ++i)
        finding.regions.push_back(found(std::move(regions[i]), a, b, depth_of_each[i]));
    if (finding.regions.empty()) {
        add_slight_overlap(finding, a, b, depths);
        return finding;
    }
    sort_regions(finding.regions);
    sum_up_regions(finding);
    return finding;
}

ClashFinding crossing_surfaces(const PlacedShape& a, const PlacedShape& b) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    FoundRegion region;
    region.curves = found(intersection_curves(a.shape, a.world_from_shape, b.shape, b.world_from_shape));
    for (const FoundCurve& curve : region.curves)
        for (const Vec3& p : curve.points) region.box.grow(p);
    if (const auto w = witness(a.shape, a.world_from_shape, b.shape, b.world_from_shape))
        finding.point = w->point;
    if (!region.curves.empty()) {
        finding.point = region.point = region.nearest = region.curves.front().points.front();
        finding.regions.push_back(std::move(region));
    }
    return finding;
}

}  // namespace graze::inline v1::detail
