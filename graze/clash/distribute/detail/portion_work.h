// Compares portions of a plan in parallel.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/compare/detail/pair_comparer.h"
#include "graze/clash/distribute/plan.h"
#include "graze/clash/distribute/portion.h"

namespace graze::inline v1::detail {

struct PortionWork {
    const ClashPlan* plan = nullptr;
    PairComparer* comparer = nullptr;
    std::function<bool()> cancelled;           // from any thread
    std::function<void(double cost)> advance;  // from any thread, with the cost of finished work
    // Called for each complete portion, from any thread; and for portions that were begun when the work was
    // cancelled.
    std::function<void(PortionResult&&)> finish;
};

// Any idle thread takes the next pairs, in the order of the portions, so that all threads are busy to the end
// for any sizes of portions.
void do_portions(const PortionWork& work, std::span<const std::uint32_t> portions, const Threads& threads);

// The order in which portions should be distributed: first single portions that take very long. The others
// stay with their neighbours, which need the same shapes.
std::vector<std::uint32_t> order_of_work(const ClashPlan& plan, std::vector<std::uint32_t> portions);

}  // namespace graze::inline v1::detail
