// Portions of a plan, compared side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/distribute/plan.h"
#include "graze/clash/distribute/portion.h"

namespace graze::inline v1::detail {

struct PortionWork {
    const ClashPlan* plan = nullptr;
    std::function<std::optional<ClashFinding>(const PlannedPair&)> compare;  // from any thread
    std::function<bool()> cancelled;                                         // from any thread
    std::function<void(double cost)> advance;  // from any thread, of what is done
    // For each portion that is complete, from any thread; and for those that were begun when the work was
    // cancelled.
    std::function<void(PortionResult&&)> finish;
};

// Pairs are taken in the order of the portions by whichever thread has time, so that all are busy to the end
// whatever the sizes of portions.
void compare_portions(const PortionWork& work, std::span<const std::uint32_t> portions,
                      const Threads& threads);

// The order in which portions should be given out: those that take very long alone come first, the others
// stay together with their neighbours, which need the same shapes.
std::vector<std::uint32_t> order_of_work(const ClashPlan& plan, std::vector<std::uint32_t> portions);

}  // namespace graze::inline v1::detail
