// A lower bound of a penetration: cells of the space of translations, none of which separates the solids.
#pragma once

#include <cstdint>
#include <functional>

#include "graze/query/depth/detail/common_balls.h"

namespace graze::inline v1::detail {

struct CellSearch {
    double at_least;  // known already
    Vec3 deep_point;  // in both solids, as deep as is known
    double ratio;     // enough: value / at_least is no more than this
    // The length of the shortest translation that is known.
    std::function<double()> value;
    // Called for translations that no ball excludes: a look for a separating one nearby, which may change the
    // value.
    std::function<void(const Vec3&)> look_at;
};

// Takes the cell nearest to the origin first; what no ball covers is cut into eight. Ends when the cells left
// are far enough from the origin, or the budget is used up. Gives the lower bound.
double bound_by_cells(const TranslatedPair& pair, const CellSearch& search);

}  // namespace graze::inline v1::detail
