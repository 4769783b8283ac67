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

// What the page of a report leaves out or shortens. clashes.json always has all of it.
struct PageLeftOut {
    std::uint64_t findings = 0;  // the least ones
    std::uint64_t resolved = 0;  // findings of the baseline that are resolved
    std::uint64_t regions = 0;   // of findings that the page has
    std::uint64_t curves = 0;    // findings that the page has without their curves
    std::uint64_t pictures = 0;  // of those that were asked for
    std::uint64_t names = 0;     // parts whose paths lost their beginning
    bool rounded = false;        // numbers have nine digits, curves only points that change how they look
    friend bool operator==(const PageLeftOut&, const PageLeftOut&) = default;
};

struct PageGeometryOptions {
    std::size_t max_bytes = 16'000'000;   // of `header`, compressed if it is long, and `blob` together
    std::uint64_t max_drawn = 2'500'000;  // triangles of all parts together, shared meshes counted again
    PageLeftOut
        left_out{};  // by the rest of the page: the header reports it, and such findings get no details
    Threads threads{};
    Progress* progress = nullptr;  // reports "packing parts" and "packing details"; cancelling raises Error
                                   // "cancelled"
};

// docs/web.md describes the form.
struct PageGeometry {
    std::string header;  // JSON
    std::string blob;    // the meshes, compressed by zlib, in base64

    std::uint64_t parts_left_out = 0;      // parts without triangles are not counted
    std::uint64_t triangles_left_out = 0;  // of all parts, in the overview
    std::uint64_t details_left_out = 0;    // findings near which some triangles are missing
};

// The parts, decimated to fit, and all triangles near the worst findings. The same for any number of threads.
// `report` must be the report of this assembly.
PageGeometry page_geometry(const Assembly& assembly, const ClashReport& report,
                           const PageGeometryOptions& options = {});

}  // namespace graze::inline v1
