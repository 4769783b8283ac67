// The portions of a plan that belong to a shard.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/clash/clash_report.h"
#include "graze/clash/distribute/plan.h"

namespace graze::inline v1::detail {

// Consecutive portions, so that a shard needs few of the shapes; about the same cost for each shard.
std::vector<std::uint32_t> portions_of(const ClashPlan& plan, const ClashShard& shard);

}  // namespace graze::inline v1::detail
