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

// Of a report, what its page does not have or not as it is; all of it is in clashes.json.
struct PageLeftOut {
    std::uint64_t findings = 0;  // the least
    std::uint64_t resolved = 0;  // findings of the baseline
    std::uint64_t regions = 0;   // of findings that are there
    std::uint64_t curves = 0;    // findings that are there, but without their curves
    std::uint64_t pictures = 0;  // that were asked for
    std::uint64_t names = 0;     // parts whose paths lost their beginning
    bool rounded = false;        // numbers have nine digits, curves the points that can be seen
    friend bool operator==(const PageLeftOut&, const PageLeftOut&) = default;
};

struct PageGeometryOptions {
    std::size_t max_bytes = 16'000'000;   // of `header`, compressed if it is long, and `blob` together
    std::uint64_t max_drawn = 2'500'000;  // triangles of all parts together, shared meshes counted again
    PageLeftOut
        left_out{};  // elsewhere in the page; the header tells, and there are no details of such findings
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
