#include "graze/clash/compare/detail/overlap_details.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "graze/clash/compare/detail/faceting.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"

namespace graze::inline v1::detail {
namespace {

// Accurate enough for readers.
constexpr double usual_error = 1e-3;
// Searches of ordinary pairs take a hundredth of this. The wider bounds of stopped searches are reported.
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
        if (touch > 0 && thickness <= touch) limits_.push_back(touch);
        if (const auto allowed = terms.allowed_depth; allowed && thickness <= *allowed)
            limits_.push_back(*allowed);
    }

    LocalDepth of(LocalDepthOptions options) const {
        options.relative_error = usual_error;
        LocalDepth depth = depth_of(a_, b_, options, {.tests = most_tests_for_reading, .shared = &meter_});
        options.relative_error = 0;
        for (const double limit : limits_) {
            if (!on_both_sides(depth, limit)) continue;
            options.limit = limit;
            const LocalDepth decided = depth_of(a_, b_, options, Budget::part_of(meter_));
            const double at_most = std::min(depth.at_most, decided.at_most);
            if (decided.value > depth.value) depth = decided;
            depth.at_most = at_most;
        }
        depth.at_most = std::max(depth.value, std::min(depth.at_most, most_by_size()));
        return depth;
    }
    bool out_of_budget() const { return meter_.exhausted(); }

  private:
    // No point is deeper in a part than half the least extent of the part's box.
    double most_by_size() const { return std::max(half_least(a_.box.size()), half_least(b_.box.size())); }
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

// Is the deepest point one of the region's border, as far as triangles and boxes tell?
bool is_on(const LocalDepth& depth, const OverlapRegion& region) {
    return depth.value > 0 && region.border_box.contains(depth.point()) &&
           std::ranges::binary_search(depth.point_on_a ? region.triangles_a : region.triangles_b,
                                      (depth.point_on_a ? depth.feature_a : depth.feature_b).index);
}

// Without its depth.
FoundRegion found(OverlapRegion&& region, double thickness) {
    return {.box = region.box,
            .depth = std::nullopt,
            .point = region.centroid,
            .nearest = region.centroid,
            .volume = VolumeBounds{region.volume, region.error},
            .thickness = thickness,
            .curves = std::move(region.curves),
            .faceting = std::nullopt};
}

void set_depth(FoundRegion& region, const LocalDepth& depth) {
    region.depth = DepthBounds{depth.value, depth.at_most};
    if (!(depth.value > 0)) return;
    region.point = depth.point();
    region.nearest = depth.nearest();
}

bool is_of_faceting(const FoundRegion& region) {
    return region.faceting && region.faceting->explains;
}

// Deepest first, or thickest, and those that come from the faceting last; regions that are equal stay in the
// order of their volumes.
void sort_regions(std::vector<FoundRegion>& regions) {
    std::ranges::stable_sort(regions, std::ranges::greater{}, [](const FoundRegion& r) {
        return std::pair(!is_of_faceting(r),
                         std::max(r.depth.value_or(DepthBounds{}).value, r.thickness.value_or(0)));
    });
}

// Combines the figures of all regions: depth and thickness of those that are more than faceting, if there are
// any. `whole` is the depth of all that the parts have in common: some of it may be too slight to be a
// region.
void sum_up_regions(ClashFinding& finding, const LocalDepth& whole) {
    VolumeBounds volume;
    DepthBounds depth{whole.value, whole.at_most};
    double thickness = 0;
    const bool all_faceting = is_of_faceting(finding.regions.front());  // the others come first
    const bool some_faceting = is_of_faceting(finding.regions.back());
    if (some_faceting && !all_faceting) depth = {};
    for (const FoundRegion& region : finding.regions) {
        const VolumeBounds v = region.volume.value_or(VolumeBounds{});
        volume = {volume.value + v.value, volume.error + v.error};
        if (is_of_faceting(region) && !all_faceting) continue;
        const DepthBounds own = region.depth.value_or(DepthBounds{0, whole.at_most});
        depth = {std::max(depth.value, own.value), std::max(depth.at_most, own.at_most)};
        thickness = std::max(thickness, region.thickness.value_or(0));
    }
    finding.point = finding.regions.front().point;
    finding.faceting = finding.regions.front().faceting;
    finding.volume = volume;
    finding.thickness = thickness;
    finding.depth = depth;
}

// For overlaps too slight for a volume that differs from zero within rounding.
void add_slight_overlap(ClashFinding& finding, const PlacedShape& a, const PlacedShape& b,
                        const LocalDepth& whole, const FacetingJudge* judge, Meter& meter) {
    const Overlap common = overlap_volume(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                          {.budget = Budget::part_of(meter)});
    if (common.status == QueryStatus::complete) {
        finding.volume = VolumeBounds{common.volume, common.error};
        finding.point = common.centroid;
    } else {
        finding.out_of_budget.push_back(Figure::volume);
    }
    finding.depth = DepthBounds{whole.value, whole.at_most};
    if (whole.value > 0) finding.point = whole.point();
    if (judge != nullptr && finding.volume && finding.volume->value <= finding.volume->error)
        finding.faceting = judge->judge_slight(whole.value);
}

Vec3 middle_of_common_box(const PlacedShape& a, const PlacedShape& b) {
    Vec3 middle;
    for (std::size_t k = 0; k < 3; ++k)
        middle[k] =
            std::max(a.box.lower[k], b.box.lower[k]) * 0.5 + std::min(a.box.upper[k], b.box.upper[k]) * 0.5;
    return middle;
}

}  // namespace

