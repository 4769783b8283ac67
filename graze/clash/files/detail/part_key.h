// What a part is recognised by in another run.
#pragma once

#include <cstdint>

#include "graze/clash/clash_report.h"
#include "graze/mesh/content_hash.h"

namespace graze::inline v1::detail {

// Equal for parts of equal meshes that are called the same, numbers apart; in equal places, if asked for.
ContentHash part_key(const ClashPart& part, bool with_name, bool with_pose);

// Equal for a pair and its mirror image.
ContentHash pair_key(const ContentHash& a, const ContentHash& b, std::uint64_t number);

}  // namespace graze::inline v1::detail
