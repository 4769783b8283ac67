#include "graze/world/comparison/detail/all_pairs_phase.h"

#include "graze/world/broad_phase/detail/placed_boxes.h"

namespace graze::inline v1::detail {
namespace {

class AllPairsPhase final : public BroadPhase {
  public:
    void place(std::span<const NumberedBox> boxes) override {
        for (const NumberedBox& b : boxes) placed_.put(b.id, b.box);
    }

    void remove(std::span<const std::uint32_t> ids) override {
        for (const std::uint32_t id : ids) placed_.erase(id);
    }

    std::size_t size() const override { return placed_.size(); }

    void changed_pairs(std::vector<IdPair>& pairs) override {
        const std::size_t before = pairs.size();
        find_fresh_pairs(placed_, scratch_, pairs);
        pairs_ += pairs.size() - before;
        placed_.settle();
    }

    void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const override {
        if (box.empty()) return;
        for_each_hit(placed_.boxes().blocks(), box,
                     [&](std::size_t lane) { ids.push_back(placed_.ids()[lane]); });
    }

    BroadPhaseCounts counts() const override { return {scratch_.tests, pairs_, 0}; }
    std::size_t memory() const override { return sizeof(*this) + placed_.memory() + scratch_.memory(); }

  private:
    PlacedBoxes placed_;
    LanePairs scratch_;
    std::uint64_t pairs_ = 0;
};

}  // namespace

std::unique_ptr<BroadPhase> make_all_pairs_phase() {
    return std::make_unique<AllPairsPhase>();
}

}  // namespace graze::inline v1::detail
