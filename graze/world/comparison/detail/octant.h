// The octants of an octree in integer coordinates.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "graze/world/comparison/detail/cell_range.h"

namespace graze::inline v1::detail {

constexpr unsigned deepest_octants = 6;  // 64 voxels along each side; coordinates are packed into bytes

// Packed into a number: level, then x, y and z in octants of this level.
struct Octant {
    unsigned level = 0, x = 0, y = 0, z = 0;

    static Octant unpacked(std::uint32_t bits) {
        return {bits & 0xff, bits >> 8 & 0xff, bits >> 16 & 0xff, bits >> 24};
    }
    std::uint32_t packed() const { return level | x << 8 | y << 16 | z << 24; }
    Octant parent() const { return {level - 1, x / 2, y / 2, z / 2}; }
    Octant child(unsigned i) const {
        return {level + 1, 2 * x + (i & 1), 2 * y + (i >> 1 & 1), 2 * z + (i >> 2)};
    }
};

struct Octants {
    unsigned depth = 0;

    std::size_t count() const { return offset(depth + 1); }
    // Levels lie one behind the other: 1 + 8 + 64 + ... before the given one.
    static std::size_t offset(unsigned level) { return ((std::size_t{1} << 3 * level) - 1) / 7; }
    static std::size_t index(const Octant& o) {
        return offset(o.level) + (((std::size_t{o.z} << o.level | o.y) << o.level) | o.x);
    }
    CellRange range(const Octant& o) const {
        const unsigned shift = depth - o.level;
        CellRange r;
        const unsigned at[3] = {o.x, o.y, o.z};
        for (std::size_t k = 0; k < 3; ++k) {
            r.lower[k] = static_cast<std::uint16_t>(at[k] << shift);
            r.upper[k] = static_cast<std::uint16_t>(((at[k] + 1) << shift) - 1);
        }
        return r;
    }
    bool contains(const Octant& o, const std::array<std::uint16_t, 3>& voxel) const {
        const unsigned shift = depth - o.level;
        return unsigned{voxel[0]} >> shift == o.x && unsigned{voxel[1]} >> shift == o.y &&
               unsigned{voxel[2]} >> shift == o.z;
    }
    // The smallest octant around a range.
    Octant around(const CellRange& r) const {
        unsigned differing = 0;
        for (std::size_t k = 0; k < 3; ++k) differing |= unsigned{r.lower[k]} ^ r.upper[k];
        const auto shift = static_cast<unsigned>(std::bit_width(differing));
        return {depth - shift, unsigned{r.lower[0]} >> shift, unsigned{r.lower[1]} >> shift,
                unsigned{r.lower[2]} >> shift};
    }
};

// Rounds the range outwards to octants until it is at most so many octants wide, so that an object is in few
// octants.
inline CellRange rounded_to_octants(CellRange r) {
    constexpr int widest = 3;
    if (r.empty()) return r;
    unsigned shift = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        while ((r.upper[k] >> shift) - (r.lower[k] >> shift) >= widest) ++shift;
    }
    for (std::size_t k = 0; k < 3; ++k) {
        r.lower[k] = static_cast<std::uint16_t>(r.lower[k] >> shift << shift);
        r.upper[k] = static_cast<std::uint16_t>((((r.upper[k] >> shift) + 1) << shift) - 1);
    }
    return r;
}

}  // namespace graze::inline v1::detail
