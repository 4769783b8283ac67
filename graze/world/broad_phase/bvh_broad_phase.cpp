#include "graze/world/broad_phase/detail/bvh_broad_phase.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t width = BoxGroup::width;
// The cost of an order per object, in tests of eight boxes: about 60 ns and 5 ns.
constexpr double order_cost = 12;
// If more than one in this many objects leaves its fat box, all get new ones.
constexpr std::size_t share_of_escapees = 6;
// With more triples of pairs of fat boxes per object than this, fat boxes do not pay.
constexpr std::size_t candidates_per_object = 12;
// Triples that were struck out are removed when they are more than one in this many.
constexpr std::size_t share_of_struck = 16;
// After this many tests per object of pairs of fat boxes, while most of the boxes that were flying rest, all
// boxes get new fat boxes.
constexpr std::size_t idle_per_object = 30;
constexpr double never = std::numeric_limits<double>::infinity();

bool has_bit(const std::vector<std::uint8_t>& bits, std::uint32_t slot) {
    return (bits[slot / width] >> slot % width & 1u) != 0;
}
// True if the bit was not set.
bool set_bit(std::vector<std::uint8_t>& bits, std::uint32_t slot) {
    const bool is_new = !has_bit(bits, slot);
    bits[slot / width] |= static_cast<std::uint8_t>(1u << slot % width);
    return is_new;
}
void clear_bit(std::vector<std::uint8_t>& bits, std::uint32_t slot) {
    bits[slot / width] &= static_cast<std::uint8_t>(~(1u << slot % width));
}

}  // namespace

void BvhBroadPhase::enter(const NumberedBox& newcomer) {
    if (newcomer.id >= slot_of_.size()) slot_of_.resize(newcomer.id + std::size_t{1}, nobody);
    ++count_;
    if (used_ == ids_.size()) {  // the tree has no slot left: there will be a new order
        const std::size_t more = ids_.size() + std::max<std::size_t>(64, ids_.size());
        ids_.resize(more, nobody);
        predicted_boxes_.resize(more);
        moved_.resize(more / width, 0);
        escaped_.resize(more / width, 0);
    }
    slot_of_[newcomer.id] = used_;
    ids_[used_] = newcomer.id;
    PredictedBox& predicted = predicted_boxes_[used_];
    predicted.now.set(in_range(newcomer.box));
    predicted.set_start(step_);
    predicted.set_resting();
    set_bit(moved_, used_);
    ++moved_count_;
    to_fatten_.push_back(used_++);
}

void BvhBroadPhase::place(std::span<const NumberedBox> boxes) {
    constexpr std::size_t some = 4096;
    for (std::size_t done = 0; done < boxes.size();) {
        const auto next = boxes.subspan(done, std::min(some, boxes.size() - done));
        done += put_boxes({slot_of_, predicted_boxes_, moved_.data()}, next, moved_count_, to_fatten_);
        for (; done < boxes.size() && !is_here(boxes[done].id); ++done) enter(boxes[done]);
    }
    for (const std::uint32_t slot : to_fatten_)
        if (set_bit(escaped_, slot)) escapees_.push_back(slot);
    settle();
}

// Gives all boxes new fat boxes.
void BvhBroadPhase::settle() {
    const bool landed = idle_ > idle_per_object * count_;
    const bool due = crowded_ || landed || escapees_.size() * share_of_escapees > count_;
    // A new order means new fat boxes for all, so it waits for a while until all get new ones anyway.
    const double worth = order_cost * static_cast<double>(count_);
    const bool reordered = used_ > usable_slots() || wasted_ > (due ? worth : 2 * worth);
    if (reordered) arrange();
    if (reordered || due) {
        fatten_all();
        return;
    }
    for (const std::uint32_t slot : to_fatten_) {
        fatten(predicted_boxes_[slot], step_, horizon_.steps());
        predicted_boxes_[slot].set_away(true);
        set(slot, predicted_boxes_[slot].fat.box());
    }
    to_fatten_.clear();
    for (const std::uint32_t group : dirty_) marks_[group] = 0;
    refit(levels_, dirty_, marks_);
    dirty_.clear();
}

