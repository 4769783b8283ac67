#include "graze/world/broad_phase/detail/candidate_filter.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "graze/world/broad_phase/detail/prefetch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/candidate_filter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Triple = detail::SlotTriple;
using Lanes = std::array<std::uint32_t, Triple::width>;  // bits for each of the other slots

// Bits of the lanes in which b is beyond a: at least one if the boxes are separated. This bit is set if b is
// away. With the signs of upper bounds changed, the halves of one box are compared with the opposite halves
// of the other.
constexpr unsigned away_bit = 1u << 3;

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE unsigned beyond(const float* a, const float* b) {
    unsigned bits = b[3] > 0 ? away_bit : 0;
    for (const std::size_t k : {0u, 1u, 2u, 4u, 5u, 6u})
        bits |= static_cast<unsigned>(b[k] > -a[(k + 4) % 8]) << k;
    return bits;
}

#else

template <class D>
HWY_INLINE unsigned bits_beyond(D d, hn::Vec<D> b, hn::Vec<D> limits) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Gt(b, limits), bits);
    return bits[0];
}

HWY_INLINE unsigned beyond(const float* a, const float* b) {
    const hn::CappedTag<float, 4> half;
    const auto first_three = hn::FirstN(half, 3);
    // Nothing is beyond infinity; of the spare numbers only the flags are compared.
    const auto lower = hn::IfThenElseZero(first_three, hn::Neg(hn::Load(half, a + 4)));
    const auto upper = hn::IfThenElse(first_three, hn::Neg(hn::Load(half, a)),
                                      hn::Set(half, std::numeric_limits<float>::infinity()));
#if HWY_HAVE_SCALABLE || HWY_MAX_BYTES < 32
    return bits_beyond(half, hn::Load(half, b), lower) | bits_beyond(half, hn::Load(half, b + 4), upper) << 4;
#else
    const hn::CappedTag<float, 8> d;
    return bits_beyond(d, hn::Load(d, b), hn::Combine(d, upper, lower));
#endif
}

#endif

HWY_INLINE bool has_bit(const std::uint8_t* bits, std::uint32_t slot) {
    return (bits[slot / 8] >> slot % 8 & 1u) != 0;
}

// The smaller number first, without a branch on which one that is.
HWY_INLINE IdPair ordered(std::uint32_t a, std::uint32_t b) {
    if constexpr (std::endian::native == std::endian::little) {
        const std::uint64_t pair = std::uint64_t{a} << 32 | b;
        const std::uint64_t turned = std::rotl(pair, 32);
        // The compiler would turn a choice between two variables into a choice between their addresses.
        const std::uint64_t larger = pair + (turned - pair) * (pair < turned ? 1 : 0);
        return std::bit_cast<IdPair>(larger);
    } else {
        return {std::min(a, b), std::max(a, b)};
    }
}

// Whether a pair overlaps is unpredictable: the pair is always written.
template <bool AllMoved>
HWY_INLINE IdPair* write_hits(const detail::FilteredBoxes& in, const Triple& t, const Lanes& apart,
                              IdPair* hits) {
    const std::uint32_t id = in.ids[t.slot];
    Lanes ids;
    for (std::size_t k = 0; k < Triple::width; ++k) ids[k] = in.ids[t.others[k]];
    const bool moved = AllMoved || has_bit(in.moved, t.slot);
    for (std::size_t k = 0; k < Triple::width; ++k) {
        *hits = ordered(id, ids[k]);
        bool hit = apart[k] == 0;
        if constexpr (!AllMoved) hit &= moved | has_bit(in.moved, t.others[k]);
        hits += hit ? 1 : 0;
    }
    return hits;
}

HWY_INLINE Lanes lanes_beyond(const detail::FilteredBoxes& in, const Triple& t) {
    const float* const now = in.predicted_boxes[t.slot].now.at;
    Lanes lanes;
    for (std::size_t k = 0; k < Triple::width; ++k)
        lanes[k] = beyond(now, in.predicted_boxes[t.others[k]].now.at);
    return lanes;
}

