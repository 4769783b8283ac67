// Boxes in integer coordinates of cells, both ends included, and their set differences.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace graze::inline v1::detail {

struct CellRange {
    std::array<std::uint16_t, 3> lower{1, 1, 1}, upper{0, 0, 0};  // empty by default

    friend bool operator==(const CellRange&, const CellRange&) = default;

    bool empty() const { return lower[0] > upper[0]; }
    bool contains(const CellRange& r) const {
        for (std::size_t k = 0; k < 3; ++k) {
            if (r.lower[k] < lower[k] || r.upper[k] > upper[k]) return false;
        }
        return true;
    }
    bool meets(const CellRange& r) const {
        for (std::size_t k = 0; k < 3; ++k) {
            if (r.lower[k] > upper[k] || r.upper[k] < lower[k]) return false;
        }
        return true;
    }
    std::size_t cells() const {
        std::size_t product = 1;
        for (std::size_t k = 0; k < 3; ++k) product *= std::size_t{upper[k]} - lower[k] + 1;
        return empty() ? 0 : product;
    }
};

// For two ranges that overlap.
inline CellRange common_range(const CellRange& a, const CellRange& b) {
    CellRange r;
    for (std::size_t k = 0; k < 3; ++k) {
        r.lower[k] = std::max(a.lower[k], b.lower[k]);
        r.upper[k] = std::min(a.upper[k], b.upper[k]);
    }
    return r;
}

// The lowest cell that two ranges have in common. A pair that shares several cells is reported in this cell
// only.
inline std::array<std::uint16_t, 3> lowest_common_cell(const CellRange& a, const CellRange& b) {
    return {std::max(a.lower[0], b.lower[0]), std::max(a.lower[1], b.lower[1]),
            std::max(a.lower[2], b.lower[2])};
}

// Calls f(range) for up to six disjoint ranges that make up what is in `a` and not in `b` (Zachmann 2000,
// 3.8.4): the slabs below and above on the first axis, then those of the rest on the second axis, and so on.
template <class F>
void for_each_range_outside(const CellRange& a, const CellRange& b, const F& f) {
    if (a.empty()) return;
    if (b.empty() || !a.meets(b)) {
        f(a);
        return;
    }
    CellRange rest = a;
    for (std::size_t k = 0; k < 3; ++k) {
        if (rest.lower[k] < b.lower[k]) {
            CellRange below = rest;
            below.upper[k] = static_cast<std::uint16_t>(b.lower[k] - 1);
            f(below);
            rest.lower[k] = b.lower[k];
        }
        if (rest.upper[k] > b.upper[k]) {
            CellRange above = rest;
            above.lower[k] = static_cast<std::uint16_t>(b.upper[k] + 1);
            f(above);
            rest.upper[k] = b.upper[k];
        }
    }
}

}  // namespace graze::inline v1::detail
