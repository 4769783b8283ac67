// Sweep and prune with one sorted axis (Zachmann 2000, 3.8.1, sweeps a plane along x and keeps sorted lists
// of y and z; here vector lanes replace these lists). Boxes that moved recently are kept in a separate
// unsorted list, so that a few moving boxes among many at rest cost no sorting.
#include "graze/world/comparison/detail/sweep_and_prune.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/world/broad_phase/detail/placed_boxes.h"
#include "graze/world/comparison/detail/sorted_boxes.h"

namespace graze::inline v1::detail {
namespace {

// The number of pairs of a sample that overlap on each axis: the tests that a sweep along this axis would
// need. Unlike variances this takes the extents of boxes into account, and outliers do not spoil it.
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

constexpr double strip_width = 4;        // in extents of a typical box: few boxes are in two strips
constexpr double boxes_per_strip = 256;  // at least, on average

SweepFrame frame_for(std::span<const NumberedBox> boxes) {
    SweepFrame frame;
    if (boxes.empty()) return frame;
    const auto overlaps = overlaps_of_sample(boxes);
    std::array<std::size_t, 3> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(),
                     [&](std::size_t a, std::size_t b) { return overlaps[a] < overlaps[b]; });
    frame.along = axes[0];
    frame.across = axes[1];
    BoxBlocks sample;
    const std::size_t stride = (boxes.size() + 255) / 256;
    for (std::size_t i = 0; i < boxes.size(); i += stride) sample.append(boxes[i].box);
    const BoxSurvey survey = BoxSurvey::of(sample);
    const double range = survey.upper[frame.across] - survey.lower[frame.across];
    if (!(range > 0)) return frame;
    const double most =
        std::clamp(std::floor(static_cast<double>(boxes.size()) / boxes_per_strip), 1.0, 1024.0);
    const double extent = survey.extent[frame.across];
    const double count =
        extent > 0 ? std::clamp(std::floor(range / (strip_width * extent)), 1.0, most) : most;
    frame.strips.origin[frame.across] = survey.lower[frame.across];
    frame.strips.size[frame.across] = static_cast<std::uint16_t>(count);
    frame.strips.cells_per_unit[frame.across] = count / range;
    return frame;
}

class SweepAndPrune final : public BroadPhase {
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
        if (loose_.size() > most_loose()) {
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

    BroadPhaseCounts counts() const override { return {tests_ + scratch_.tests, pairs_, sorts_}; }

    std::size_t memory() const override {
        return sizeof(*this) + sorted_.memory() + loose_.memory() + empty_.memory() + scratch_.memory() +
               all_.capacity() * sizeof(NumberedBox);
    }

  private:
    // Comparing boxes with `loose` others each costs in total loose / 32 tests of a block. If each sorting of
    // n boxes makes space for `loose` more, sorting costs n / loose times its cost per box, about twenty such
    // tests. The sum is least for loose = sqrt(640 n).
    std::size_t most_loose() const {
        const auto n = static_cast<double>(sorted_.size() + loose_.size());
        return static_cast<std::size_t>(32 + std::min(n / 4, 25 * std::sqrt(n)));
    }

    void sort() {
        all_.clear();
        for (std::size_t lane = 0; lane < loose_.size(); ++lane) {
            all_.push_back({loose_.ids()[lane], loose_.boxes().get(lane)});
        }
        sorted_.append_to(all_);
        sorted_.rebuild(all_, frame());
        ++sorts_;
    }

    void close_gaps() {
        if (sorted_.gaps() <= sorted_.size() + 64) return;
        all_.clear();
        sorted_.append_to(all_);
        sorted_.rebuild(all_, frame());
        ++sorts_;
    }

    // Chosen rarely, because a choice takes as long as sorting a thousand boxes.
    const SweepFrame& frame() {
        if (sorts_ >= next_choice_ || all_.size() > 2 * chosen_for_ || all_.size() < chosen_for_ / 2) {
            next_choice_ = sorts_ + 64;
            chosen_for_ = all_.size();
            frame_ = frame_for(all_);
        }
        return frame_;
    }

    bool is_fresh(std::uint32_t id) const { return loose_.contains(id) && loose_.is_fresh(id); }

    void sweep(std::vector<IdPair>& pairs) {
        const bool all_fresh = loose_.fresh() == sorted_.size();
        sorted_.for_each_pair(scratch_, [&](std::uint32_t a, std::uint32_t b) {
            if (all_fresh || is_fresh(a) || is_fresh(b)) pairs.push_back(ordered(a, b));
        });
    }

    // Of two fresh boxes, the earlier one reports the pair.
    void look_up_fresh(std::vector<IdPair>& pairs) {
        for (std::uint32_t lane = 0; lane < loose_.fresh(); ++lane) {
            const std::uint32_t id = loose_.ids()[lane];
            tests_ += sorted_.for_each_overlapping(loose_.boxes().get(lane), [&](std::uint32_t other) {
                if (is_fresh(other) && loose_.lane(other) <= lane) return;
                pairs.push_back(ordered(id, other));
            });
        }
    }

    SortedBoxes sorted_;  // boxes that rested when it was sorted
    PlacedBoxes loose_;   // boxes placed since
    PlacedBoxes empty_;
    std::vector<NumberedBox> all_;
    LanePairs scratch_;
    std::uint64_t tests_ = 0, pairs_ = 0, sorts_ = 0;
    SweepFrame frame_;
    std::uint64_t next_choice_ = 0;  // counted in sorts
    std::size_t chosen_for_ = 0;
};

}  // namespace

std::unique_ptr<BroadPhase> make_sweep_and_prune() {
    return std::make_unique<SweepAndPrune>();
}

}  // namespace graze::inline v1::detail