void BvhBroadPhase::set(std::uint32_t slot, const FloatBox& fat) {
    const auto group = static_cast<std::uint32_t>(slot / width);
    levels_[0][group].set(slot % width, fat);
    if (std::exchange(marks_[group], std::uint8_t{1}) == 0) dirty_.push_back(group);
}

void BvhBroadPhase::fatten_all() {
    // A box that does not move now rests, whatever it did before.
    flying_ = detail::fatten_all(std::span(predicted_boxes_).first(capacity()), moved_.data(), step_,
                                 horizon_.steps(), levels_[0]);
    fill_above(levels_);
    std::fill(escaped_.begin(), escaped_.end(), std::uint8_t{0});
    escapees_.clear();
    to_fatten_.clear();
    candidates_.clear();
    struck_ = 0;
    crowded_ = false;
    idle_ = 0;
    all_new_ = true;
}

void BvhBroadPhase::remove(std::span<const std::uint32_t> ids) {
    for (const std::uint32_t id : ids) {
        if (!is_here(id)) continue;
        const std::uint32_t slot = slot_of_[id];
        if (has_bit(moved_, slot)) --moved_count_;
        clear_bit(moved_, slot);
        predicted_boxes_[slot].now.set({});
        set(slot, {});
        ids_[slot] = nobody;
        slot_of_[id] = nobody;
        --count_;
    }
    settle();
}

void BvhBroadPhase::arrange() {
    std::vector<std::uint32_t> here;
    std::vector<FloatBox> boxes(used_);
    here.reserve(count_);
    for (std::uint32_t slot = 0; slot < used_; ++slot) {
        if (ids_[slot] == nobody) continue;
        here.push_back(slot);
        boxes[slot] = predicted_boxes_[slot].now.box();
    }
    std::vector<std::uint32_t> from;
    order_.arrange(boxes, here, from);
    const std::size_t slots = from.size() + std::max<std::size_t>(64, from.size() / 512 * 64);
    std::vector<std::uint32_t> ids(slots, nobody);
    std::vector<PredictedBox> predicted_boxes(slots);
    std::vector<std::uint8_t> moved(slots / width, 0);
    for (std::uint32_t slot = 0; slot < from.size(); ++slot) {
        if (from[slot] == nobody) continue;
        ids[slot] = ids_[from[slot]];
        predicted_boxes[slot] = predicted_boxes_[from[slot]];
        slot_of_[ids[slot]] = slot;
        if (has_bit(moved_, from[slot])) set_bit(moved, slot);
    }
    used_ = static_cast<std::uint32_t>(from.size());
    ids_ = std::move(ids);
    predicted_boxes_ = std::move(predicted_boxes);
    moved_ = std::move(moved);
    escaped_.assign(slots / width, 0);
    marks_.assign(slots / width, 0);
    dirty_.clear();
    levels_.clear();
    std::size_t groups = slots / width;
    levels_.emplace_back(groups);
    while (groups > 1) levels_.emplace_back(groups = (groups + width - 1) / width);
    wasted_ = 0;
    least_per_object_ = least_per_escapee_ = never;
    ++counts_.restructured;
}

// Filters the pairs that were found: pairs to report, and pairs to test again.
class BvhBroadPhase::Reporter final : public SlotPairs {
  public:
    Reporter(BvhBroadPhase& tree, std::vector<IdPair>& pairs)
        : tree_(tree),
          pairs_(pairs),
          predicted_boxes_{tree.predicted_boxes_.data(), tree.ids_.data(),
                           tree.moved_count_ == tree.count_ ? nullptr : tree.moved_.data(),
                           static_cast<std::uint32_t>(tree.usable_slots())} {}

