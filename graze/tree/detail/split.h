// Cutting a set of triangles in two: binned surface area (Wald 2007).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// A box by its upper and its negated lower bounds, so that boxes are joined by maxima alone. The last of each
// means nothing.
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

// A triangle while the tree is built: the same layout, with its number.
struct alignas(32) SplitItem {
    float upper[3];
    TriangleId id;
    float minus_lower[3];
    float unused;

    float twice_middle(int axis) const { return upper[axis] - minus_lower[axis]; }
};

// Consecutive items, and as many places elsewhere.
struct SplitRange {
    std::span<SplitItem> items, spare;
    JoinBox box{};

    std::size_t count() const { return items.size(); }
};

JoinBox box_of(std::span<const SplitItem> items);

inline constexpr int most_slices = 32;

struct SplitEffort {
    int slices;          // at most most_slices
    bool all_axes;       // else the longest one only
    std::uint32_t unit;  // a side costs its surface times its triangles, counted in these: whole leaves keep
                         // the tree small, single triangles make it a little better
};

// The two sides of the best of the cuts between equal slices. Items move to the spare places.
std::pair<SplitRange, SplitRange> split(const SplitRange& range, const SplitEffort& effort);

// At the middle item along the longest axis.
std::pair<SplitRange, SplitRange> split_in_half(const SplitRange& range);

}  // namespace graze::inline v1::detail
