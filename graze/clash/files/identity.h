// Names of findings that outlive a run.
#pragma once

#include <string>
#include <string_view>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// Gives every finding its id: 8 hexadecimal digits, in rare cases more, no two alike. It is made from what
// the two parts are (the hash of the mesh), where they are, and what they are called without numbers; so
// parts may be renumbered, others may come and go, and the order of the parts does not matter. It is the same
// for equal reports. Of findings that only numbers tell apart, such as those of equal parts in one place, the
// order of their names decides; if some of them come or go, the ids of the others may be swapped.
void give_ids(ClashReport& report);

// A path without the numbers at the ends of its names: "gearbox v2/screw (12)" becomes "gearbox v/screw".
std::string without_numbers(std::string_view path);

}  // namespace graze::inline v1
