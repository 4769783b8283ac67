// Where the cells of grids and octrees lie, chosen by the boxes that are to go into them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "graze/world/broad_phase/detail/box_blocks.h"
#include "graze/world/broad_phase/float_box.h"
#include "graze/world/comparison/detail/cell_range.h"

namespace graze::inline v1::detail {

// What most of the boxes are like, from a sample of them: a few far or infinite ones do not count.
struct BoxSurvey {
    std::array<double, 3> lower{}, upper{};  // of nearly all centres
    std::array<double, 3> extent{};          // not exceeded by most

    static BoxSurvey of(const BoxBlocks& boxes);
};

// Cells are half-open; the outermost ones reach to infinity, so every box has its cells. Rounding does not
// matter: cell() never decreases where its argument increases, so boxes that overlap share a cell.
struct CellFrame {
    std::array<double, 3> origin{}, cells_per_unit{1, 1, 1};
    std::array<std::uint16_t, 3> size{1, 1, 1};

    // Whether the cells of the two have about the same edges.
    bool resembles(const CellFrame& other) const;

    std::uint16_t cell(std::size_t axis, float value) const {
        const double v = (static_cast<double>(value) - origin[axis]) * cells_per_unit[axis];
        const double last = size[axis] - 1;
        return static_cast<std::uint16_t>(std::min(std::max(v, 0.0), last));
    }
    CellRange cells(const FloatBox& box) const {  // none for an empty one
        CellRange range;
        if (box.empty()) return range;
        for (std::size_t k = 0; k < 3; ++k) {
            range.lower[k] = cell(k, box.lower[k]);
            range.upper[k] = cell(k, box.upper[k]);
        }
        return range;
    }
    // Whether a part of it is beyond the outermost cells, if these were not to reach to infinity.
    bool exceeded_by(const FloatBox& box) const;
    std::size_t cell_count() const { return std::size_t{size[0]} * size[1] * size[2]; }
};

// Edge of a cell, in extents of a typical box: at first the largest one. Cells with many occupants suit
// vectors, and hold fewer boxes several times; where boxes crowd, smaller ones are tried down to the smallest
// one.
constexpr double largest_cell = 4, smallest_cell = 1;
constexpr double crowded = 128;  // occupants that an occupant finds in its cell

// When cells are to be chosen anew: a rule that depends on nothing but the calls before.
class FrameAge {
  public:
    void begin(std::size_t objects, std::size_t misfits, double crowding) {
        objects_ = objects, misfits_ = misfits, crowding_ = crowding, changes_ = 0;
    }
    void change() { ++changes_; }
    // The number of objects is another one, or many do not fit (too large, or out of bounds).
    bool outlived(std::size_t objects, std::size_t misfits) const {
        return objects > 2 * objects_ + 16 || objects + 16 < objects_ / 4 ||
               misfits > 2 * misfits_ + objects / 8 + 16;
    }
    // Enough has moved that a look at sizes and crowds is due. Asking starts the count anew.
    bool look_due(std::size_t objects) {
        if (changes_ <= 8 * objects + 1024) return false;
        changes_ = 0;
        return true;
    }
    bool outgrown(double crowding) const { return crowding > 2 * std::max(crowding_, crowded); }

  private:
    std::size_t objects_ = 0, misfits_ = 0, changes_ = 0;
    double crowding_ = 0;
};

}  // namespace graze::inline v1::detail
