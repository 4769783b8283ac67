// The recursive grid of 32 cells of Gottstein 1994 (5.2, 5.3): the world is cut into 4 x 4 x 2 cells, an
// object's flag has a bit for each cell that its box touches, and objects whose flags share no bit do not
// collide. Where flags share bits, the shared cells are cut into 32 again. For comparison only.
//
// Departures: the thesis wants cells "no larger than" the average object in one place and "less than" it in
// another; its example needs the former. The cells' numbers, of which it says only that z runs fastest, then
// y, are (4 ix + iy) 2 + iz. It works on integers and so stops at cells of size 1; here that size is a
// parameter.
#pragma once

#include <cstdint>
#include <span>

#include "graze/world/broad_phase/float_box.h"

namespace graze::bench {

class FlagGrid {
  public:
    static constexpr std::uint32_t all_cells = 0xffffffffu;

    // The world is the union of all boxes at the start, of which there is at least one. What leaves it later
    // counts to the cells at its border.
    explicit FlagGrid(std::span<const FloatBox> boxes, double least_cell = 1);

    // How often the world is cut until a cell is no larger than the average object, by 4 in x and y and by 2
    // in z, in the dimension that needs it most; at least once.
    int depth() const { return depth_; }
    const FloatBox& world() const { return world_.box; }

    // Of the whole world. An object that moved needs a new one.
    std::uint32_t flag(const FloatBox& box) const { return flag(box, world_); }

    // Whether two boxes overlap: flags first, then the boxes. The flags are those of the boxes.
    static bool overlap_by_one_level(const FloatBox& a, std::uint32_t flag_a, const FloatBox& b,
                                     std::uint32_t flag_b) {
        return (flag_a & flag_b) != 0 && overlap(a, b);
    }
    // The same, with flags of shared cells down to depth().
    bool overlap_by_all_levels(const FloatBox& a, std::uint32_t flag_a, const FloatBox& b,
                               std::uint32_t flag_b) const {
        return overlap_below(a, flag_a, b, flag_b, world_, 1);
    }

  private:
    struct Area {
        FloatBox box;
        double step[3] = {};  // size of a cell
    };
    static Area area(const FloatBox& box);
    static Area cell(const Area& area, int bit);
    static std::uint32_t flag(const FloatBox& box, const Area& area);
    bool overlap_below(const FloatBox& a, std::uint32_t flag_a, const FloatBox& b, std::uint32_t flag_b,
                       const Area& area, int level) const;

    Area world_;
    int depth_ = 1;
};

}  // namespace graze::bench
