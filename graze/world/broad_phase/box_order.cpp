#include <algorithm>
#include <array>
#include <bit>

#include "graze/world/broad_phase/detail/box_order.h"

namespace graze::inline v1::detail {
namespace {

// Boxes of different size classes are in different blocks of this many slots.
constexpr std::size_t apart = 64;
constexpr std::size_t together = 8;  // slots of one group: their order does not matter
// Each time the curve is laid again through boxes that shared a cell, cells become 1024 times as fine.
constexpr int max_depth = 12;

// Centres; infinite boxes have some centre, empty boxes too.
struct Center {
    std::array<float, 3> at;
    explicit Center(const FloatBox& box) {
        constexpr float limit = 1e38f;
        for (std::size_t k = 0; k < 3; ++k)
            at[k] = 0.5f * std::clamp(box.lower[k], -limit, limit) +
                    0.5f * std::clamp(box.upper[k], -limit, limit);
    }
};

// The exponent of the longest side: 0 for points and empty boxes, 255 for infinite ones.
std::uint32_t size_of(const FloatBox& box) {
    float longest = 0;
    for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, box.upper[k] - box.lower[k]);
    return std::bit_cast<std::uint32_t>(longest) >> 23;
}

constexpr std::size_t sizes = 8;

// 0 for boxes up to eight times as long as most, 1 for those up to 64 times, and so on.
std::size_t size_class(std::uint32_t exponent, std::uint32_t usual) {
    return exponent <= usual + 2 ? 0 : std::min<std::size_t>((exponent - usual) / 3, sizes - 1);
}

// Writes `items` to `out` in the order along the curve.
void along_curve(std::span<const FloatBox> boxes, std::span<const std::uint32_t> items, int depth,
                 std::vector<CurveKey>& keys, std::vector<CurveKey>& spare, std::uint32_t* out) {
    std::array<float, 3> lower, upper;
    lower.fill(std::numeric_limits<float>::infinity());
    upper.fill(-std::numeric_limits<float>::infinity());
    for (const std::uint32_t id : items) {
        const Center center(boxes[id]);
        for (std::size_t k = 0; k < 3; ++k) {
            lower[k] = std::min(lower[k], center.at[k]);
            upper[k] = std::max(upper[k], center.at[k]);
        }
    }
    float side = 0;
    for (std::size_t k = 0; k < 3; ++k) side = std::max(side, upper[k] - lower[k]);
    if (items.size() <= together || depth == max_depth || !(side > 1e-30f)) {
        std::copy(items.begin(), items.end(), out);
        return;
    }
    constexpr float cells = 1 << CurveBlock::bits;
    const float scale = cells / side;
    keys.resize(items.size());
    for (std::size_t first = 0; first < items.size(); first += CurveBlock::size) {
        const std::size_t count = std::min(CurveBlock::size, items.size() - first);
        CurveBlock block;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t id = items[first + i];
            const Center center(boxes[id]);
            for (std::size_t k = 0; k < 3; ++k)
                block.cell[k][i] =
                    static_cast<std::uint32_t>(std::min((center.at[k] - lower[k]) * scale, cells - 1));
            keys[first + i].item = id;
        }
        block.places(count, keys.data() + first);
    }
    sort_by_key(keys, spare);
    for (std::size_t i = 0; i < keys.size(); ++i) out[i] = keys[i].item;

    // If a cell holds more boxes than a group, the curve is laid again through these boxes.
    std::vector<std::uint32_t> crowd;
    std::vector<CurveKey> inner, inner_spare;
    for (std::size_t first = 0, last; first < keys.size(); first = last) {
        for (last = first + 1; last < keys.size() && keys[last].key == keys[first].key;) ++last;
        if (last - first <= together) continue;
        crowd.assign(out + first, out + last);
        along_curve(boxes, crowd, depth + 1, inner, inner_spare, out + first);
    }
}

}  // namespace

void BoxOrder::arrange(std::span<const FloatBox> boxes, std::span<const std::uint32_t> ids,
                       std::vector<std::uint32_t>& slots) {
    std::array<std::size_t, 256> exponents{};
    for (const std::uint32_t id : ids) ++exponents[size_of(boxes[id])];
    std::uint32_t usual = 0;
    for (std::size_t below = exponents[0]; 2 * below < ids.size() && usual < 255;)
        below += exponents[++usual];

    std::array<std::size_t, sizes + 1> start{};
    for (std::uint32_t e = 0; e < exponents.size(); ++e) start[size_class(e, usual) + 1] += exponents[e];
    for (std::size_t c = 0; c < sizes; ++c) start[c + 1] += start[c];

    std::span<const std::uint32_t> sorted = ids;
    if (start[1] != ids.size()) {
        by_size_.resize(ids.size());
        auto next = start;
        for (const std::uint32_t id : ids) by_size_[next[size_class(size_of(boxes[id]), usual)]++] = id;
        sorted = by_size_;
    }
    slots.clear();
    for (std::size_t c = 0; c < sizes; ++c) {
        const std::size_t count = start[c + 1] - start[c], from = slots.size();
        if (count == 0) continue;
        slots.resize(from + (count + apart - 1) / apart * apart, nobody);
        along_curve(boxes, sorted.subspan(start[c], count), 0, keys_, spare_, slots.data() + from);
    }
}

}  // namespace graze::inline v1::detail
