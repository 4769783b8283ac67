#include "graze/world/broad_phase/detail/box_blocks.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/box_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::BoxBlock;
using Floats = hn::CappedTag<float, BoxBlock::lanes>;

template <class M>
HWY_INLINE std::uint32_t bits_of(Floats d, M mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return std::uint32_t{bytes[0]} | std::uint32_t{bytes[1]} << 8;
}

// Lanes from `first` on whose boxes begin before, or end after, a bound on axis k.
HWY_INLINE hn::Mask<Floats> begin_before(const BoxBlock& block, std::size_t first, std::size_t k,
                                         float upper) {
    const Floats d;
    return hn::Le(hn::Load(d, block.bounds[k] + first), hn::Set(d, upper));
}
HWY_INLINE hn::Mask<Floats> end_after(const BoxBlock& block, std::size_t first, std::size_t k, float lower) {
    const Floats d;
    return hn::Ge(hn::Load(d, block.bounds[3 + k] + first), hn::Set(d, lower));
}

// Which of the boxes overlap (lower, upper).
HWY_INLINE std::uint32_t overlapping_lanes(const BoxBlock& block, const float* lower, const float* upper) {
    const Floats d;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < BoxBlock::lanes; i += hn::Lanes(d)) {
        const auto begins = [&](std::size_t k) { return begin_before(block, i, k, upper[k]); };
        const auto ends = [&](std::size_t k) { return end_after(block, i, k, lower[k]); };
        const auto x = hn::And(begins(0), ends(0)), y = hn::And(begins(1), ends(1)),
                   z = hn::And(begins(2), ends(2));
        bits |= bits_of(d, hn::And(x, hn::And(y, z))) << i;
    }
    return bits;
}

// For boxes that do not begin before (lower, upper) on `axis`; so their upper bounds on this axis need no
// test.
HWY_INLINE std::uint32_t overlapping_behind(const BoxBlock& block, const float* lower, const float* upper,
                                            std::size_t axis, std::size_t second, std::size_t third) {
    const Floats d;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < BoxBlock::lanes; i += hn::Lanes(d)) {
        const auto begins = [&](std::size_t k) { return begin_before(block, i, k, upper[k]); };
        const auto ends = [&](std::size_t k) { return end_after(block, i, k, lower[k]); };
        const auto across =
            hn::And(hn::And(begins(second), ends(second)), hn::And(begins(third), ends(third)));
        bits |= bits_of(d, hn::And(begins(axis), across)) << i;
    }
    return bits;
}

HWY_INLINE void read_box(const BoxBlock& block, std::size_t lane, float* lower, float* upper) {
    for (std::size_t k = 0; k < 3; ++k) {
        lower[k] = block.bounds[k][lane];
        upper[k] = block.bounds[3 + k][lane];
    }
}

HWY_INLINE detail::LanePair* write_pairs(std::uint32_t bits, std::size_t first, std::size_t block,
                                         detail::LanePair* out) {
    for (; bits != 0; bits &= bits - 1) {
        out->first = static_cast<std::uint32_t>(first);
        out->second = static_cast<std::uint32_t>(block * BoxBlock::lanes) +
                      static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        ++out;
    }
    return out;
}

// Bits of the lanes behind `lane`.
HWY_INLINE std::uint32_t bits_behind(std::size_t lane) {
    return 0xfffeu << lane;
}

std::size_t pairs_ahead(const BoxBlock* blocks, std::size_t size, std::size_t row, std::size_t rows,
                        detail::LanePairs& pairs) {
    const std::size_t count = (size + BoxBlock::lanes - 1) / BoxBlock::lanes;
    for (; row < rows && !pairs.full(); ++row) {
        const std::size_t own = row / BoxBlock::lanes, lane = row % BoxBlock::lanes;
        float lower[3], upper[3];
        read_box(blocks[own], lane, lower, upper);
        detail::LanePair* const begin = pairs.room_for((count - own) * BoxBlock::lanes);
        detail::LanePair* end =
            write_pairs(overlapping_lanes(blocks[own], lower, upper) & bits_behind(lane), row, own, begin);
        for (std::size_t b = own + 1; b < count; ++b) {
            end = write_pairs(overlapping_lanes(blocks[b], lower, upper), row, b, end);
        }
        pairs.added(static_cast<std::size_t>(end - begin));
        pairs.tests += size - row - 1;
    }
    return row;
}

