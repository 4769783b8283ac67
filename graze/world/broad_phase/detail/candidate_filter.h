// Filters the pairs whose fat boxes overlap: which of them overlap themselves?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/world/broad_phase/detail/predicted_box.h"

namespace graze::inline v1::detail {

// A slot and up to three slots that it may overlap; if there are fewer, the others are a slot without an
// object. The number of candidates of a slot is unpredictable: loops over lists of different lengths would
// end with a mispredicted branch, triples avoid this branch.
struct alignas(16) SlotTriple {
    static constexpr std::size_t width = 3;
    std::uint32_t slot;
    std::array<std::uint32_t, width> others;
};

// Arrays indexed by slot.
struct FilteredBoxes {
    const PredictedBox* predicted_boxes;
    const std::uint32_t* ids;
    const std::uint8_t* moved;  // a bit for each slot; null if all moved
    std::uint32_t unused;       // a slot without an object
};
// Both functions write the pairs that overlap now and of which one has moved to `hits`, which has space for
// all of them, and return the number of these pairs.
//
// For pairs of fat boxes that were just found. Pairs with a flying box have to be tested again in later
// steps: they are moved to the front, `kept` triples.
std::size_t filter_found(const FilteredBoxes& predicted_boxes, std::span<SlotTriple> triples,
                         std::size_t& kept, IdPair* hits);
// For the pairs that were kept. Pairs with a box that is away are struck out. `struck` counts triples without
// pairs: their slot is the unused one.
std::size_t filter_again(const FilteredBoxes& predicted_boxes, std::span<SlotTriple> triples,
                         std::size_t& struck, IdPair* hits);

}  // namespace graze::inline v1::detail
