#include "graze/world/detail/sift.h"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/sift.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Bits of the lanes in which b is beyond a, one of them if they are apart, and this one if b is away. With
// the signs of upper bounds changed, the halves of one are compared with the opposite halves of the other.
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
    // Nothing is beyond infinity; of the spare numbers only the flags count.
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

// The smaller number first, and no branch on which one that is.
HWY_INLINE IdPair ordered(std::uint32_t a, std::uint32_t b) {
    if constexpr (std::endian::native == std::endian::little) {
        const std::uint64_t pair = std::uint64_t{a} << 32 | b;
        const std::uint64_t turned = std::rotl(pair, 32);
        return std::bit_cast<IdPair>(pair < turned ? turned : pair);
    } else {
        return {std::min(a, b), std::max(a, b)};
    }
}

// Whether a pair overlaps is anybody's guess: it is written in any case.
template <detail::Sifting Way, bool AllMoved>
HWY_INLINE detail::Sifted sift_triples(const detail::SiftedFlights& in, const detail::SlotTriple* triples,
                                       std::size_t count, IdPair* hits, detail::SlotTriple* kept) {
    using detail::Flight;
    using detail::SlotTriple;
    // Who is away is among those found.
    constexpr unsigned counted = Way == detail::Sifting::found ? 0xffu & ~away_bit : 0xffu;
    const IdPair* const first_hit = hits;
    const SlotTriple* const first_kept = kept;
    for (std::size_t i = 0; i < count; ++i) {
        const SlotTriple t = triples[i];
        const Flight& a = in.flights[t.slot];
        std::array<unsigned, SlotTriple::width> apart;
        std::array<std::uint32_t, SlotTriple::width> ids;
        for (std::size_t k = 0; k < SlotTriple::width; ++k) {
            apart[k] = beyond(a.now.at, in.flights[t.others[k]].now.at);
            ids[k] = in.ids[t.others[k]];
        }
        const std::uint32_t id = in.ids[t.slot];
        if constexpr (Way == detail::Sifting::found) {
            SlotTriple& k = *kept = t;
            unsigned some = 1;
            if (a.resting()) {
                some = 0;
                for (std::uint32_t& other : k.others) {
                    if (in.flights[other].resting()) other = in.unused;
                    some |= other != in.unused ? 1u : 0u;
                }
            }
            kept += some;
        } else if constexpr (Way == detail::Sifting::again) {
            const bool away = a.away();
            for (std::size_t k = 0; k < SlotTriple::width; ++k) {
                kept->others[k] = (apart[k] & away_bit) != 0 ? in.unused : t.others[k];
                apart[k] |= away ? 1u : 0u;
            }
            kept->slot = t.slot;
            kept += away ? 0 : 1;
        }
        const bool moved = AllMoved || has_bit(in.moved, t.slot);
        for (std::size_t k = 0; k < SlotTriple::width; ++k) {
            *hits = ordered(id, ids[k]);
            bool hit = (apart[k] & counted) == 0;
            if constexpr (!AllMoved) hit &= moved | has_bit(in.moved, t.others[k]);
            hits += hit ? 1 : 0;
        }
    }
    return {static_cast<std::size_t>(hits - first_hit), static_cast<std::size_t>(kept - first_kept)};
}

template <bool AllMoved>
detail::Sifted sift_by_way(detail::Sifting way, const detail::SiftedFlights& flights,
                           const detail::SlotTriple* triples, std::size_t count, IdPair* hits,
                           detail::SlotTriple* kept) {
    using enum detail::Sifting;
    if (way == found) return sift_triples<found, AllMoved>(flights, triples, count, hits, kept);
    if (way == again) return sift_triples<again, AllMoved>(flights, triples, count, hits, kept);
    return {sift_triples<again_all, AllMoved>(flights, triples, count, hits, kept).hits, count};
}

detail::Sifted sift(detail::Sifting way, const detail::SiftedFlights& flights,
                    const detail::SlotTriple* triples, std::size_t count, IdPair* hits,
                    detail::SlotTriple* kept) {
    return flights.moved == nullptr ? sift_by_way<true>(way, flights, triples, count, hits, kept)
                                    : sift_by_way<false>(way, flights, triples, count, hits, kept);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(sift);

Sifted sift(Sifting way, const SiftedFlights& flights, const SlotTriple* triples, std::size_t count,
            IdPair* hits, SlotTriple* kept) {
    return HWY_DYNAMIC_DISPATCH(sift)(way, flights, triples, count, hits, kept);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
