// Which of the pairs of boxes whose rooms overlap do so themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/world/detail/flight.h"

namespace graze::inline v1::detail {

// A slot and up to three that it may overlap; where there are fewer, the others are a slot that nobody has.
// How many a slot has is anybody's guess: loops over lists of different lengths would end with a branch that
// is predicted wrongly, these do not.
struct alignas(16) SlotTriple {
    static constexpr std::size_t width = 3;
    std::uint32_t slot;
    std::array<std::uint32_t, width> others;
};

enum class Sifting {
    found,      // pairs of rooms that were just found: those with one that flies are kept
    again,      // pairs that were kept: those with one that is away are dropped
    again_all,  // the same where none is away: nothing is written
};
// By slot.
struct SiftedFlights {
    const Flight* flights;
    const std::uint32_t* ids;
    const std::uint8_t* moved;  // a bit for each; none if all moved
    std::uint32_t unused;       // a slot that nobody has
};
// Writes the pairs that overlap now and of which one has moved to `hits`, and those to be kept to `kept`;
// both have room for all of them, and `kept` may be where they are.
struct Sifted {
    std::size_t hits, kept;
};
Sifted sift(Sifting way, const SiftedFlights& flights, const SlotTriple* triples, std::size_t count,
            IdPair* hits, SlotTriple* kept);

}  // namespace graze::inline v1::detail
