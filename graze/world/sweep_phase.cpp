// Sweep and prune with one sorted axis (Zachmann 2000, 3.8.1, sweeps a plane along x and keeps sorted lists
// of y and z; here lanes of a vector do their work). What moved lately is kept aside, unsorted, so that a few
// moving boxes among many that rest cost no sorting.
#include "graze/world/detail/sweep_phase.h"

#include <algorithm>
#include <array>

#include "graze/world/detail/placed_boxes.h"
#include "graze/world/detail/sorted_boxes.h"

namespace graze::inline v1::detail {
namespace {

// How many pairs of a sample overlap on each axis: what a sweep along it would have to test. Unlike variances
// this takes the extents of boxes into account, and no outlier spoils it.
std::array<std::size_t, 3> overlaps_of_sample(std::span<const NumberedBox> boxes) {
    constexpr std::size_t most = 64;
    std::array<FloatBox, most> sample;
    const std::size_t stride = (boxes.size() + most - 1) / most;
    std::size_t count = 0;
    for (std::size_t i = 0; i < boxes.size(); i += stride) sample[count++] = boxes[i].box;
    std::array<std::size_t, 3> overlaps{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                overlaps[axis] += sample[i].lower[axis] <= sample[j].upper[axis] &&
                                  sample[j].lower[axis] <= sample[i].upper[axis];
            }
        }
    }
    return overlaps;
}

class SweepPhase final : public BroadPhase {
  public:
    void place(std::span<const NumberedBox> boxes) override {
        for (const NumberedBox& b : boxes) {
            sorted_.erase(b.id);
            if (b.box.empty()) {
                loose_.erase(b.id);
                empty_.put(b.id, b.box);
            } else {
                empty_.erase(b.id);
                loose_.put(b.id, b.box);
            }
        }
    }

    void remove(std::span<const std::uint32_t> ids) override {
        for (const std::uint32_t id : ids) {
            if (!sorted_.erase(id) && !loose_.erase(id)) empty_.erase(id);
        }
        close_gaps();
    }

    std::size_t size() const override { return sorted_.size() + loose_.size() + empty_.size(); }

    void changed_pairs(std::vector<IdPair>& pairs) override {
        const std::size_t before = pairs.size();
        // Sorting costs as much as some tests of every box; a sixteenth of the boxes may wait for it.
        if (loose_.size() > 32 + sorted_.size() / 16) {
            sort();
            if (4 * loose_.fresh() > sorted_.size()) {
                sweep(pairs);
            } else {
                look_up_fresh(pairs);
            }
            loose_.clear();
        } else {
            find_fresh_pairs(loose_, scratch_, pairs);
            for (std::size_t lane = 0; lane < loose_.fresh(); ++lane) {
                const std::uint32_t id = loose_.ids()[lane];
                tests_ += sorted_.for_each_overlapping(loose_.boxes().get(lane), [&](std::uint32_t other) {
                    pairs.push_back(ordered(id, other));
                });
            }
            loose_.settle();
            close_gaps();
        }
        pairs_ += pairs.size() - before;
    }

    void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const override {
        if (box.empty()) return;
        sorted_.for_each_overlapping(box, [&](std::uint32_t id) { ids.push_back(id); });
        for_each_hit(loose_.boxes().blocks(), box,
                     [&](std::size_t lane) { ids.push_back(loose_.ids()[lane]); });
    }

    BroadPhaseCounters counters() const override { return {tests_ + scratch_.tests, pairs_, sorts_}; }

    std::size_t memory() const override {
        return sizeof(*this) + sorted_.memory() + loose_.memory() + empty_.memory() + scratch_.memory() +
               all_.capacity() * sizeof(NumberedBox);
    }

  private:
    void sort() {
        all_.clear();
        for (std::size_t lane = 0; lane < loose_.size(); ++lane) {
            all_.push_back({loose_.ids()[lane], loose_.boxes().get(lane)});
        }
        sorted_.append_to(all_);
        sorted_.rebuild(all_, axis());
        ++sorts_;
    }

    void close_gaps() {
        if (sorted_.gaps() <= sorted_.size() + 64) return;
        all_.clear();
        sorted_.append_to(all_);
        sorted_.rebuild(all_, sorted_.axis());
        ++sorts_;
    }

    // Asked seldom, and changed only where it pays.
    std::size_t axis() {
        if (sorts_ < next_choice_) return sorted_.axis();
        next_choice_ = sorts_ + 16;
        const auto overlaps = overlaps_of_sample(all_);
        const auto best =
            static_cast<std::size_t>(std::min_element(overlaps.begin(), overlaps.end()) - overlaps.begin());
        return 4 * overlaps[best] < 3 * overlaps[sorted_.axis()] ? best : sorted_.axis();
    }

    bool is_fresh(std::uint32_t id) const { return loose_.contains(id) && loose_.is_fresh(id); }

    void sweep(std::vector<IdPair>& pairs) {
        const auto ids = sorted_.ids();
        const bool all_fresh = loose_.fresh() == sorted_.size();
        for_each_pair_along(sorted_.boxes(), sorted_.axis(), scratch_, [&](std::uint32_t a, std::uint32_t b) {
            if (all_fresh || is_fresh(ids[a]) || is_fresh(ids[b])) pairs.push_back(ordered(ids[a], ids[b]));
        });
    }

    // Of two fresh ones, the earlier one reports the pair.
    void look_up_fresh(std::vector<IdPair>& pairs) {
        for (std::uint32_t lane = 0; lane < loose_.fresh(); ++lane) {
            const std::uint32_t id = loose_.ids()[lane];
            tests_ += sorted_.for_each_overlapping(loose_.boxes().get(lane), [&](std::uint32_t other) {
                if (is_fresh(other) && loose_.lane(other) <= lane) return;
                pairs.push_back(ordered(id, other));
            });
        }
    }

    SortedBoxes sorted_;  // what rested when it was sorted
    PlacedBoxes loose_;   // what was placed since
    PlacedBoxes empty_;
    std::vector<NumberedBox> all_;
    LanePairs scratch_;
    std::uint64_t tests_ = 0, pairs_ = 0, sorts_ = 0, next_choice_ = 0;
};

}  // namespace

std::unique_ptr<BroadPhase> make_sweep_phase() {
    return std::make_unique<SweepPhase>();
}

}  // namespace graze::inline v1::detail
