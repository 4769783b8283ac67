// Matches the parts of an earlier run with those of a later one.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/clash/clash_report.h"

namespace graze::inline v1::detail {

constexpr std::uint32_t no_part = std::numeric_limits<std::uint32_t>::max();

// For each part of `old` the matching part of `now`, each at most once; see compare_with_baseline.
std::vector<std::uint32_t> same_parts(std::span<const ClashPart> old, std::span<const ClashPart> now);

}  // namespace graze::inline v1::detail
