// The geometry in the page of a clash report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

struct PageGeometryOptions {
    std::size_t max_bytes = 16'000'000;   // of `header`, compressed if it is long, and `blob` together
    std::uint64_t max_drawn = 2'500'000;  // triangles of all parts together, shared meshes counted again
    // What is left out elsewhere in the page; the header tells.
    std::uint64_t findings_left_out = 0, curves_left_out = 0;
    Threads threads{};
    Progress* progress = nullptr;  // reports "packing parts" and "packing details"; cancelling raises Error
                                   // "cancelled"
};

// As docs/report.md describes it.
struct PageGeometry {
    std::string header;  // JSON
    std::string blob;    // base64 of what zlib made of the meshes

    std::uint64_t parts_left_out = 0;      // that have triangles
    std::uint64_t triangles_left_out = 0;  // of all parts, in the overview
    std::uint64_t details_left_out = 0;    // findings whose surroundings are not there in full
};

// The parts, decimated to fit, and what is near the worst findings in full. The same for any number of
// threads. `report` is of this assembly.
PageGeometry page_geometry(const Assembly& assembly, const ClashReport& report,
                           const PageGeometryOptions& options = {});

}  // namespace graze::inline v1
