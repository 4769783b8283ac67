// Where to look to see a finding.
#pragma once

#include <vector>

#include "graze/clash/clash_report.h"

namespace graze::inline v1::detail {

// In the world, and in its unit.
struct FindingFocus {
    Vec3 point;              // the worst point
    Box box;                 // around the whole finding
    Box worst;               // around its deepest region
    std::vector<Box> boxes;  // around each region, with a margin; never empty
    double smallest = 0;     // the length that must be visible, a depth or a gap; above 0
};

FindingFocus focus_of(const ClashFinding& finding, const ClashReport& report);

// Half the diagonal; 0 for an empty box.
double radius_of(const Box& box);

}  // namespace graze::inline v1::detail
