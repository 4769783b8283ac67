// Objects made of cells: grid, sponge.
#include <cstddef>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/recipes.h"

namespace graze::inline v1 {
namespace {

// The planes that divide [-1, 1] into thirds, `level` times.
std::vector<double> thirds(std::uint32_t level) {
    std::uint32_t n = 1;
    for (std::uint32_t l = 0; l < level; ++l) n *= 3;
    std::vector<double> planes;
    for (std::uint32_t i = 0; i <= n; ++i) planes.push_back((2.0 * i - n) / n);
    return planes;
}

// A cell is empty if at some level it is the middle cell along two axes.
bool in_sponge(std::size_t i, std::size_t j, std::size_t k) {
    for (; i > 0 || j > 0 || k > 0; i /= 3, j /= 3, k /= 3)
        if ((i % 3 == 1) + (j % 3 == 1) + (k % 3 == 1) >= 2) return false;
    return true;
}

}  // namespace

void build_grid(SolidBuilder& builder) {
    // The openings along all axes together, so that successive grids differ by one opening along one axis.
    const std::size_t openings = builder.details(12, 3);
    const auto planes = [](std::size_t count) {
        const double n = static_cast<double>(count), opening = 1.28 / n, bar = (2 - n * opening) / (n + 1);
        std::vector<double> at{-1};
        for (std::size_t i = 0; i < count; ++i) {
            at.push_back(-1 + static_cast<double>(i) * (opening + bar) + bar);
            at.push_back(at.back() + opening);
        }
        at.push_back(1);
        return at;
    };
    Blocks blocks(planes((openings + 2) / 3), planes((openings + 1) / 3), planes(openings / 3));
    blocks.fill_cells([](std::size_t i, std::size_t j, std::size_t k) { return i % 2 + j % 2 + k % 2 <= 1; });
    add_blocks(builder, blocks, Pose());
}

// A level has about 17 times as many triangles as the level below. So a level begins where the cells of the
// level below have more than 4 x 4 squares on each side. At these widths both levels have equally many
// triangles.
void build_sponge(SolidBuilder& builder) {
    std::uint32_t level = 1;
    double cell = 2.0 / 3;
    for (const double squares : {3.83, 4.13, 4.32}) {
        if (builder.edge() * squares > cell) break;
        ++level;
        cell /= 3;
    }
    build_sponge(builder, level);
}

void build_sponge(SolidBuilder& builder, std::uint32_t level) {
    const std::vector<double> planes = thirds(level);
    Blocks blocks(planes, planes, planes);
    blocks.fill_cells(in_sponge);
    add_blocks(builder, blocks, Pose());
}

Mesh make_sponge(std::uint32_t level, std::uint32_t triangles) {
    if (level < 1 || level > 5) throw Error("a sponge has a level from 1 to 5");
    return fitted(triangles, [level](SolidBuilder& builder) { build_sponge(builder, level); });
}

}  // namespace graze::inline v1