std::size_t pairs_along(const BoxBlock* blocks, std::size_t size, std::size_t axis, std::size_t row,
                        detail::LanePairs& pairs) {
    const std::size_t count = (size + BoxBlock::lanes - 1) / BoxBlock::lanes;
    const std::size_t second = (axis + 1) % 3, third = (axis + 2) % 3;
    for (; row < size && !pairs.full(); ++row) {
        std::size_t b = row / BoxBlock::lanes;
        const std::size_t lane = row % BoxBlock::lanes;
        float lower[3], upper[3];
        read_box(blocks[b], lane, lower, upper);
        detail::LanePair* const begin = pairs.room_for((count - b) * BoxBlock::lanes);
        std::uint32_t bits = overlapping_behind(blocks[b], lower, upper, axis, second, third);
        detail::LanePair* end = write_pairs(bits & bits_behind(lane), row, b, begin);
        // If the last box of a block begins too late, or the last lane is empty, the blocks behind it need no
        // test.
        while (blocks[b].bounds[axis][BoxBlock::lanes - 1] <= upper[axis] && b + 1 < count) {
            bits = overlapping_behind(blocks[++b], lower, upper, axis, second, third);
            end = write_pairs(bits, row, b, end);
        }
        pairs.tests += std::min((b + 1) * BoxBlock::lanes, size) - row - 1;
        pairs.added(static_cast<std::size_t>(end - begin));
    }
    return row;
}

std::size_t hits_of(const BoxBlock* blocks, std::size_t count, const FloatBox& box, std::uint32_t* hits) {
    const std::uint32_t* const begin = hits;
    for (std::size_t b = 0; b < count; ++b) {
        std::uint32_t bits = overlapping_lanes(blocks[b], box.lower.data(), box.upper.data());
        for (; bits != 0; bits &= bits - 1) {
            *hits++ = static_cast<std::uint32_t>(b * BoxBlock::lanes) +
                      static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        }
    }
    return static_cast<std::size_t>(hits - begin);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(pairs_ahead);
HWY_EXPORT(pairs_along);
HWY_EXPORT(hits_of);

namespace {

constexpr BoxBlock empty_block() {
    BoxBlock block{};
    for (auto& row : block.bounds)
        std::fill(std::begin(row), std::end(row), std::numeric_limits<float>::quiet_NaN());
    return block;
}

constexpr BoxBlock no_boxes = empty_block();

}  // namespace

void BoxBlocks::resize(std::size_t size) {
    const std::size_t count = (size + BoxBlock::lanes - 1) / BoxBlock::lanes;
    if (count > blocks_.size()) blocks_.resize(count, no_boxes);
    blocks_.resize(count);
    for (std::size_t lane = size; lane < std::min(size_, count * BoxBlock::lanes); ++lane)
        set(lane, FloatBox());
    size_ = size;
}

void BoxBlocks::append(const FloatBox& box) {
    if (size_ % BoxBlock::lanes == 0) blocks_.push_back(no_boxes);
    set(size_++, box);
}

void BoxBlocks::swap_lanes(std::size_t a, std::size_t b) {
    for (std::size_t bound = 0; bound < 6; ++bound) std::swap(at(a, bound), at(b, bound));
}

FloatBox BoxBlocks::get(std::size_t lane) const {
    const BoxBlock& block = blocks_[lane / BoxBlock::lanes];
    FloatBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.lower[k] = block.bounds[k][lane % BoxBlock::lanes];
        box.upper[k] = block.bounds[3 + k][lane % BoxBlock::lanes];
    }
    return box;
}

LanePair* LanePairs::room_for(std::size_t more) {
    if (size_ + more > capacity_) {
        const std::size_t capacity = std::max<std::size_t>({2 * capacity_, size_ + more, 256});
        auto pairs = std::make_unique_for_overwrite<LanePair[]>(capacity);
        std::copy_n(pairs_.get(), size_, pairs.get());
        pairs_ = std::move(pairs);
        capacity_ = capacity;
    }
    return pairs_.get() + size_;
}

std::size_t find_pairs_ahead(const BoxBlocks& boxes, std::size_t row, std::size_t rows, LanePairs& pairs) {
    return HWY_DYNAMIC_DISPATCH(pairs_ahead)(boxes.blocks().data(), boxes.size(), row, rows, pairs);
}

std::size_t find_pairs_along(std::span<const BoxBlock> blocks, std::size_t size, std::size_t axis,
                             std::size_t row, LanePairs& pairs) {
    return HWY_DYNAMIC_DISPATCH(pairs_along)(blocks.data(), size, axis, row, pairs);
}

std::size_t find_hits(std::span<const BoxBlock> blocks, const FloatBox& box, std::uint32_t* hits) {
    return HWY_DYNAMIC_DISPATCH(hits_of)(blocks.data(), blocks.size(), box, hits);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