    void take(std::span<SlotTriple> found) override {
        for (; !found.empty(); found = found.subspan(std::min(block, found.size()))) {
            const auto some = found.first(std::min(block, found.size()));
            std::size_t kept = 0;
            report(filter_found(predicted_boxes_, some, kept, hits_.data()));
            keep(some.first(kept));
        }
    }

    // Filters the earlier candidates; those of escapees are struck out.
    void look_again() {
        auto& candidates = tree_.candidates_;
        std::span<SlotTriple> rest(candidates);
        for (; !rest.empty(); rest = rest.subspan(std::min(block, rest.size())))
            report(filter_again(predicted_boxes_, rest.first(std::min(block, rest.size())), tree_.struck_,
                                hits_.data()));
        if (tree_.struck_ * share_of_struck <= candidates.size()) return;
        std::erase_if(candidates, [&](const SlotTriple& t) { return t.slot == predicted_boxes_.unused; });
        tree_.struck_ = 0;
    }

  private:
    static constexpr std::size_t block = 512;

    void keep(std::span<const SlotTriple> triples) {
        auto& candidates = tree_.candidates_;
        if (tree_.crowded_) return;
        candidates.insert(candidates.end(), triples.begin(), triples.end());
        if (candidates.size() <= candidates_per_object * (tree_.count_ + 64)) return;
        tree_.crowded_ = true;
        candidates = {};
        tree_.struck_ = 0;
    }
    void report(std::size_t count) {
        pairs_.insert(pairs_.end(), hits_.begin(), hits_.begin() + static_cast<std::ptrdiff_t>(count));
    }

    BvhBroadPhase& tree_;
    std::vector<IdPair>& pairs_;
    FilteredBoxes predicted_boxes_;
    std::array<IdPair, SlotTriple::width * block> hits_;
};

void BvhBroadPhase::changed_pairs(std::vector<IdPair>& pairs) {
    ++step_;
    if (moved_count_ == 0) return;
    const std::size_t before = pairs.size();
    Reporter reporter(*this, pairs);
    if (all_new_) {
        const std::uint64_t tests = find_all_pairs(levels_, reporter);
        judge(tests, count_, least_per_object_);
        horizon_.renewed(tests, count_, moved_count_);
        all_new_ = false;
    } else {
        const std::size_t looks = SlotTriple::width * candidates_.size();
        counts_.box_tests += looks;
        if (moved_count_ * 4 < flying_) idle_ += looks;
        reporter.look_again();
        if (!escapees_.empty()) {
            std::sort(escapees_.begin(), escapees_.end());
            const std::uint64_t tests = find_pairs_of(levels_, escapees_, escaped_.data(), reporter);
            judge(tests, escapees_.size(), least_per_escapee_);
            horizon_.renewed(tests, escapees_.size(), moved_count_);
        }
    }
    if (crowded_) horizon_.give_up();
    const std::size_t looks = SlotTriple::width * candidates_.size();
    horizon_.tested(looks, std::min(looks, pairs.size() - before));
    counts_.pairs += pairs.size() - before;
    for (const std::uint32_t slot : escapees_) {
        clear_bit(escaped_, slot);
        predicted_boxes_[slot].set_away(false);
    }
    escapees_.clear();
    std::fill(moved_.begin(), moved_.end(), std::uint8_t{0});
    moved_count_ = 0;
}

// The tests of a call beyond those of the cheapest call since the last order count as what a new order would
// save. If this estimate is wrong, orders cost at most as much as the tests that are counted here.
void BvhBroadPhase::judge(std::uint64_t tests, std::size_t boxes, double& least) {
    counts_.box_tests += tests * width;
    const auto number = static_cast<double>(boxes);
    least = std::min(least, static_cast<double>(tests) / number);
    wasted_ += static_cast<double>(tests) - least * number;
}

std::unique_ptr<BroadPhase> make_bvh_broad_phase() {
    return std::make_unique<BvhBroadPhase>();
}

}  // namespace graze::inline v1::detail
