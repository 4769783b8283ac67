#include "graze/world/detail/tree_phase.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "graze/world/detail/ray_box.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t width = BoxGroup::width;
// What an order costs per object, in tests of eight boxes: about 60 ns and 5 ns.
constexpr double order_cost = 12;
// With a larger share of movers all pairs are found together, with a smaller one those of each mover.
constexpr std::size_t share_of_movers = 5;
constexpr std::uint32_t no_slot_yet = nobody - 1;
constexpr double never = std::numeric_limits<double>::infinity();

// Empty boxes become the one that overlaps nothing in the kernels, and bounds finite, so that nothing else is
// beyond it.
FloatBox in_range(const FloatBox& box) {
    constexpr float most = std::numeric_limits<float>::max();
    if (box.empty()) return {};
    FloatBox result;
    for (std::size_t k = 0; k < 3; ++k) {
        result.lower[k] = std::clamp(box.lower[k], -most, most);
        result.upper[k] = std::clamp(box.upper[k], -most, most);
    }
    return result;
}

}  // namespace

void TreePhase::mark(std::uint32_t slot) {
    std::uint8_t& lanes = moved_[slot / width];
    const auto lane = static_cast<std::uint8_t>(1u << slot % width);
    if ((lanes & lane) == 0) ++moved_count_;
    lanes |= lane;
}

void TreePhase::enter(std::uint32_t id) {
    ++count_;
    if (free_ == ids_.size()) {
        slot_of_[id] = no_slot_yet;
        waiting_.push_back(id);
        return;
    }
    slot_of_[id] = free_;
    ids_[free_++] = id;
}

void TreePhase::place(std::span<const NumberedBox> boxes) {
    // Where much moves, the levels are filled from scratch, which is one pass instead of many ways up.
    const bool much = boxes.size() >= count_ / 4;
    for (const NumberedBox& b : boxes) {
        if (b.id >= slot_of_.size()) {
            slot_of_.resize(b.id + std::size_t{1}, nobody);
            boxes_.resize(b.id + std::size_t{1});
        }
        boxes_[b.id] = in_range(b.box);
        if (slot_of_[b.id] == nobody) enter(b.id);
        const std::uint32_t slot = slot_of_[b.id];
        if (slot == no_slot_yet) continue;
        mark(slot);
        if (!much) set(slot, boxes_[b.id]);
    }
    if (!waiting_.empty() || wasted_ > order_cost * static_cast<double>(count_)) {
        arrange();
    } else if (much && !levels_.empty()) {
        fill_levels(boxes_, ids_, levels_);
    } else {
        fit();
    }
}

void TreePhase::set(std::uint32_t slot, const FloatBox& box) {
    const auto group = static_cast<std::uint32_t>(slot / width);
    levels_[0][group].set(slot % width, box);
    if (std::exchange(marks_[group], std::uint8_t{1}) == 0) dirty_.push_back(group);
}

void TreePhase::fit() {
    for (const std::uint32_t group : dirty_) marks_[group] = 0;
    refit(levels_, dirty_, marks_);
    dirty_.clear();
}

void TreePhase::remove(std::span<const std::uint32_t> ids) {
    for (const std::uint32_t id : ids) {
        if (!is_here(id)) continue;
        const std::uint32_t slot = slot_of_[id];
        const auto lane = static_cast<std::uint8_t>(1u << slot % width);
        if ((moved_[slot / width] & lane) != 0) --moved_count_;
        moved_[slot / width] &= static_cast<std::uint8_t>(~lane);
        set(slot, {});
        ids_[slot] = nobody;
        slot_of_[id] = nobody;
        --count_;
    }
    fit();
}

