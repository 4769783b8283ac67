#include "graze/world/comparison/detail/cell_range.h"

#include <gtest/gtest.h>

#include <set>

#include "graze/base/random.h"
#include "graze/world/comparison/detail/octant.h"
#include "graze/world/comparison/detail/octree.h"

namespace graze::test {
namespace {

using detail::CellRange;
using Cell = std::array<std::uint16_t, 3>;

CellRange random_range(Random& random, std::uint64_t side) {
    CellRange r;
    for (std::size_t k = 0; k < 3; ++k) {
        r.lower[k] = static_cast<std::uint16_t>(random.below(side));
        r.upper[k] = static_cast<std::uint16_t>(r.lower[k] + random.below(side - r.lower[k]));
    }
    return r;
}

template <class F>
void for_each_cell(const CellRange& r, const F& f) {
    for (std::uint16_t z = r.lower[2]; z <= r.upper[2]; ++z) {
        for (std::uint16_t y = r.lower[1]; y <= r.upper[1]; ++y) {
            for (std::uint16_t x = r.lower[0]; x <= r.upper[0]; ++x) f(Cell{x, y, z});
        }
    }
}

std::set<Cell> cells_of(const CellRange& r) {
    std::set<Cell> cells;
    if (!r.empty()) for_each_cell(r, [&](const Cell& c) { cells.insert(c); });
    return cells;
}

TEST(CellRange, difference_is_made_of_at_most_six_disjoint_ranges) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const CellRange a = random.chance(0.05) ? CellRange() : random_range(random, 6);
        const CellRange b = random.chance(0.05) ? CellRange() : random_range(random, 6);
        std::set<Cell> expected = cells_of(a);
        for (const Cell& c : cells_of(b)) expected.erase(c);
        std::set<Cell> found;
        std::size_t parts = 0, cells = 0;
        detail::for_each_range_outside(a, b, [&](const CellRange& part) {
            ++parts;
            cells += part.cells();
            for (const Cell& c : cells_of(part)) found.insert(c);
        });
        ASSERT_LE(parts, 6u);
        ASSERT_EQ(found, expected);
        ASSERT_EQ(cells, found.size()) << "the parts overlap";
    }
}

// Whatever moves came before, the octants of an object cover its range, each voxel once.
TEST(Octree, covers_the_range_of_an_object_after_any_moves) {
    Random random(2);
    for (const unsigned depth : {0u, 1u, 3u, 4u}) {
        detail::Octree tree;
        tree.reset(depth, 1);
        CellRange at;
        for (int i = 0; i < 300; ++i) {
            CellRange to = random.chance(0.1) ? CellRange() : random_range(random, std::uint64_t{1} << depth);
            if (random.chance(0.5)) to = detail::rounded_to_octants(to);
            tree.move(0, at, to);
            at = to;
            std::set<Cell> covered;
            std::size_t voxels = 0, entries = 0;
            for (const std::uint32_t bits : tree.octants_of(0)) {
                const auto octant = detail::Octant::unpacked(bits);
                const auto occupants = tree.occupants(detail::Octants::index(octant));
                ASSERT_EQ(std::count(occupants.begin(), occupants.end(), 0u), 1);
                for_each_cell(tree.octants().range(octant),
                              [&](const Cell& c) { covered.insert(c), ++voxels; });
                entries += octant.level > 0;
            }
            ASSERT_EQ(covered, cells_of(at));
            ASSERT_EQ(voxels, covered.size());
            ASSERT_EQ(tree.any_inside(0), entries > 0);
        }
    }
}

TEST(Octant, ranges_are_rounded_outwards_to_at_most_three_octants_on_each_axis) {
    Random random(3);
    detail::Octree tree;
    tree.reset(6, 1);
    for (int i = 0; i < 1000; ++i) {
        const CellRange range = random_range(random, 64);
        const CellRange rounded = detail::rounded_to_octants(range);
        ASSERT_TRUE(rounded.contains(range));
        ASSERT_LE(rounded.upper[0], 63);
        tree.move(0, CellRange(), rounded);
        ASSERT_LE(tree.octants_of(0).size(), 27u);
        tree.move(0, rounded, CellRange());
    }
}

}  // namespace
}  // namespace graze::test
