// Solids made of the cells of a grid: walls with openings, lattices, sponges. Bent, such cells form towers
// and rings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

// A grid of cells between planes x, y and z = const; each cell is full or empty. The y axis may be periodic,
// and the cells may begin at an axis of rotation. With x as radius, y as angle and z as height, cells are
// sectors of a cylinder.
class Blocks {
  public:
    // The ascending coordinates of the planes, at least two per axis.
    Blocks(std::vector<double> x, std::vector<double> y, std::vector<double> z);

    // Fills the cells for whose middles this is true.
    void fill(const std::function<bool(const Vec3& middle)>& full);
    void fill_cells(const std::function<bool(std::size_t i, std::size_t j, std::size_t k)>& full);
    bool full(std::size_t i, std::size_t j, std::size_t k) const {
        return cells_[(k * cell_count(1) + j) * cell_count(0) + i] != 0;
    }
    std::size_t cell_count(std::size_t axis) const { return planes_[axis].size() - 1; }
    std::span<const double> planes(std::size_t axis) const { return planes_[axis]; }

    // The builder's edge decides how cells are cut. Lengths along an axis are first multiplied by these
    // factors; 0 means that cells are never cut along the axis.
    Vec3 stretch{1, 1, 1};
    bool periodic_y = false;  // the last plane is the first
    bool axis_at_x0 = false;  // the first plane x is a line

  private:
    std::array<std::vector<double>, 3> planes_;
    std::vector<std::uint8_t> cells_;
};

// Adds the surface of the full cells. Two full cells must not meet in an edge or a corner alone.
void add_blocks(SolidBuilder& builder, const Blocks& blocks, const Placement& place);

// A box between two corners; the builder's edge decides how its sides are cut.
void add_box(SolidBuilder& builder, const Vec3& lower, const Vec3& upper, const Placement& place);

// Maps a cell that is a sector, given by radius, angle in turns and height, to x, y, z.
Vec3 from_cylinder(const Vec3& radius_turns_height);

}  // namespace graze::inline v1