ClashFinding overlap_details(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                             const CompareOptions& options, Meter& meter) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    finding.point = middle_of_common_box(a, b);
    Listed<OverlapRegion> regions = overlap_regions(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                                    {.budget = Budget::part_of(meter)});
    const FacetingJudge judge(a, b, meter);
    const bool may_be_explained = !options.as_tessellated && judge.knows_faces();
    if (regions.status != QueryStatus::complete) {
        finding.out_of_budget = {Figure::point, Figure::regions, Figure::volume, Figure::depth};
        if (may_be_explained) finding.kind = FindingKind::undecided;
        return finding;
    }
    std::vector<double> thickness_of;
    for (const OverlapRegion& region : regions) thickness_of.push_back(thickness(region, a, b));
    const double thickest = regions.empty() ? 0 : std::ranges::max(thickness_of);
    const Depths depths(a, b, terms, options.touch, thickest, meter);
    const LocalDepth whole = depths.of({});
    const auto deepest_is_on = [&](const OverlapRegion& region) { return is_on(whole, region); };
    const bool one_is_deepest = std::ranges::count_if(regions, deepest_is_on) == 1;
    std::vector<LocalDepth> depth_of_each;
    for (const OverlapRegion& region : regions) {
        if (depths.out_of_budget()) break;
        LocalDepth depth = whole;
        if (!one_is_deepest || !deepest_is_on(region))
            depth = depths.of({.triangles_a = region.triangles_a,
                               .triangles_b = region.triangles_b,
                               .within = region.border_box,
                               .faces_a = region.faces_a,
                               .faces_b = region.faces_b});
        depth.at_most = std::max(depth.value, std::min(depth.at_most, whole.at_most));
        depth_of_each.push_back(depth);
    }
    std::vector<std::optional<Faceting>> faceting_of_each(regions.size());
    bool overlaps_for_sure = !may_be_explained;
    if (!options.as_tessellated) {
        for (std::size_t i = 0; i < depth_of_each.size(); ++i) {
            const LocalDepth& depth = depth_of_each[i];
            auto& faceting = faceting_of_each[i];
            faceting = judge.judge(regions[i], depth.value, depth.at_most, thickness_of[i]);
            const bool explained = faceting && faceting->explains;
            overlaps_for_sure = overlaps_for_sure || (!explained && !meter.exhausted());
        }
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
        finding.regions.push_back(found(std::move(regions[i]), thickness_of[i]));
        if (i < depth_of_each.size()) set_depth(finding.regions.back(), depth_of_each[i]);
        finding.regions.back().faceting = faceting_of_each[i];
    }
    if (finding.regions.empty()) {
        add_slight_overlap(finding, a, b, whole, options.as_tessellated ? nullptr : &judge, meter);
    } else {
        sort_regions(finding.regions);
        sum_up_regions(finding, whole);
    }
    if (depths.out_of_budget()) {
        finding.out_of_budget.push_back(Figure::depth);
        if (!overlaps_for_sure) finding.kind = FindingKind::undecided;
    }
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
