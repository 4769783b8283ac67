// The default broad phase: a tree of boxes in groups of eight, in the order of a Hilbert curve.
#pragma once

#include <memory>

#include "graze/world/broad_phase.h"
#include "graze/world/detail/box_groups.h"
#include "graze/world/detail/box_order.h"

namespace graze::inline v1::detail {

// Objects that move only make the boxes around them grow; the order is found anew when the tests that this
// has cost so far would have paid for it.
class TreePhase final : public BroadPhase {
  public:
    void place(std::span<const NumberedBox> boxes) override;
    void remove(std::span<const std::uint32_t> ids) override;
    std::size_t size() const override { return count_; }
    void changed_pairs(std::vector<IdPair>& pairs) override;
    void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const override;
    void along(const Ray& ray, std::vector<std::uint32_t>& ids) const override;
    BroadPhaseCounters counters() const override { return counters_; }
    std::size_t memory() const override;

  private:
    bool is_here(std::uint32_t id) const { return id < slot_of_.size() && slot_of_[id] != nobody; }
    void enter(std::uint32_t id);
    void mark(std::uint32_t slot);
    void set(std::uint32_t slot, const FloatBox& box);
    void fit();
    void arrange();
    void judge(std::uint64_t tests, std::uint64_t movers, double& least_per_mover);

    // By number.
    std::vector<FloatBox> boxes_;
    std::vector<std::uint32_t> slot_of_;
    // By slot. Slots from free_ on are for newcomers.
    std::vector<std::uint32_t> ids_;
    std::uint32_t free_ = 0;
    GroupLevels levels_;
    std::vector<std::uint8_t> moved_;     // by group of level 0, a bit per lane
    std::vector<std::uint32_t> dirty_;    // groups of level 0 whose boxes changed
    std::vector<std::uint8_t> marks_;     // by group of level 0: is in dirty_
    std::vector<std::uint32_t> waiting_;  // newcomers for whom there was no slot

    std::size_t count_ = 0, moved_count_ = 0;
    double wasted_ = 0;  // tests since the last order that a new order would have saved
    double least_per_object_ = 0, least_per_mover_ = 0;  // tests of one call since the last order
    BoxOrder order_;
    BroadPhaseCounters counters_;
};

std::unique_ptr<BroadPhase> make_tree_phase();

}  // namespace graze::inline v1::detail
