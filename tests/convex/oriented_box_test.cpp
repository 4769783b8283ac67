#include "graze/convex/oriented_box.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/predicates.h"

namespace graze {
namespace {

TEST(OrientedBox, has_its_corners_where_the_bits_of_their_numbers_say) {
    const OrientedBox box({1, 2, 3}, Pose::translation({10, 20, 30}));
    EXPECT_EQ(box.corners()[0], (Vec3{9, 18, 27}));
    EXPECT_EQ(box.corners()[1], (Vec3{11, 18, 27}));
    EXPECT_EQ(box.corners()[2], (Vec3{9, 22, 27}));
    EXPECT_EQ(box.corners()[7], (Vec3{11, 22, 33}));
    EXPECT_EQ(box.box(), (Box{{9, 18, 27}, {11, 22, 33}}));
}

TEST(OrientedBox, from_an_axis_aligned_box_keeps_its_corners_bit_by_bit) {
    const Box box{{0.1, -0.3, 1e-20}, {0.7, 0.2, 3.3}};
    EXPECT_EQ(OrientedBox::from(box).box(), box);
}

TEST(OrientedBox, has_faces_that_are_seen_counter_clockwise_from_outside) {
    const OrientedBox box({1, 2, 3});
    for (std::uint8_t face = 0; face < OrientedBox::face_count; ++face) {
        const auto corner = OrientedBox::face(face);
        const auto& c = box.corners();
        for (const std::uint8_t i : corner) EXPECT_EQ((i >> (face / 2) & 1) != 0, face % 2 == 1) << int{face};
        EXPECT_EQ(orient3d(c[corner[0]], c[corner[1]], c[corner[2]], {}), -1) << int{face};
        EXPECT_EQ(orient3d(c[corner[2]], c[corner[3]], c[corner[0]], {}), -1) << int{face};
    }
}

TEST(OrientedBox, has_twelve_edges_with_a_number_each) {
    std::array<int, OrientedBox::edge_count + 1> pairs{};
    for (std::uint8_t i = 0; i < 8; ++i)
        for (std::uint8_t k = 0; k < 8; ++k) {
            EXPECT_EQ(OrientedBox::edge(i, k), OrientedBox::edge(k, i));
            ++pairs[OrientedBox::edge(i, k)];
        }
    for (std::size_t edge = 0; edge < OrientedBox::edge_count; ++edge) EXPECT_EQ(pairs[edge], 2) << edge;
    EXPECT_EQ(OrientedBox::edge(0, 1), 0);
    EXPECT_EQ(OrientedBox::edge(2, 3), 1) << "along x, at the upper y";
    EXPECT_EQ(OrientedBox::edge(0, 4), 8) << "along z";
}

TEST(OrientedBox, refuses_sides_that_are_none) {
    EXPECT_THROW(OrientedBox({-1, 1, 1}), Error);
    EXPECT_THROW(OrientedBox({1, std::numeric_limits<double>::quiet_NaN(), 1}), Error);
    EXPECT_THROW(OrientedBox({1, 1, std::numeric_limits<double>::infinity()}), Error);
    EXPECT_THROW(OrientedBox({1, 1, 2e100}), Error);
    EXPECT_THROW(OrientedBox::from(Box{}), Error);
    EXPECT_NO_THROW(OrientedBox({0, 0, 0}));
}

TEST(OrientedBox, is_restored_from_its_corners_and_from_no_others) {
    const OrientedBox box({1, 2e-7, 3e5}, Pose({0.3, 0.1, -0.7, 0.2}, {1e5, 2, 3}));
    EXPECT_EQ(OrientedBox::with_corners(box.corners()), box);
    auto corners = box.corners();
    corners[5].x += 1;
    EXPECT_THROW(OrientedBox::with_corners(corners), Error);
    auto sheared = OrientedBox({1, 1, 1}).corners();
    for (std::size_t i = 0; i < 8; ++i)
        if ((i & 4) != 0) sheared[i].x += 0.5;
    EXPECT_THROW(OrientedBox::with_corners(sheared), Error);
    corners = box.corners();
    corners[2].y = std::numeric_limits<double>::infinity();
    EXPECT_THROW(OrientedBox::with_corners(corners), Error);
    EXPECT_EQ(OrientedBox::with_corners(OrientedBox().corners()), OrientedBox());
}

}  // namespace
}  // namespace graze
