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
    std::size_t count = 200;  // of the findings, from the worst on
    std::uint32_t width = 480, height = 360;
    Threads threads{};
    Progress* progress = nullptr;  // reports "drawing findings"; cancelling raises Error "cancelled"
};

// PNG files, one per finding, in their order. Closed parts are cut open through the worst point, along the
// line to the surface that it is nearest to: the first part is orange, the second blue, what they have in
// common red. What is too small for that is shown again, enlarged, in a corner. Of parts that are not closed
// the second is transparent. The same for any number of threads. `report` is of this assembly.
std::vector<std::string> clash_pictures(const Assembly& assembly, const ClashReport& report,
                                        const ClashPictureOptions& options = {});

}  // namespace graze::inline v1
