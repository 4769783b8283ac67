// One box against the eight of a group, and what the kernels do with the answer.
#if defined(GRAZE_WORLD_GROUP_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_WORLD_GROUP_LANES_INL
#undef GRAZE_WORLD_GROUP_LANES_INL
#else
#define GRAZE_WORLD_GROUP_LANES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "graze/world/detail/box_groups.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::BoxGroup;
using Lanes8 = hn::CappedTag<float, BoxGroup::width>;

// Bit l: lane l of the group overlaps the box. `bounds(k)` gives the pair of its lower and upper bound.
template <class Bounds>
HWY_INLINE std::uint32_t lanes_that_overlap(const BoxGroup& group, Bounds bounds) {
    const Lanes8 d;
    const auto n = hn::Lanes(d);
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < BoxGroup::width; i += n) {
        const auto along = [&](std::size_t k) {
            const auto [lower, upper] = bounds(k);
            return hn::And(hn::Le(hn::Load(d, group.lower[k] + i), hn::Set(d, upper)),
                           hn::Ge(hn::Load(d, group.upper[k] + i), hn::Set(d, lower)));
        };
        const auto together = hn::And(hn::And(along(0), along(1)), along(2));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, together, bits);
        result |= static_cast<std::uint32_t>(bits[0]) << i;
    }
    return result;
}

HWY_INLINE std::uint32_t lanes_that_overlap(const BoxGroup& group, const BoxGroup& other, std::size_t lane) {
    return lanes_that_overlap(
        group, [&](std::size_t k) { return std::pair(other.lower[k][lane], other.upper[k][lane]); });
}

HWY_INLINE std::uint32_t lanes_that_overlap(const BoxGroup& group, const FloatBox& box) {
    return lanes_that_overlap(group, [&](std::size_t k) { return std::pair(box.lower[k], box.upper[k]); });
}

HWY_INLINE void prefetch(const BoxGroup& group) {
    __builtin_prefetch(group.lower[0]);
    __builtin_prefetch(group.lower[2]);
    __builtin_prefetch(group.upper[1]);
}

template <class Body>
HWY_INLINE void for_each_bit(std::uint32_t bits, Body body) {
    for (; bits != 0; bits &= bits - 1) body(static_cast<std::size_t>(std::countr_zero(bits)));
}

// Pairs on their way to who takes them, who is not called for each.
class PairBuffer {
  public:
    explicit PairBuffer(detail::SlotPairs& pairs) : pairs_(pairs) {}
    PairBuffer(const PairBuffer&) = delete;
    PairBuffer& operator=(const PairBuffer&) = delete;
    ~PairBuffer() { flush(); }

    // Before at most 64 calls of add().
    HWY_INLINE void reserve() {
        if (count_ > size - 64) flush();
    }
    HWY_INLINE void add(std::size_t a, std::size_t b) {
        buffer_[count_++] = {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    }

  private:
    void flush() {
        if (count_ > 0) pairs_.take(buffer_.data(), count_);
        count_ = 0;
    }
    static constexpr std::size_t size = 512;
    detail::SlotPairs& pairs_;
    std::size_t count_ = 0;
    std::array<detail::SlotPair, size> buffer_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
