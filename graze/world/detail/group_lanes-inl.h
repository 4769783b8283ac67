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

// Pairs on their way to the caller's vector, which grows slowly when asked for one at a time.
class PairSink {
  public:
    explicit PairSink(std::vector<IdPair>& pairs) : pairs_(pairs) {}
    PairSink(const PairSink&) = delete;
    PairSink& operator=(const PairSink&) = delete;
    ~PairSink() { flush(); }

    // Before at most 64 calls of add().
    HWY_INLINE void reserve() {
        if (count_ > size - 64) flush();
    }
    HWY_INLINE void add(std::uint32_t a, std::uint32_t b) {
        buffer_[count_++] = {std::min(a, b), std::max(a, b)};
    }

  private:
    void flush() {
        pairs_.insert(pairs_.end(), buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(count_));
        count_ = 0;
    }
    static constexpr std::size_t size = 512;
    std::vector<IdPair>& pairs_;
    std::size_t count_ = 0;
    std::array<IdPair, size> buffer_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
