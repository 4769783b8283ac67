#include "bench/scenes/moving_boxes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/scenes/box_answers.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

bool is_inside(const FloatBox& inner, const FloatBox& outer) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (inner.lower[axis] < outer.lower[axis] || inner.upper[axis] > outer.upper[axis]) return false;
    return true;
}

long units(float coordinate) {
    const double value = static_cast<double>(coordinate) * 0x1p14;
    EXPECT_EQ(value, std::floor(value));
    return static_cast<long>(value);
}

TEST(MovingBoxes, are_the_same_every_time) {
    MovingBoxes a({.objects = 50, .sizes = BoxSizes::spread}), b({.objects = 50, .sizes = BoxSizes::spread});
    for (int step = 0; step < 20; ++step) {
        const auto p = a.step(), q = b.step();
        ASSERT_EQ(p.size(), q.size());
        for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(p[i].box, q[i].box);
    }
}

TEST(MovingBoxes, stay_in_their_world_and_never_just_touch) {
    for (const BoxSizes sizes : {BoxSizes::equal, BoxSizes::spread}) {
        MovingBoxes boxes({.objects = 100, .overlaps_per_box = 3, .sizes = sizes});
        for (int step = 0; step < 300; ++step) {
            for (const NumberedBox& b : boxes.step()) {
                ASSERT_TRUE(is_inside(b.box, boxes.world()));
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    ASSERT_EQ(units(b.box.lower[axis]) % 2, 0);
                    ASSERT_EQ(units(b.box.upper[axis]) % 2, 1);
                }
            }
        }
    }
}

TEST(MovingBoxes, have_centres_that_floats_hold) {
    MovingBoxes boxes({.objects = 100, .overlaps_per_box = 0.1});
    for (const NumberedBox& b : boxes.boxes()) {
        const double centre = (static_cast<double>(b.box.lower[0]) + static_cast<double>(b.box.upper[0])) / 2;
        EXPECT_EQ(static_cast<double>(static_cast<float>(centre)), centre);
    }
}

TEST(MovingBoxes, move_a_tenth_of_their_side_and_keep_their_size) {
    MovingBoxes boxes({.objects = 40, .overlaps_per_box = 0.1, .sizes = BoxSizes::spread});
    const std::vector<NumberedBox> before(boxes.boxes().begin(), boxes.boxes().end());
    std::size_t straight = 0;
    for (const NumberedBox& b : boxes.step()) {
        const FloatBox& old = before[b.id].box;
        const double side = old.upper[0] - old.lower[0];
        EXPECT_EQ(b.box.upper[0] - b.box.lower[0], old.upper[0] - old.lower[0]);
        const double length = std::hypot(b.box.lower[0] - old.lower[0], b.box.lower[1] - old.lower[1],
                                         b.box.lower[2] - old.lower[2]);
        straight += std::abs(length - side / 10) < 0.001 ? 1 : 0;
    }
    EXPECT_GT(straight, 30u);  // the others bounced
}

TEST(MovingBoxes, overlap_as_often_as_asked_for) {
    for (const BoxSizes sizes : {BoxSizes::equal, BoxSizes::spread}) {
        for (const double wanted : {0.1, 1.0, 10.0}) {
            double pairs = 0;
            constexpr int worlds = 20, objects = 500;
            for (int seed = 1; seed <= worlds; ++seed) {
                const MovingBoxes boxes({.objects = objects,
                                         .overlaps_per_box = wanted,
                                         .sizes = sizes,
                                         .seed = static_cast<std::uint64_t>(seed)});
                pairs += static_cast<double>(pairs_by_sweeping(boxes.boxes(), boxes.boxes()).size());
            }
            const double measured = 2 * pairs / (worlds * objects);
            EXPECT_NEAR(measured / wanted, 1, 0.15) << name(sizes) << ", " << wanted;
        }
    }
}

TEST(MovingBoxes, may_move_only_some) {
    MovingBoxes boxes({.objects = 1000, .movers = 10});
    const std::vector<NumberedBox> before(boxes.boxes().begin(), boxes.boxes().end());
    EXPECT_EQ(boxes.step().size(), 10u);
    std::size_t moved = 0;
    for (const NumberedBox& b : boxes.boxes()) moved += b.box != before[b.id].box ? 1 : 0;
    EXPECT_EQ(moved, 10u);
}

TEST(MovingBoxes, refuse_a_world_that_is_not_exact_in_floats) {
    EXPECT_THROW(MovingBoxes({.objects = 1000, .overlaps_per_box = 1e-6}), Error);
}

TEST(MovingBoxes, all_overlap_if_more_is_asked_for_than_there_are) {
    const MovingBoxes boxes({.objects = 5, .overlaps_per_box = 100});
    EXPECT_EQ(pairs_one_by_one(boxes.boxes(), boxes.boxes()).size(), 10u);
}

}  // namespace
}  // namespace graze::bench
