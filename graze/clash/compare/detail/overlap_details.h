// What two overlapping parts have in common.
#pragma once

#include "graze/clash/compare/detail/compare_pair.h"

namespace graze::inline v1::detail {

// What a depth that has to be told from a tolerance is known to, in parts of itself; or to the rounding of
// coordinates.
inline constexpr double finest_depth = 1e-9;

// Two solids: volume, regions with their depths and curves, as far as the meter allows. Kind clash. The depth
// is known well enough to say on which side of the tolerances it is, if that can be said at all.
ClashFinding overlap_details(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms, double touch,
                             Meter& meter);

// Two surfaces that cross, of which one is not closed: where. Kind clash.
ClashFinding crossing_surfaces(const PlacedShape& a, const PlacedShape& b, Meter& meter);

}  // namespace graze::inline v1::detail
