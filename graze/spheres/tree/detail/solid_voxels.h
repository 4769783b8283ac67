// How much of a solid lies in each cell of a grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/threads.h"
#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

struct VoxelGrid {
    Vec3 lower;
    double cell = 1;
    std::array<std::uint32_t, 3> size{1, 1, 1};

    std::size_t count() const { return std::size_t{size[0]} * size[1] * size[2]; }
    std::size_t index(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        return (std::size_t{x} * size[1] + y) * size[2] + z;
    }
    std::array<std::uint32_t, 3> place(std::size_t index) const {
        const auto z = static_cast<std::uint32_t>(index % size[2]);
        const std::size_t row = index / size[2];
        return {static_cast<std::uint32_t>(row / size[1]), static_cast<std::uint32_t>(row % size[1]), z};
    }
    Vec3 corner(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        return lower + Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)} * cell;
    }
    // The cell along an axis that contains the coordinate, or the nearest.
    std::uint32_t along(std::size_t axis, double coordinate) const;
};

// A grid of at most `most_cells` cells, cubes, that contains the box.
VoxelGrid grid_over(const Box& box, std::size_t most_cells);

// For each cell the part of it that is solid, from 0 to 1: signed volumes under the triangles of a closed
// mesh, wound outwards, summed over the columns of the grid. Where pieces of the mesh cross each other, their
// common part counts for each. The error of each value is about 1e-7. Cells that a triangle reaches have more
// than 0, however little: what is 0 is certainly empty.
std::vector<float> solid_parts(const VoxelGrid& grid, std::span<const Triangle> triangles,
                               const Threads& threads);

}  // namespace graze::inline v1::detail
