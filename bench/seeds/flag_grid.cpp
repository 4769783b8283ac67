#include "bench/seeds/flag_grid.h"

#include <algorithm>
#include <bit>

namespace graze::bench {
namespace {

constexpr int cells[3] = {4, 4, 2};
constexpr int most_levels = 16;  // more than floats can tell apart

double side(const FloatBox& box, std::size_t axis) {
    return static_cast<double>(box.upper[axis]) - static_cast<double>(box.lower[axis]);
}

// How often `size` is cut into `parts` until it is no larger than `wanted`.
int cuts(double size, double wanted, double least, int parts) {
    int count = 0;
    while (size > wanted && size / parts >= least && count < most_levels) {
        size /= parts;
        ++count;
    }
    return count;
}

// The cell that a coordinate lies in along one axis; what is outside counts to the border.
int index(double coordinate, double lower, double step, int count) {
    if (!(step > 0)) return 0;  // a world without extent has one cell
    return static_cast<int>(std::clamp((coordinate - lower) / step, 0.0, count - 1.0));
}

}  // namespace

FlagGrid::FlagGrid(std::span<const FloatBox> boxes, double least_cell) {
    FloatBox world;
    double average[3] = {};
    for (const FloatBox& b : boxes) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            world.lower[axis] = std::min(world.lower[axis], b.lower[axis]);
            world.upper[axis] = std::max(world.upper[axis], b.upper[axis]);
            average[axis] += side(b, axis) / static_cast<double>(boxes.size());
        }
    }
    world_ = area(world);
    for (std::size_t axis = 0; axis < 3; ++axis)
        depth_ = std::max(depth_, cuts(side(world, axis), average[axis], least_cell, cells[axis]));
}

FlagGrid::Area FlagGrid::area(const FloatBox& box) {
    Area result{box, {}};
    for (std::size_t axis = 0; axis < 3; ++axis) result.step[axis] = side(box, axis) / cells[axis];
    return result;
}

FlagGrid::Area FlagGrid::cell(const Area& area, int bit) {
    const int at[3] = {bit / 8, bit / 2 % 4, bit % 2};
    FloatBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double lower = area.box.lower[axis] + at[axis] * area.step[axis];
        box.lower[axis] = static_cast<float>(lower);
        box.upper[axis] = static_cast<float>(lower + area.step[axis]);
    }
    return FlagGrid::area(box);
}

std::uint32_t FlagGrid::flag(const FloatBox& box, const Area& area) {
    int first[3], last[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        first[axis] = index(box.lower[axis], area.box.lower[axis], area.step[axis], cells[axis]);
        last[axis] = index(box.upper[axis], area.box.lower[axis], area.step[axis], cells[axis]);
    }
    std::uint32_t result = 0;
    for (int x = first[0]; x <= last[0]; ++x)
        for (int y = first[1]; y <= last[1]; ++y)
            for (int z = first[2]; z <= last[2]; ++z) result |= 1u << ((x * 4 + y) * 2 + z);
    return result;
}

// A point that two boxes share lies in the same cell for both, however coordinates were rounded on the way
// down, since larger coordinates never have smaller indices: no overlap is lost.
bool FlagGrid::overlap_below(const FloatBox& a, std::uint32_t flag_a, const FloatBox& b, std::uint32_t flag_b,
                             const Area& area, int level) const {
    std::uint32_t shared = flag_a & flag_b;
    if (shared == 0) return false;
    if (shared == all_cells || level == depth_) return overlap(a, b);
    for (; shared != 0; shared &= shared - 1) {
        const Area inner = cell(area, std::countr_zero(shared));
        if (overlap_below(a, flag(a, inner), b, flag(b, inner), inner, level + 1)) return true;
    }
    return false;
}

}  // namespace graze::bench
