// The cells of grids and octrees, chosen to suit the boxes that go into them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "graze/world/broad_phase/detail/box_blocks.h"
#include "graze/world/broad_phase/float_box.h"
#include "graze/world/comparison/detail/cell_range.h"

namespace graze::inline v1::detail {

// Typical positions and sizes of the boxes, from a sample: a few far or infinite boxes do not count.
struct BoxSurvey {
    std::array<double, 3> lower{}, upper{};  // bounds of nearly all centres
    std::array<double, 3> extent{};          // not exceeded by most boxes

    static BoxSurvey of(const BoxBlocks& boxes);
};

// Cells are half-open; the outermost ones reach to infinity, so every box has its cells. Rounding does not
// matter: cell() never decreases where its argument increases, so boxes that overlap share a cell.
struct CellFrame {
    std::array<double, 3> origin{}, cells_per_unit{1, 1, 1};
    std::array<std::uint16_t, 3> size{1, 1, 1};

    // Whether the cells of the two frames have about the same edges.
    bool resembles(const CellFrame& other) const;

    std::uint16_t cell(std::size_t axis, float value) const {
        const double v = (static_cast<double>(value) - origin[axis]) * cells_per_unit[axis];
        const double last = size[axis] - 1;
        return static_cast<std::uint16_t>(std::min(std::max(v, 0.0), last));
    }
    CellRange cells(const FloatBox& box) const {  // empty for an empty box
        CellRange range;
        if (box.empty()) return range;
        for (std::size_t k = 0; k < 3; ++k) {
            range.lower[k] = cell(k, box.lower[k]);
            range.upper[k] = cell(k, box.upper[k]);
        }
        return range;
    }
    // Whether a part of the box would be beyond the outermost cells, if these did not reach to infinity.
    bool exceeded_by(const FloatBox& box) const;
    std::size_t cell_count() const { return std::size_t{size[0]} * size[1] * size[2]; }
};

// Edge of a cell, in extents of a typical box. The largest size is tried first: cells with many occupants
// suit vectors, and fewer boxes are in several cells. Where boxes crowd, smaller sizes are tried down to the
// smallest one.
constexpr double largest_cell = 4, smallest_cell = 1;
constexpr double crowded = 128;  // occupants that an occupant finds in its cell

// Decides when cells are to be chosen again. The rule depends only on the previous calls.
class FrameAge {
  public:
    void begin(std::size_t objects, std::size_t misfits, double crowding) {
        objects_ = objects, misfits_ = misfits, crowding_ = crowding, changes_ = 0;
    }
    void change() { ++changes_; }
    // The number of objects has changed much, or many do not fit (too large, or out of bounds).
    bool outlived(std::size_t objects, std::size_t misfits) const {
        return objects > 2 * objects_ + 16 || objects + 16 < objects_ / 4 ||
               misfits > 2 * misfits_ + objects / 8 + 16;
    }
    // So much has moved that a check of sizes and crowds is due. A call that returns true restarts the count.
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
