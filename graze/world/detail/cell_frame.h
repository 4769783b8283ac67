// Where the cells of grids and octrees lie, chosen by the boxes that are to go into them.
#pragma once

#include <array>
#include <cstdint>

#include "graze/world/detail/box_blocks.h"
#include "graze/world/detail/cell_range.h"
#include "graze/world/float_box.h"

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

    std::uint16_t cell(std::size_t axis, float value) const {
        const double v = (static_cast<double>(value) - origin[axis]) * cells_per_unit[axis];
        const int last = size[axis] - 1;
        return static_cast<std::uint16_t>(v > 0 ? (v < last ? static_cast<int>(v) : last) : 0);
    }
    CellRange cells(const FloatBox& box) const;  // none for an empty one
    // Whether a part of it is beyond the outermost cells, if these were not to reach to infinity.
    bool exceeded_by(const FloatBox& box) const;
    std::size_t cell_count() const { return std::size_t{size[0]} * size[1] * size[2]; }
};

// When cells are to be chosen anew: a rule that depends on nothing but the calls before.
class FrameAge {
  public:
    void begin(std::size_t objects, std::size_t misfits) {
        objects_ = objects, misfits_ = misfits, changes_ = 0;
    }
    void change() { ++changes_; }
    // The number of objects is another one, or many do not fit (too large, or out of bounds).
    bool outlived(std::size_t objects, std::size_t misfits) const {
        return objects > 2 * objects_ + 16 || objects + 16 < objects_ / 4 ||
               misfits > 2 * misfits_ + objects / 8 + 16;
    }
    // Enough has moved that a look at the sizes is due.
    bool look_due(std::size_t objects) const { return changes_ > 8 * objects + 1024; }
    void looked() { changes_ = 0; }

  private:
    std::size_t objects_ = 0, misfits_ = 0, changes_ = 0;
};

}  // namespace graze::inline v1::detail
