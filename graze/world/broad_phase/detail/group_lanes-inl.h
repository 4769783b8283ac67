// Kernels for one box against the eight boxes of a group, and for storing the results.
#if defined(GRAZE_WORLD_BROAD_PHASE_GROUP_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_WORLD_BROAD_PHASE_GROUP_LANES_INL
#undef GRAZE_WORLD_BROAD_PHASE_GROUP_LANES_INL
#else
#define GRAZE_WORLD_BROAD_PHASE_GROUP_LANES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "graze/world/broad_phase/detail/box_groups.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::BoxGroup;
using Lanes8 = hn::CappedTag<float, BoxGroup::width>;

// Bit l: lane l of the group overlaps the box. `bounds(k)` gives the lower and upper bound of the box on axis
// k.
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

// For each set of lanes, the list of its lanes, one per byte.
constexpr std::array<std::uint64_t, 256> make_lane_lists() {
    std::array<std::uint64_t, 256> lists{};
    for (std::uint64_t set = 0; set < 256; ++set) {
        unsigned shift = 0;
        for (std::uint64_t lane = 0; lane < 8; ++lane) {
            if ((set >> lane & 1u) == 0) continue;
            lists[set] |= lane << shift;
            shift += 8;
        }
    }
    return lists;
}
constexpr std::array<std::uint64_t, 256> lane_lists = make_lane_lists();

// Writes the contents of these lanes of a group, and returns the number of lanes. The number is
// unpredictable, and a branch on it would be mispredicted: eight places are always written.
HWY_INLINE std::size_t write_lanes(std::uint32_t group, std::uint32_t lanes, std::uint32_t* out) {
    const hn::CappedTag<std::uint32_t, BoxGroup::width> d;
    const hn::Rebind<std::uint8_t, decltype(d)> bytes;
    const auto first = hn::Set(d, static_cast<std::uint32_t>(BoxGroup::width) * group);
    const auto list = std::bit_cast<std::array<std::uint8_t, 8>>(lane_lists[lanes]);
    for (std::size_t i = 0; i < BoxGroup::width; i += hn::Lanes(d))
        hn::StoreU(hn::Add(first, hn::PromoteTo(d, hn::LoadU(bytes, list.data() + i))), d, out + i);
    return static_cast<std::size_t>(std::popcount(lanes));
}

// Collects pairs, so that SlotPairs is not called for each pair. All pairs of one slot are consecutive.
class PairBuffer {
  public:
    // `filler` fills incomplete triples.
    PairBuffer(detail::SlotPairs& pairs, std::uint32_t filler) : pairs_(pairs), filler_(filler) {}
    PairBuffer(const PairBuffer&) = delete;
    PairBuffer& operator=(const PairBuffer&) = delete;
    ~PairBuffer() { flush(); }

    // The caller writes rows, up to a position that it keeps in a register: start(), then with_space() before
    // each call of write_lanes(), then finish().
    HWY_INLINE std::uint32_t* start(std::size_t slot) {
        slot_ = static_cast<std::uint32_t>(slot);
        return row_.data();
    }
    HWY_INLINE std::uint32_t* with_space(std::uint32_t* end) {
        return end <= row_.data() + row_size - BoxGroup::width ? end : spilt(end);
    }
    // Cuts the row into triples.
    HWY_INLINE void finish(std::uint32_t* end) {
        using detail::SlotTriple;
        if (count_ + row_size / SlotTriple::width + 1 > size) flush();
        for (std::size_t i = 0; i < SlotTriple::width - 1; ++i) end[i] = filler_;
        for (const std::uint32_t* next = row_.data(); next < end; next += SlotTriple::width) {
            SlotTriple& triple = buffer_[count_++];
            triple.slot = slot_;
            std::memcpy(triple.others.data(), next, sizeof(triple.others));
        }
    }

  private:
    HWY_NOINLINE std::uint32_t* spilt(std::uint32_t* end) {
        finish(end);
        return row_.data();
    }
    void flush() {
        if (count_ > 0) pairs_.take(std::span(buffer_).first(count_));
        count_ = 0;
    }
    static constexpr std::size_t size = 512, row_size = 126;
    detail::SlotPairs& pairs_;
    std::uint32_t filler_, slot_ = 0;
    std::size_t count_ = 0;
    std::array<std::uint32_t, row_size + detail::SlotTriple::width> row_;
    std::array<detail::SlotTriple, size> buffer_;
};

// The last slot of a tree.
inline std::uint32_t last_slot(const detail::GroupLevels& levels) {
    return static_cast<std::uint32_t>(levels[0].size() * BoxGroup::width - 1);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
