#include "graze/clash/detail/box_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/base/random.h"

namespace graze::testing {
namespace {

using detail::BoxTree;

std::vector<std::uint32_t> found(const BoxTree& tree, const Box& box, std::uint32_t from) {
    std::vector<std::uint32_t> indices;
    tree.visit_overlapping(box, from, [&](std::uint32_t i) { indices.push_back(i); });
    std::ranges::sort(indices);
    return indices;
}

// Boxes of all sizes on a coarse grid, so that many touch or are equal; some are flat, some empty.
std::vector<Box> random_boxes(Random& random, std::size_t count) {
    std::vector<Box> boxes(count);
    for (Box& box : boxes) {
        if (random.chance(0.1)) continue;
        Vec3 lower, upper;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lower[axis] = static_cast<double>(random.below(20));
            upper[axis] = lower[axis] + static_cast<double>(random.below(random.chance(0.1) ? 20 : 3));
        }
        box = {lower, upper};
    }
    return boxes;
}

TEST(BoxTree, finds_exactly_the_boxes_that_overlap) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const std::vector<Box> boxes = random_boxes(random, seed * 15);
        const BoxTree tree(boxes);
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            for (const std::uint32_t from : {0u, i, i + 1}) {
                std::vector<std::uint32_t> expected;
                for (std::uint32_t k = from; k < boxes.size(); ++k)
                    if (overlap(boxes[i], boxes[k])) expected.push_back(k);
                ASSERT_EQ(found(tree, boxes[i], from), expected) << "box " << i << " from " << from;
            }
        }
    }
}

TEST(BoxTree, of_nothing_finds_nothing) {
    const Box everything{{-1e100, -1e100, -1e100}, {1e100, 1e100, 1e100}};
    EXPECT_TRUE(found(BoxTree({}), everything, 0).empty());
    EXPECT_TRUE(found(BoxTree(std::vector<Box>(5)), everything, 0).empty());
}

TEST(BoxTree, of_very_many_equal_boxes_is_as_deep_as_any) {
    const std::vector<Box> boxes(100'000, Box{{0, 0, 0}, {1, 1, 1}});
    const BoxTree tree(boxes);
    EXPECT_EQ(found(tree, boxes[0], 0).size(), boxes.size());
    EXPECT_EQ(found(tree, boxes[0], 99'999).size(), 1u);
}

}  // namespace
}  // namespace graze::testing
