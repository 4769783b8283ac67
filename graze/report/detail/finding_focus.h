// Where to look for what was found.
#pragma once

#include <vector>

#include "graze/clash/clash_report.h"

namespace graze::inline v1::detail {

// In the world, and in its unit.
struct FindingFocus {
    Vec3 point;              // what is worst
    Box box;                 // of what was found, as it is
    Box worst;               // the same of its deepest region
    std::vector<Box> boxes;  // the same region by region, with something around it; never empty
    double smallest = 0;     // the length that must be seen: a depth, a gap; above 0
};

FindingFocus focus_of(const ClashFinding& finding, const ClashReport& report);

// Half the diagonal; 0 for an empty box.
double radius_of(const Box& box);

}  // namespace graze::inline v1::detail
