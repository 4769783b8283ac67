// The findings of the finished portions of a plan.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/clash/clash_report.h"
#include "graze/clash/distribute/plan.h"
#include "graze/clash/distribute/portion.h"

namespace graze::inline v1::detail {

class PortionResults {
  public:
    PortionResults(const ClashPlan& plan, const ClashShard& shard);  // the plan must outlive this object

    // Of this shard.
    std::uint64_t pairs() const { return pairs_; }
    std::uint64_t cost() const { return cost_; }  // in whole numbers
    std::uint64_t cost_done() const;
    std::vector<std::uint32_t> to_do() const;
    bool is_mine(std::uint32_t portion) const { return is_mine_[portion] != 0; }

    std::uint64_t pairs_of(std::uint32_t portion) const;
    std::uint64_t cost_of(std::uint32_t portion) const;

    // Whether this can be the complete result of its portion, and the portion has none yet.
    bool fits(const PortionResult& result) const;
    void keep(PortionResult&& result);  // for a result that fits
    // For a portion that was cancelled half-way.
    void keep_begun(PortionResult&& result) { begun_.push_back(std::move(result)); }

    // Fills in counts and findings, in the order of the plan.
    void move_to(ClashReport& report);

  private:
    const ClashPlan& plan_;
    std::vector<std::uint32_t> share_;   // the portions of the shard
    std::vector<std::uint8_t> is_mine_;  // by portion
    std::uint64_t pairs_ = 0, cost_ = 0;
    std::vector<std::optional<PortionResult>> results_;
    std::vector<PortionResult> begun_;
};

}  // namespace graze::inline v1::detail
