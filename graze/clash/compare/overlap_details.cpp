#include "graze/clash/compare/detail/overlap_details.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "graze/query/depth/local_depth.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"

namespace graze::inline v1::detail {
namespace {

// Accurate enough for readers.
constexpr double usual_error = 1e-3;
// For copies of one part with a small offset the bounds converge very slowly. Other searches take a hundredth
// of this. The wider bounds of stopped searches are reported.
constexpr std::uint64_t most_tests_for_reading = 20'000'000;

LocalDepth depth_of(const PlacedShape& a, const PlacedShape& b, const LocalDepthOptions& depth,
                    const Budget& budget) {
    return local_depth(a.shape, a.world_from_shape, b.shape, b.world_from_shape, depth, {.budget = budget});
}

class Depths {
  public:
    // An overlap that is thicker than a tolerance exceeds it, whatever its depth.
    Depths(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms, double touch, double thickness,
           Meter& meter)
        : a_(a), b_(b), meter_(meter) {
        for (const double limit : {touch, terms.allowed_depth.value_or(touch)})
            if (thickness <= limit) limits_.push_back(limit);
    }

    LocalDepth of(LocalDepthOptions options) const {
        options.relative_error = usual_error;
        LocalDepth depth = depth_of(a_, b_, options, {.tests = most_tests_for_reading, .shared = &meter_});
        if (std::ranges::any_of(limits_, [&](double limit) { return on_both_sides(depth, limit); })) {
            options.relative_error = finest_depth;
            depth = depth_of(a_, b_, options, Budget::part_of(meter_));
        }
        return depth;
    }
    void spend(std::uint64_t tests) const { meter_.spend(tests); }
    bool out_of_budget() const { return meter_.exhausted(); }

    // No point is deeper in a part than half the least extent of the part's box.
    double at_most() const { return std::max(half_least(a_.box.size()), half_least(b_.box.size())); }

  private:
    static double half_least(const Vec3& size) { return std::min({size.x, size.y, size.z}) * 0.5; }
    static bool on_both_sides(const LocalDepth& depth, double limit) {
        return depth.value <= limit && limit < depth.at_most;
    }

