// A clash report as an element of its page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "graze/clash/clash_report.h"

namespace graze::inline v1::detail {

// What is left of a report where all of it is too much.
struct PageDetail {
    std::size_t findings = ~std::size_t{0};      // the worst
    std::size_t with_curves = ~std::size_t{0};   // findings, from the worst on
    std::size_t most_regions = ~std::size_t{0};  // of a finding
    std::size_t resolved = ~std::size_t{0};      // findings of the baseline
    std::size_t longest_name = ~std::size_t{0};  // bytes of a part's path, from its end
    bool rounded = false;  // numbers to nine digits, curves to what can be seen, hashes not at all
};
ClashReport reduced(const ClashReport& report, const PageDetail& detail);

struct PageClashes {
    std::string element;
    std::uint64_t findings_left_out = 0;  // resolved ones counted, too
    std::uint64_t curves_left_out = 0;    // findings that are there, but without their curves
};

// As much of the report as fits into an element of so many bytes.
PageClashes page_clashes(const ClashReport& report, std::size_t max_bytes);

}  // namespace graze::inline v1::detail
