// A clash report as an element of its page.
#pragma once

#include <cstddef>
#include <string>

#include "graze/base/progress.h"
#include "graze/clash/clash_report.h"
#include "graze/report/page_geometry.h"

namespace graze::inline v1::detail {

// What to keep of a report that is too large.
struct PageDetail {
    std::size_t findings = ~std::size_t{0};      // the worst
    std::size_t with_curves = ~std::size_t{0};   // findings, from the worst on
    std::size_t most_regions = ~std::size_t{0};  // of a finding
    std::size_t resolved = ~std::size_t{0};      // findings of the baseline
    std::size_t longest_name = ~std::size_t{0};  // bytes of a part's path, from its end
    // Coordinates get nine digits and curves lose points that do not change how they look. Curves of resolved
    // findings, and hashes, are left out.
    bool rounded = false;
};
ClashReport reduced(const ClashReport& report, const PageDetail& detail);
// What a report loses by this reduction.
PageLeftOut left_out_by(const ClashReport& report, const PageDetail& detail);

bool has_curves(const ClashFinding& finding);

struct PageClashes {
    std::string element;
    PageLeftOut left_out;
};

// As much of the report as fits into an element of `max_bytes`.
PageClashes page_clashes(const ClashReport& report, std::size_t max_bytes, Progress* progress = nullptr);

}  // namespace graze::inline v1::detail