// Neighbours in space are not always neighbours in memory: boxes are prefetched some triples ahead.
class LookAhead {
  public:
    LookAhead(const detail::FilteredBoxes& in, std::span<const Triple> triples)
        : predicted_boxes_(in.predicted_boxes),
          at_(triples.data() + std::min(detail::items_ahead, triples.size())),
          end_(triples.data() + triples.size()) {}
    HWY_INLINE void step() {
        if (at_ == end_) return;
        for (const std::uint32_t other : at_->others) detail::prefetch(&predicted_boxes_[other]);
        ++at_;
    }

  private:
    const detail::PredictedBox* predicted_boxes_;
    const Triple *at_, *end_;
};

template <bool AllMoved>
std::size_t found_triples(const detail::FilteredBoxes& in, std::span<Triple> triples, std::size_t& kept,
                          IdPair* hits) {
    const IdPair* const first = hits;
    kept = 0;
    LookAhead ahead(in, triples);
    for (Triple t : triples) {
        ahead.step();
        Lanes apart = lanes_beyond(in, t);
        for (std::uint32_t& lanes : apart) lanes &= ~away_bit;  // boxes that are away are among those found
        hits = write_hits<AllMoved>(in, t, apart, hits);
        std::size_t some = 1;
        if (in.predicted_boxes[t.slot].resting()) {
            some = 0;
            for (std::uint32_t& other : t.others) {
                if (in.predicted_boxes[other].resting()) other = in.unused;
                some |= other != in.unused ? 1u : 0u;
            }
        }
        triples[kept] = t;
        kept += some;
    }
    return static_cast<std::size_t>(hits - first);
}

template <bool AllMoved>
std::size_t kept_triples(const detail::FilteredBoxes& in, std::span<Triple> triples, std::size_t& struck,
                         IdPair* hits) {
    const IdPair* const first = hits;
    LookAhead ahead(in, triples);
    for (Triple& triple : triples) {
        const Triple t = triple;
        ahead.step();
        Lanes apart = lanes_beyond(in, t);
        const bool away = in.predicted_boxes[t.slot].away();
        if (away || ((apart[0] | apart[1] | apart[2]) & away_bit) != 0) [[unlikely]] {
            for (std::size_t k = 0; k < Triple::width; ++k)
                if ((apart[k] & away_bit) != 0) triple.others[k] = in.unused;
            if (away) {
                triple = {in.unused, {in.unused, in.unused, in.unused}};
                apart.fill(away_bit);
                ++struck;
            }
        }
        hits = write_hits<AllMoved>(in, t, apart, hits);
    }
    return static_cast<std::size_t>(hits - first);
}

std::size_t filter_found(const detail::FilteredBoxes& in, std::span<Triple> triples, std::size_t& kept,
                         IdPair* hits) {
    return in.moved == nullptr ? found_triples<true>(in, triples, kept, hits)
                               : found_triples<false>(in, triples, kept, hits);
}
std::size_t filter_again(const detail::FilteredBoxes& in, std::span<Triple> triples, std::size_t& struck,
                         IdPair* hits) {
    return in.moved == nullptr ? kept_triples<true>(in, triples, struck, hits)
                               : kept_triples<false>(in, triples, struck, hits);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(filter_found);
HWY_EXPORT(filter_again);

std::size_t filter_found(const FilteredBoxes& in, std::span<SlotTriple> triples, std::size_t& kept,
                         IdPair* hits) {
    return HWY_DYNAMIC_DISPATCH(filter_found)(in, triples, kept, hits);
}
std::size_t filter_again(const FilteredBoxes& in, std::span<SlotTriple> triples, std::size_t& struck,
                         IdPair* hits) {
    return HWY_DYNAMIC_DISPATCH(filter_again)(in, triples, struck, hits);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
