#include "bench/seeds/flag_grid.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "graze/base/random.h"

namespace graze::bench {
namespace {

FloatBox box_at(float x, float y, float z, float side) {
    return {{x, y, z}, {x + side, y + side, z + side}};
}

// 32 across, two boxes of 2 at opposite corners.
std::vector<FloatBox> corners() {
    return {box_at(0, 0, 0, 2), box_at(30, 30, 30, 2)};
}

FloatBox random_box(Random& random, double world, double largest) {
    FloatBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lower[axis] = static_cast<float>(random.uniform(-world / 8, world));
        box.upper[axis] = box.lower[axis] + static_cast<float>(random.uniform(0, largest));
    }
    return box;
}

TEST(FlagGrid, takes_the_union_of_all_boxes_as_its_world) {
    EXPECT_EQ(FlagGrid(corners()).world(), (FloatBox{{0, 0, 0}, {32, 32, 32}}));
}

TEST(FlagGrid, is_as_deep_as_the_dimension_that_needs_most_cuts) {
    // x and y: 32, 8, 2 are two cuts, as in the example of Gottstein 1994, 5.3.4; z: 32, 16, 8, 4, 2 are
    // four.
    EXPECT_EQ(FlagGrid(corners()).depth(), 4);
    // Flat worlds need no cuts in z.
    const std::vector<FloatBox> flat{{{0, 0, 0}, {2, 2, 2}}, {{30, 30, 0}, {32, 32, 2}}};
    EXPECT_EQ(FlagGrid(flat).depth(), 2);
    const std::vector<FloatBox> one{box_at(0, 0, 0, 5)};
    EXPECT_EQ(FlagGrid(one).depth(), 1);
}

TEST(FlagGrid, stops_at_the_least_size_of_cells) {
    const std::vector<FloatBox> small{box_at(0, 0, 0, 0.01f), box_at(31.99f, 31.99f, 31.99f, 0.01f)};
    EXPECT_EQ(FlagGrid(small).depth(), 5);         // z: 32 to 1
    EXPECT_EQ(FlagGrid(small, 0.01).depth(), 11);  // z: 32 to 1/64
}

TEST(FlagGrid, numbers_cells_fastest_in_z_then_in_y) {
    const FlagGrid grid(corners());
    EXPECT_EQ(grid.flag(box_at(1, 1, 1, 1)), 1u << 0);
    EXPECT_EQ(grid.flag(box_at(1, 1, 17, 1)), 1u << 1);
    EXPECT_EQ(grid.flag(box_at(1, 9, 1, 1)), 1u << 2);
    EXPECT_EQ(grid.flag(box_at(9, 1, 1, 1)), 1u << 8);
    EXPECT_EQ(grid.flag(box_at(25, 25, 17, 1)), 1u << 31);
    EXPECT_EQ(grid.flag(box_at(0, 0, 0, 32)), FlagGrid::all_cells);
}

TEST(FlagGrid, counts_what_is_outside_to_the_border) {
    const FlagGrid grid(corners());
    EXPECT_EQ(grid.flag(box_at(-100, -100, -100, 1)), 1u << 0);
    EXPECT_EQ(grid.flag(box_at(100, 100, 100, 1)), 1u << 31);
    EXPECT_EQ(grid.flag(box_at(-100, -100, -100, 300)), FlagGrid::all_cells);
}

TEST(FlagGrid, gives_the_answer_of_the_boxes_at_every_depth) {
    Random random(7);
    for (const double largest : {1.0, 6.0, 40.0}) {
        std::vector<FloatBox> boxes;
        for (int i = 0; i < 120; ++i) boxes.push_back(random_box(random, 32, largest));
        boxes.push_back(boxes.front());
        const std::vector<FloatBox> half(boxes.begin(), boxes.begin() + 60);
        const FlagGrid grid(half, 0.25);  // the others were not there at the start
        std::size_t overlaps = 0;
        for (const FloatBox& a : boxes) {
            for (const FloatBox& b : boxes) {
                const bool truth = overlap(a, b);
                overlaps += truth ? 1 : 0;
                EXPECT_EQ(FlagGrid::overlap_by_one_level(a, grid.flag(a), b, grid.flag(b)), truth);
                EXPECT_EQ(grid.overlap_by_all_levels(a, grid.flag(a), b, grid.flag(b)), truth);
            }
        }
        EXPECT_GT(overlaps, boxes.size());
        EXPECT_LT(overlaps, boxes.size() * boxes.size());
    }
}

TEST(FlagGrid, finds_boxes_that_touch_in_a_boundary_of_cells) {
    const FlagGrid grid(corners());
    const FloatBox a = box_at(6, 6, 14, 2), b = box_at(8, 8, 16, 2);
    EXPECT_TRUE(grid.overlap_by_all_levels(a, grid.flag(a), b, grid.flag(b)));
    EXPECT_TRUE(FlagGrid::overlap_by_one_level(a, grid.flag(a), b, grid.flag(b)));
}

TEST(FlagGrid, works_in_a_world_without_extent) {
    const std::vector<FloatBox> points{box_at(1, 1, 1, 0), box_at(1, 1, 1, 0)};
    const FlagGrid grid(points);
    EXPECT_EQ(grid.depth(), 1);
    EXPECT_TRUE(grid.overlap_by_all_levels(points[0], grid.flag(points[0]), points[1], grid.flag(points[1])));
}

}  // namespace
}  // namespace graze::bench
