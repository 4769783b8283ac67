// Details of the overlap of two parts.
#pragma once

#include "graze/clash/compare/detail/compare_pair.h"

namespace graze::inline v1::detail {

// Two solids: volume, regions with their depths and curves, as far as the meter allows. Kind clash. The depth
// is accurate enough to decide on which side of the tolerances it is, if that can be decided at all.
ClashFinding overlap_details(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                             const CompareOptions& options, Meter& meter);

// Two surfaces that cross, of which one is not closed: the place of the crossing. Kind clash.
ClashFinding crossing_surfaces(const PlacedShape& a, const PlacedShape& b, Meter& meter);

}  // namespace graze::inline v1::detail
