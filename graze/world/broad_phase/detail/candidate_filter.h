// Which of the pairs of boxes whose fat boxes overlap do so themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/world/broad_phase/detail/predicted_box.h"

namespace graze::inline v1::detail {

// A slot and up to three that it may overlap; where there are fewer, the others are a slot that nobody has.
// How many a slot has is anybody's guess: loops over lists of different lengths would end with a branch that
// is predicted wrongly, these do not.
struct alignas(16) SlotTriple {
    static constexpr std::size_t width = 3;
    std::uint32_t slot;
    std::array<std::uint32_t, width> others;
};

// By slot.
struct FilteredBoxes {
    const PredictedBox* predicted_boxes;
    const std::uint32_t* ids;
    const std::uint8_t* moved;  // a bit for each; none if all moved
    std::uint32_t unused;       // a slot that nobody has
};
// Both write the pairs that overlap now and of which one has moved to `hits`, which has room for all of them,
// and return how many these are.
//
// Of pairs of fat boxes that were just found, those with one that flies are to be looked at again: they come
// to the front, `kept` triples.
std::size_t filter_found(const FilteredBoxes& predicted_boxes, std::span<SlotTriple> triples,
                         std::size_t& kept, IdPair* hits);
// Of those that were kept, the ones with one that is away are struck out. `struck` counts triples of which
// nothing is left: their slot is the unused one.
std::size_t filter_again(const FilteredBoxes& predicted_boxes, std::span<SlotTriple> triples,
                         std::size_t& struck, IdPair* hits);

}  // namespace graze::inline v1::detail