    const PlacedShape &a_, &b_;
    Meter& meter_;
    std::vector<double> limits_;
};

// Area of the triangles that overlap the box.
double area(const PlacedShape& part, std::span<const TriangleId> triangles, const Box& box) {
    double twice = 0;
    for (const TriangleId id : triangles) {
        const Triangle t = part.world_from_shape(part.shape.mesh().triangle(id));
        if (overlap(bounds(t), box)) twice += length(cross(t[1] - t[0], t[2] - t[0]));
    }
    return twice / 2;
}

// For a sheet the result is its thickness, for a ball two thirds of its radius. Triangles that extend beyond
// the region reduce the result.
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

// A large triangle may border several regions. If the box of one region contains another region (a pin within
// a ring), the deepest point found on such a triangle may belong to the inner region. So only the depths from
// other triangles are certain, and the point is a bound.
LocalDepth depth_of_region(const std::vector<OverlapRegion>& regions, const OverlapRegion& region,
                           const Depths& depths) {
    std::vector<TriangleId> on_a = region.triangles_a, on_b = region.triangles_b;
    LocalDepth depth = depths.of({.triangles_a = on_a, .triangles_b = on_b, .within = region.border_box});
    const double at_most = depth.at_most;
    depths.spend(regions.size() / 8);
    for (const OverlapRegion& other : regions) {
        if (&other == &region || !other.box.contains(depth.point())) continue;
        if (size_of(other.box) >= size_of(region.box)) continue;
        const bool shared =
            std::ranges::binary_search(depth.point_on_a ? other.triangles_a : other.triangles_b,
                                       (depth.point_on_a ? depth.feature_a : depth.feature_b).index);
        if (!shared) continue;
        on_a = without(on_a, other.triangles_a);
        on_b = without(on_b, other.triangles_b);
        depth = depths.of({.triangles_a = on_a, .triangles_b = on_b, .within = region.border_box});
    }
    depth.at_most = std::max(depth.at_most, at_most);
    return depth;
}

// Without its depth.
FoundRegion found(OverlapRegion&& region, double thickness) {
    return {.box = region.box,
            .depth = std::nullopt,
            .point = region.centroid,
            .nearest = region.centroid,
            .volume = VolumeBounds{region.volume, region.error},
            .thickness = thickness,
            .curves = std::move(region.curves)};
}

void set_depth(FoundRegion& region, const LocalDepth& depth) {
    region.depth = DepthBounds{depth.value, depth.at_most};
    if (!(depth.value > 0)) return;
    region.point = depth.point();
    region.nearest = depth.nearest();
}

// Deepest first, or thickest; regions that are equal stay in the order of their volumes.
void sort_regions(std::vector<FoundRegion>& regions) {
    std::ranges::stable_sort(regions, std::ranges::greater{}, [](const FoundRegion& r) {
        return std::max(r.depth.value_or(DepthBounds{}).value, r.thickness.value_or(0));
    });
}

// Combines the figures of all regions. If the budget did not last for all depths, the part's size bounds
// them.
void sum_up_regions(ClashFinding& finding, const Depths& depths) {
    VolumeBounds volume;
    DepthBounds depth;
    double thickness = 0;
    bool any_depth = false, all_depths = true;
    for (const FoundRegion& region : finding.regions) {
        const VolumeBounds v = region.volume.value_or(VolumeBounds{});
        const DepthBounds d = region.depth.value_or(DepthBounds{});
        volume = {volume.value + v.value, volume.error + v.error};
        depth = {std::max(depth.value, d.value), std::max(depth.at_most, d.at_most)};
        thickness = std::max(thickness, region.thickness.value_or(0));
        any_depth = any_depth || region.depth.has_value();
        all_depths = all_depths && region.depth.has_value();
    }
    finding.point = finding.regions.front().point;
    finding.volume = volume;
    finding.thickness = thickness;
    if (!all_depths) depth.at_most = std::max(depth.at_most, depths.at_most());
    if (any_depth) finding.depth = depth;
}

// For overlaps too slight for a volume that differs from zero within rounding.
void add_slight_overlap(ClashFinding& finding, const PlacedShape& a, const PlacedShape& b,
                        const Depths& depths, Meter& meter) {
    const Overlap common = overlap_volume(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                          {.budget = Budget::part_of(meter)});
    if (common.status == QueryStatus::complete) {
        finding.volume = VolumeBounds{common.volume, common.error};
        finding.point = common.centroid;
    } else {
        finding.out_of_budget.push_back(Figure::volume);
    }
    if (!depths.out_of_budget()) {
        const LocalDepth depth = depths.of({});
        finding.depth = DepthBounds{depth.value, depth.at_most};
        if (depth.value > 0) finding.point = depth.point();
    }
}

Vec3 middle_of_common_box(const PlacedShape& a, const PlacedShape& b) {
    Vec3 middle;
    for (std::size_t k = 0; k < 3; ++k)
        middle[k] =
            std::max(a.box.lower[k], b.box.lower[k]) * 0.5 + std::min(a.box.upper[k], b.box.upper[k]) * 0.5;
    return middle;
}

}  // namespace

ClashFinding overlap_details(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms, double touch,
                             Meter& meter) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    finding.point = middle_of_common_box(a, b);
    Listed<OverlapRegion> regions = overlap_regions(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                                    {.budget = Budget::part_of(meter)});
    if (regions.status != QueryStatus::complete) {
        finding.out_of_budget = {Figure::point, Figure::regions, Figure::volume, Figure::depth};
        return finding;
    }
    std::vector<double> thickness_of;
    for (const OverlapRegion& region : regions) thickness_of.push_back(thickness(region, a, b));
    const double thickest = regions.empty() ? 0 : std::ranges::max(thickness_of);
    const Depths depths(a, b, terms, touch, thickest, meter);
    std::vector<LocalDepth> depth_of_each;
    for (const OverlapRegion& region : regions) {
        if (depths.out_of_budget()) break;
        depth_of_each.push_back(depth_of_region(regions, region, depths));
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
        finding.regions.push_back(found(std::move(regions[i]), thickness_of[i]));
        if (i < depth_of_each.size()) set_depth(finding.regions.back(), depth_of_each[i]);
    }
    if (finding.regions.empty()) {
        add_slight_overlap(finding, a, b, depths, meter);
    } else {
        sort_regions(finding.regions);
        sum_up_regions(finding, depths);
    }
    if (depths.out_of_budget()) finding.out_of_budget.push_back(Figure::depth);
    return finding;
}

ClashFinding crossing_surfaces(const PlacedShape& a, const PlacedShape& b, Meter& meter) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    finding.point = middle_of_common_box(a, b);
    FoundRegion region;
    auto curves = intersection_curves(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                      {.budget = Budget::part_of(meter)});
    if (curves.status == QueryStatus::complete)
        region.curves = std::move(curves);
    else
        finding.out_of_budget = {Figure::point, Figure::regions};
    for (const IntersectionCurve& curve : region.curves)
        for (const Vec3& p : curve.points) region.box.grow(p);
    if (!region.curves.empty()) {
        finding.point = region.point = region.nearest = region.curves.front().points.front();
        finding.regions.push_back(std::move(region));
    } else if (const auto p = common_point(a, b, meter)) {
        finding.point = *p;
    } else if (finding.out_of_budget.empty()) {
        finding.out_of_budget = {Figure::point};
    }
    return finding;
}

}  // namespace graze::inline v1::detail
