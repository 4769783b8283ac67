// The default broad phase: a tree of boxes in groups of eight, in the order of a Hilbert curve.
#pragma once

#include <memory>

#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/broad_phase/detail/box_groups.h"
#include "graze/world/broad_phase/detail/box_order.h"
#include "graze/world/broad_phase/detail/candidate_filter.h"

namespace graze::inline v1::detail {

// The tree holds fat boxes: each as large as what its box is expected to pass in the next steps. While boxes
// stay in their fat boxes, pairs can be found only among those whose fat boxes overlap, and these are known.
// Boxes that leave their fat box get a new one and are searched for; if many do, all get new ones and the
// tree is joined with itself.
//
// The order stays while objects move, until a new one would have paid for itself.
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
    // The last slot of the tree stays empty: it fills up triples.
    std::size_t usable_slots() const { return levels_.empty() ? 0 : capacity() - 1; }
    void enter(const NumberedBox& newcomer);
    void set(std::uint32_t slot, const FloatBox& fat);
    void settle();
    void arrange();
    void fatten_all();
    void judge(std::uint64_t tests, std::size_t boxes, double& least);

    std::vector<std::uint32_t> slot_of_;  // by number
    // By slot. Newcomers come at the end, where the tree has some slots to spare.
    std::vector<std::uint32_t> ids_;
    std::vector<PredictedBox> predicted_boxes_;
    std::uint32_t used_ = 0;
    // By group, a bit per lane.
    std::vector<std::uint8_t> moved_, escaped_;
    GroupLevels levels_;
    std::vector<std::uint32_t> escapees_;   // searched for at the next call of changed_pairs()
    std::vector<std::uint32_t> to_fatten_;  // of these, the ones without a fat box
    std::vector<std::uint32_t> dirty_;      // groups of level 0 whose boxes changed
    std::vector<std::uint8_t> marks_;       // by group of level 0: is in dirty_
    std::vector<SlotTriple> candidates_;    // whose fat boxes overlap, except of two that rest
    std::size_t struck_ = 0;                // of these, the ones of which nothing is left
    bool crowded_ = false;                  // these were too many; candidates_ is void
    bool all_new_ = false;                  // so are all fat boxes, and candidates_ is void

    std::size_t count_ = 0, moved_count_ = 0;
    std::size_t flying_ = 0;  // when all got fat boxes
    std::size_t idle_ = 0;  // looks at pairs of fat boxes since, in steps in which most of these did not move
    std::uint32_t step_ = 0;
    Horizon horizon_;
    double wasted_ = 0;  // tests since the last order that a new order would have saved
    double least_per_object_ = 0, least_per_escapee_ = 0;  // tests of one call since the last order
    BoxOrder order_;
    BroadPhaseCounts counts_;
};

std::unique_ptr<BroadPhase> make_bvh_broad_phase();

}  // namespace graze::inline v1::detail
