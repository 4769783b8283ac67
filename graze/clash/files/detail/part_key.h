// Keys by which parts are recognised in another run.
#pragma once

#include <cstdint>

#include "graze/clash/clash_report.h"
#include "graze/mesh/content_hash.h"

namespace graze::inline v1::detail {

// Equal for parts with equal meshes; on request also with equal names, apart from numbers, and with equal
// poses.
ContentHash part_key(const ClashPart& part, bool with_name, bool with_pose);

// Equal for a pair in both orders.
ContentHash pair_key(const ContentHash& a, const ContentHash& b, std::uint64_t number);

}  // namespace graze::inline v1::detail
