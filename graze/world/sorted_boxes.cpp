#include "graze/world/detail/sorted_boxes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace graze::inline v1::detail {
namespace {

// Integers in the order of the floats. The two zeros differ, which does no harm: -0 comes first.
std::uint32_t sortable(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

}  // namespace

void SortedBoxes::sort_keys() {
    // Below, counting 2048 digits costs more than comparing.
    if (keys_.size() < 256) {
        std::sort(keys_.begin(), keys_.end(), [](const Key& a, const Key& b) {
            return a.bound != b.bound ? a.bound < b.bound : a.index < b.index;
        });
        return;
    }
    constexpr std::uint32_t digits = 2048;
    std::array<std::array<std::uint32_t, digits>, 3> starts{};
    const auto digit = [](const Key& k, std::size_t pass) { return k.bound >> (11 * pass) & (digits - 1); };
    for (const Key& k : keys_) {
        for (std::size_t pass = 0; pass < 3; ++pass) ++starts[pass][digit(k, pass)];
    }
    other_keys_.resize(keys_.size());
    for (std::size_t pass = 0; pass < 3; ++pass) {
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts[pass]) sum += std::exchange(start, sum);
        for (const Key& k : keys_) other_keys_[starts[pass][digit(k, pass)]++] = k;
        keys_.swap(other_keys_);
    }
}

void SortedBoxes::rebuild(std::span<const NumberedBox> boxes, std::size_t axis) {
    for (const std::uint32_t id : ids_) lanes_[id] = none;
    ids_.clear();
    keys_.clear();
    gaps_ = 0;
    axis_ = axis;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].box.empty()) continue;
        keys_.push_back({sortable(boxes[i].box.lower[axis]), static_cast<std::uint32_t>(i)});
        if (boxes[i].id >= lanes_.size()) lanes_.resize(std::size_t{boxes[i].id} + 1, none);
    }
    sort_keys();
    boxes_.resize(0);
    constexpr std::size_t boxes_per_end = blocks_per_end * BoxBlock::lanes;
    ends_.assign((keys_.size() + boxes_per_end - 1) / boxes_per_end, -std::numeric_limits<float>::infinity());
    for (std::size_t lane = 0; lane < keys_.size(); ++lane) {
        const NumberedBox& b = boxes[keys_[lane].index];
        boxes_.append(b.box);
        ids_.push_back(b.id);
        lanes_[b.id] = static_cast<std::uint32_t>(lane);
        float& end = ends_[lane / boxes_per_end];
        end = std::max(end, b.box.upper[axis]);
    }
}

bool SortedBoxes::erase(std::uint32_t id) {
    if (!contains(id)) return false;
    lanes_[id] = none;
    ++gaps_;
    return true;
}

void SortedBoxes::append_to(std::vector<NumberedBox>& boxes) const {
    for (std::size_t lane = 0; lane < ids_.size(); ++lane) {
        if (!is_gap(lane)) boxes.push_back({ids_[lane], boxes_.get(lane)});
    }
}

std::size_t SortedBoxes::blocks_beginning_before(float end) const {
    const auto blocks = boxes_.blocks();
    const auto late = std::partition_point(
        blocks.begin(), blocks.end(), [&](const BoxBlock& block) { return block.bounds[axis_][0] <= end; });
    return static_cast<std::size_t>(late - blocks.begin());
}

std::size_t SortedBoxes::memory() const {
    return boxes_.memory() + (ids_.capacity() + lanes_.capacity()) * sizeof(std::uint32_t) +
           ends_.capacity() * sizeof(float) + (keys_.capacity() + other_keys_.capacity()) * sizeof(Key);
}

}  // namespace graze::inline v1::detail
