#include "graze/world/comparison/detail/sorted_boxes.h"

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
    // For fewer keys, counting 2048 digits costs more than comparing.
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

// Finds the strips of each box, the number of boxes of each strip, and where the strip begins.
void SortedBoxes::lay_out_strips(std::span<const NumberedBox> boxes) {
    std::uint16_t& count = frame_.strips.size[frame_.across];
    spans_.resize(boxes.size());
    for (;;
         count = static_cast<std::uint16_t>(count / 2), frame_.strips.cells_per_unit[frame_.across] *= 0.5) {
        strips_.assign(count, Strip());
        std::size_t entries = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const FloatBox& box = boxes[i].box;
            spans_[i] = {frame_.strip(box.lower[frame_.across]), frame_.strip(box.upper[frame_.across])};
            if (box.empty()) continue;
            for (std::size_t s = spans_[i].first; s <= spans_[i].last; ++s) ++strips_[s].size;
            entries += std::size_t{spans_[i].last} - spans_[i].first + 1;
        }
        if (count == 1 || entries <= 2 * boxes.size()) break;
    }
    std::size_t block = 0;
    for (Strip& strip : strips_) {
        strip.first_block = block;
        block += (strip.blocks() + blocks_per_end - 1) / blocks_per_end * blocks_per_end;
        strip.size = 0;
    }
    boxes_.resize(0);
    boxes_.resize(block * BoxBlock::lanes);
    ids_.assign(block * BoxBlock::lanes, none);
    ends_.assign(block / blocks_per_end, -std::numeric_limits<float>::infinity());
}

void SortedBoxes::rebuild(std::span<const NumberedBox> boxes, const SweepFrame& frame) {
    std::fill(present_.begin(), present_.end(), 0);
    frame_ = frame;
    keys_.clear();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].box.empty()) continue;
        keys_.push_back({sortable(boxes[i].box.lower[frame.along]), static_cast<std::uint32_t>(i)});
        if (boxes[i].id >= present_.size()) present_.resize(std::size_t{boxes[i].id} + 1, 0);
        present_[boxes[i].id] = 1;
    }
    size_ = keys_.size();
    gaps_ = 0;
    sort_keys();
    lay_out_strips(boxes);
    for (const Key& k : keys_) {
        const NumberedBox& b = boxes[k.index];
        for (std::size_t s = spans_[k.index].first; s <= spans_[k.index].last; ++s) {
            const std::size_t lane = strips_[s].first_lane() + strips_[s].size++;
            boxes_.set(lane, b.box);
            ids_[lane] = b.id;
            float& end = ends_[lane / (blocks_per_end * BoxBlock::lanes)];
            end = std::max(end, b.box.upper[frame_.along]);
        }
    }
}

bool SortedBoxes::erase(std::uint32_t id) {
    if (!contains(id)) return false;
    present_[id] = 0;
    ++gaps_;
    return true;
}

void SortedBoxes::append_to(std::vector<NumberedBox>& boxes) const {
    for (std::size_t s = 0; s < strips_.size(); ++s) {
        for (std::size_t i = 0; i < strips_[s].size; ++i) {
            const std::size_t lane = strips_[s].first_lane() + i;
            if (contains(ids_[lane]) && frame_.strip(lower_across(lane)) == s)
                boxes.push_back({ids_[lane], boxes_.get(lane)});
        }
    }
}

std::size_t SortedBoxes::blocks_beginning_before(const Strip& strip, float end) const {
    const auto blocks = blocks_of(strip);
    const auto late = std::partition_point(blocks.begin(), blocks.end(), [&](const BoxBlock& block) {
        return block.bounds[frame_.along][0] <= end;
    });
    return static_cast<std::size_t>(late - blocks.begin());
}

std::size_t SortedBoxes::memory() const {
    return boxes_.memory() + ids_.capacity() * sizeof(std::uint32_t) + present_.capacity() +
           ends_.capacity() * sizeof(float) + strips_.capacity() * sizeof(Strip) +
           spans_.capacity() * sizeof(Span) + (keys_.capacity() + other_keys_.capacity()) * sizeof(Key);
}

}  // namespace graze::inline v1::detail
