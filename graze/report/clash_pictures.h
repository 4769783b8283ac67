// A picture of each of the worst findings of a clash report.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

struct ClashPictureOptions {
    std::size_t count = 20;  // of the findings, from the worst on
    std::uint32_t width = 480, height = 360;
    Threads threads{};
    Progress* progress = nullptr;  // reports "drawing findings"; cancelling raises Error "cancelled"
};

// PNG files, one per finding, in the order of the findings. Closed parts are cut by a section plane through
// the worst point and along the direction of the contact: the first part is orange, the second blue, their
// overlap red. A depth or gap too small to be seen is shown again, enlarged, in a corner. If a part is not
// closed, there is no section and the second part is transparent. The pictures are the same for any number of
// threads. `report` must be the report of this assembly.
std::vector<std::string> clash_pictures(const Assembly& assembly, const ClashReport& report,
                                        const ClashPictureOptions& options = {});

}  // namespace graze::inline v1
