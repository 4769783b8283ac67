// The least gap between the balls of two sphere trees.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "graze/base/budget.h"
#include "graze/spheres/proximity/detail/tree_pair.h"

namespace graze::inline v1::detail {

// Two balls, one of each tree, by their slots (node * 8 + child).
struct GapItem {
    std::uint32_t d = 0, f = 0;
    float gap = 0;  // a lower bound for everything below
};

struct GapSearch {
    const TreePair& pair;
    std::vector<GapItem>& stack;
    Meter& meter;
    bool outer = false;            // of the material instead of the spheres
    bool stop_at_overlap = false;  // any pair of leaves with a gap below 0 will do

    // In coordinates of D. The gap of two spheres or pieces of material; negative if they overlap. An initial
    // value is one that is known already.
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t leaf_d = 0, leaf_f = 0;  // their slots, if something was found
    bool found = false;
    // A lower bound: `least` unless the budget was used up.
    double at_least = std::numeric_limits<double>::infinity();
};

void search_gap(GapSearch& search);

}  // namespace graze::inline v1::detail
