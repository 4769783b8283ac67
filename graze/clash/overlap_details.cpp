#include "graze/clash/detail/overlap_details.h"

#include "graze/query/intersect.h"
#include "graze/query/volume.h"

namespace graze::inline v1::detail {

ClashFinding overlap_details(const PlacedShape& a, const PlacedShape& b, const PairTerms& /*terms*/,
                             double /*touch*/) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    const Overlap common = overlap_volume(a.shape, a.world_from_shape, b.shape, b.world_from_shape);
    finding.volume = VolumeBounds{common.volume, common.error};
    finding.point = common.centroid;
    return finding;
}

ClashFinding crossing_surfaces(const PlacedShape& a, const PlacedShape& b) {
    ClashFinding finding;
    finding.kind = FindingKind::clash;
    if (const auto w = witness(a.shape, a.world_from_shape, b.shape, b.world_from_shape))
        finding.point = w->point;
    return finding;
}

}  // namespace graze::inline v1::detail
