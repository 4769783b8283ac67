// The default broad phase: a tree of boxes in groups of eight, in the order of a Hilbert curve.
#pragma once

#include <memory>

#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/broad_phase/detail/box_groups.h"
#include "graze/world/broad_phase/detail/box_order.h"
#include "graze/world/broad_phase/detail/candidate_filter.h"

namespace graze::inline v1::detail {

// The tree holds fat boxes: each covers the volume that its box is expected to sweep in the next steps. While
// boxes stay in their fat boxes, only pairs whose fat boxes overlap can overlap, and these pairs are known.
// Boxes that leave their fat box get a new one and are searched for. If many boxes leave, all get new fat
// boxes, and the tree is joined with itself.
//
// The order stays while objects move, until a new order would have paid for itself.
class BvhBroadPhase final : public BroadPhase {
  public:
    void place(std::span<const NumberedBox> boxes) override;
    void remove(std::span<const std::uint32_t> ids) override;
    std::size_t size() const override { return count_; }
    void changed_pairs(std::vector<IdPair>& pairs) override;
    void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const override;
    void along(const Ray& ray, std::vector<std::uint32_t>& ids) const override;
    BroadPhaseCounts counts() const override { return counts_; }
    std::size_t memory() const override;

  private:
    class Reporter;

    bool is_here(std::uint32_t id) const { return id < slot_of_.size() && slot_of_[id] != nobody; }
    std::size_t capacity() const { return levels_.empty() ? 0 : levels_[0].size() * BoxGroup::width; }
    // The last slot of the tree stays empty: triples are filled up with it.
    std::size_t usable_slots() const { return levels_.empty() ? 0 : capacity() - 1; }
    void enter(const NumberedBox& newcomer);
    void set(std::uint32_t slot, const FloatBox& fat);
    void settle();
    void arrange();
    void fatten_all();
    void judge(std::uint64_t tests, std::size_t boxes, double& least);

    std::vector<std::uint32_t> slot_of_;  // by number
    // By slot. New objects come at the end, where the tree has some spare slots.
    std::vector<std::uint32_t> ids_;
    std::vector<PredictedBox> predicted_boxes_;
    std::uint32_t used_ = 0;
    // By group, a bit per lane.
    std::vector<std::uint8_t> moved_, escaped_;
    GroupLevels levels_;
    std::vector<std::uint32_t> escapees_;   // searched for at the next call of changed_pairs()
    std::vector<std::uint32_t> to_fatten_;  // the escapees without a fat box
    std::vector<std::uint32_t> dirty_;      // groups of level 0 whose boxes changed
    std::vector<std::uint8_t> marks_;       // by group of level 0: is in dirty_
    std::vector<SlotTriple> candidates_;  // pairs whose fat boxes overlap, except pairs of two resting boxes
    std::size_t struck_ = 0;              // candidates_ with no pair left
    bool crowded_ = false;                // there were too many candidates; candidates_ is invalid
    bool all_new_ = false;                // all fat boxes are new, and candidates_ is invalid

    std::size_t count_ = 0, moved_count_ = 0;
    std::size_t flying_ = 0;  // number of flying boxes when all got fat boxes
    // Tests of pairs of fat boxes since then, in steps in which most flying boxes did not move.
    std::size_t idle_ = 0;
    std::uint32_t step_ = 0;
    Horizon horizon_;
    double wasted_ = 0;  // tests since the last order that a new order would have saved
    double least_per_object_ = 0, least_per_escapee_ = 0;  // fewest tests in one call since the last order
    BoxOrder order_;
    BroadPhaseCounts counts_;
};

std::unique_ptr<BroadPhase> make_bvh_broad_phase();

}  // namespace graze::inline v1::detail
