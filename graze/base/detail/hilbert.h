// Points in space in the order of a Hilbert curve, so that neighbours in the order are near each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::inline v1::detail {

struct CurveKey {
    std::uint32_t key, item;
};

// Cells of a cube of 1024^3 whose positions on the curve are computed together, in lanes.
struct CurveBlock {
    static constexpr int bits = 10;  // of a coordinate
    static constexpr std::size_t size = 256;

    std::array<std::array<std::uint32_t, size>, 3> cell{};

    // Writes the positions of the first `count` cells to `keys`; overwrites the cells.
    void places(std::size_t count, CurveKey* keys);
};

// Sorts by key; equal keys keep their order. `spare` is scratch memory.
void sort_by_key(std::vector<CurveKey>& keys, std::vector<CurveKey>& spare);

}  // namespace graze::inline v1::detail
