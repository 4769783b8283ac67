#include "bench/scenes/checked_boxes.h"

#include <gtest/gtest.h>

namespace graze::bench {
namespace {

std::vector<FloatBox> boxes_of(const CheckedBoxes& scene) {
    std::vector<FloatBox> boxes;
    for (const NumberedBox& b : scene.boxes()) boxes.push_back(b.box);
    return boxes;
}

// Numbers in order; only movers move, keep their size and stay where they may be.
void expect_motion(CheckedBoxes scene) {
    const std::vector<FloatBox> start = boxes_of(scene);
    const FloatBox world = scene.world();
    for (int step = 0; step < 2000; ++step) scene.step();
    for (const NumberedBox& b : scene.boxes()) {
        EXPECT_EQ(b.id, static_cast<std::uint32_t>(&b - scene.boxes().data()));
        if (b.id < scene.first_mover()) {
            EXPECT_EQ(b.box, start[b.id]);
            continue;
        }
        EXPECT_NE(b.box, start[b.id]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(b.box.upper[axis] - b.box.lower[axis],
                        start[b.id].upper[axis] - start[b.id].lower[axis], 1e-2);
            EXPECT_GE(b.box.lower[axis], world.lower[axis]);
            EXPECT_LE(b.box.upper[axis], world.upper[axis]);
        }
    }
}

TEST(CheckedBoxes, of_a_room_ask_about_its_four_pillars) {
    const CheckedBoxes scene = CheckedBoxes::room(20);
    EXPECT_EQ(scene.movers().size(), 20u);
    EXPECT_EQ(scene.first_mover() - scene.first_asked(), 4u);
    for (std::uint32_t i = scene.first_asked(); i < scene.first_mover(); ++i) {
        const FloatBox& box = scene.boxes()[i].box;  // taller than wide, and not as wide as a wall
        EXPECT_GT(box.upper[2] - box.lower[2], 2 * (box.upper[0] - box.lower[0]));
        EXPECT_GT(box.upper[2] - box.lower[2], 2 * (box.upper[1] - box.lower[1]));
    }
    expect_motion(scene);
}

TEST(CheckedBoxes, of_a_maze_ask_about_600_things) {
    const CheckedBoxes scene = CheckedBoxes::maze(10);
    EXPECT_EQ(scene.movers().size(), 10u);
    EXPECT_EQ(scene.first_asked(), 0u);
    EXPECT_EQ(scene.first_mover(), 600u);
    expect_motion(scene);
}

}  // namespace
}  // namespace graze::bench
