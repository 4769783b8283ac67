// The findings of one portion of a plan, also as bytes for other machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/clash/finding.h"

namespace graze::inline v1 {

struct PortionResult {
    std::uint32_t portion = 0;   // index into ClashPlan::portions()
    std::uint64_t compared = 0;  // number of pairs; fewer than the portion has if the work was cancelled
    std::vector<ClashFinding> findings;  // in the order of the pairs

    friend bool operator==(const PortionResult&, const PortionResult&) = default;
};

// The same bytes on every machine, for processes of the same version of graze.
std::string to_bytes(const PortionResult& result);
// Throws Error for bytes that are not such a result.
PortionResult portion_from_bytes(std::span<const std::byte> bytes);

}  // namespace graze::inline v1