void TreePhase::arrange() {
    std::vector<std::uint32_t> all, movers;
    all.reserve(count_);
    for (std::size_t slot = 0; slot < free_; ++slot) {
        if (ids_[slot] == nobody) continue;
        all.push_back(ids_[slot]);
        if ((moved_[slot / width] >> slot % width & 1u) != 0) movers.push_back(ids_[slot]);
    }
    // By number, so that what came before leaves no trace. Objects that are near in memory are near in
    // boxes_.
    all.insert(all.end(), waiting_.begin(), waiting_.end());
    movers.insert(movers.end(), waiting_.begin(), waiting_.end());
    std::sort(all.begin(), all.end());
    waiting_.clear();
    order_.arrange(boxes_, all, ids_);
    free_ = static_cast<std::uint32_t>(ids_.size());
    ids_.resize(ids_.size() + std::max<std::size_t>(64, ids_.size() / 512 * 64), nobody);
    for (std::uint32_t slot = 0; slot < free_; ++slot)
        if (ids_[slot] != nobody) slot_of_[ids_[slot]] = slot;

    levels_.clear();
    std::size_t groups = ids_.size() / width;
    levels_.emplace_back(groups);
    while (groups > 1) levels_.emplace_back(groups = (groups + width - 1) / width);
    fill_levels(boxes_, ids_, levels_);

    dirty_.clear();
    marks_.assign(levels_[0].size(), 0);
    moved_.assign(levels_[0].size(), 0);
    moved_count_ = 0;
    for (const std::uint32_t id : movers) mark(slot_of_[id]);
    wasted_ = 0;
    least_per_object_ = least_per_mover_ = never;
    ++counters_.restructured;
}

void TreePhase::changed_pairs(std::vector<IdPair>& pairs) {
    if (moved_count_ == 0) return;
    const std::size_t before = pairs.size();
    const GroupTree tree{&levels_, ids_.data(), moved_.data()};
    if (moved_count_ * share_of_movers > count_) {
        judge(find_all_pairs(tree, moved_count_ == count_ ? JoinOf::all : JoinOf::moved, pairs), count_,
              least_per_object_);
    } else {
        judge(find_pairs_of_moved(tree, pairs), moved_count_, least_per_mover_);
    }
    counters_.pairs += pairs.size() - before;
    std::fill(moved_.begin(), moved_.end(), std::uint8_t{0});
    moved_count_ = 0;
}

// What a call took beyond the cheapest one since the last order is taken for what a new order would save. If
// that is wrong, orders cost at most as much as the tests that are counted here.
void TreePhase::judge(std::uint64_t tests, std::uint64_t movers, double& least_per_mover) {
    counters_.box_tests += tests * width;
    const auto number = static_cast<double>(movers);
    least_per_mover = std::min(least_per_mover, static_cast<double>(tests) / number);
    wasted_ += static_cast<double>(tests) - least_per_mover * number;
}

void TreePhase::overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const {
    if (levels_.empty()) return;
    find_overlapping({&levels_, ids_.data(), moved_.data()}, in_range(box), ids);
}

void TreePhase::along(const Ray& ray, std::vector<std::uint32_t>& ids) const {
    if (levels_.empty()) return;
    struct Place {
        std::size_t level, group;
    };
    std::vector<Place> stack{{levels_.size() - 1, 0}};
    while (!stack.empty()) {
        const Place at = stack.back();
        stack.pop_back();
        for (std::size_t lane = 0; lane < width; ++lane) {
            const FloatBox box = levels_[at.level][at.group].at(lane);
            if (box.empty() || !entry(ray, widened(box))) continue;
            const std::size_t below = width * at.group + lane;
            if (at.level == 0) {
                ids.push_back(ids_[below]);
            } else {
                stack.push_back({at.level - 1, below});
            }
        }
    }
}

std::size_t TreePhase::memory() const {
    std::size_t bytes =
        sizeof(*this) + boxes_.capacity() * sizeof(FloatBox) + moved_.capacity() + marks_.capacity() +
        (slot_of_.capacity() + ids_.capacity() + waiting_.capacity()) * sizeof(std::uint32_t) +
        order_.memory();
    for (const auto& level : levels_) bytes += level.capacity() * sizeof(BoxGroup);
    return bytes;
}

std::unique_ptr<BroadPhase> make_tree_phase() {
    return std::make_unique<TreePhase>();
}

}  // namespace graze::inline v1::detail
