// Splits a set of triangles in two by the binned surface area heuristic (Wald 2007).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// A box by its upper and its negated lower bounds, so that maxima alone join boxes. The last element of each
// array is unused.
struct alignas(32) JoinBox {
    float upper[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    float minus_lower[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};

    float size(int axis) const { return upper[axis] + minus_lower[axis]; }
    int longest_axis() const;
    float surface() const {  // half of it
        const float x = size(0), y = size(1), z = size(2);
        return x >= 0 ? x * y + y * z + z * x : 0;
    }
};

// A triangle while the tree is built: the same layout as JoinBox, with the triangle's number.
struct alignas(32) SplitItem {
    float upper[3];
    TriangleId id;
    float minus_lower[3];
    float unused;

    float twice_middle(int axis) const { return upper[axis] - minus_lower[axis]; }
};

// Consecutive items, and as many spare places.
struct SplitRange {
    std::span<SplitItem> items, spare;
    JoinBox box{};

    std::size_t count() const { return items.size(); }
};

JoinBox box_of(std::span<const SplitItem> items);

inline constexpr int most_slices = 32;

struct SplitEffort {
    int slices;     // at most most_slices
    bool all_axes;  // false: the longest axis only
    // The cost of a side is its surface times its number of triangles, counted in this unit and rounded up: a
    // unit of whole leaves keeps the tree small, single triangles make it a little better.
    std::uint32_t unit;
};

// The two sides of the best cut between equal slices. The items move to the spare places.
std::pair<SplitRange, SplitRange> split(const SplitRange& range, const SplitEffort& effort);

// Splits at the middle item along the longest axis.
std::pair<SplitRange, SplitRange> split_in_half(const SplitRange& range);

}  // namespace graze::inline v1::detail
