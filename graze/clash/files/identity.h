// Ids of findings that stay the same from run to run.
#pragma once

#include <string>
#include <string_view>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// Gives every finding its id: 8 hexadecimal digits, in rare cases more, all different. The id is made from
// the hashes of the two meshes, the positions of the parts, and their names without numbers. So parts may be
// renumbered, other parts may come and go, and the order of the parts does not matter. Ids are the same for
// equal reports. For findings that only numbers distinguish, such as those of equal parts in one place, the
// order of their names decides; if some of them come or go, the ids of the others may be swapped.
void give_ids(ClashReport& report);

// A path without the numbers at the ends of its names: "gearbox v2/screw (12)" becomes "gearbox v/screw".
std::string without_numbers(std::string_view path);

}  // namespace graze::inline v1
