#include "graze/world/comparison/swept_box.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <utility>

#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

// How many faces have an edge, by its ends.
std::map<std::pair<int, int>, int> edges(const SweptBox& box) {
    std::map<std::pair<int, int>, int> uses;
    for (const SweptBox::Face& face : box.faces()) {
        for (std::size_t i = 0; i < face.size; ++i) {
            const int p = face.corners[i], q = face.corners[(i + 1) % face.size];
            ++uses[{std::min(p, q), std::max(p, q)}];
        }
    }
    return uses;
}

void expect_closed_convex(const SweptBox& box) {
    const auto uses = edges(box);
    for (const auto& [edge, count] : uses) EXPECT_EQ(count, 2) << edge.first << " " << edge.second;
    EXPECT_EQ(box.vertices().size() - uses.size() + box.faces().size(), 2u);
    for (const SweptBox::Face& face : box.faces()) {
        const Vec3 on_face = box.vertices()[face.corners[0]];
        int in_plane = 0;
        for (const Vec3& v : box.vertices()) {
            EXPECT_LE(dot(v - on_face, face.normal), 0);
            in_plane += dot(v - on_face, face.normal) == 0;
        }
        EXPECT_EQ(in_plane, face.size);
    }
}

TEST(SweptBox, has_the_vertices_and_faces_of_its_number_of_directions) {
    const std::size_t vertices[] = {8, 8, 12, 14}, faces[] = {6, 6, 8, 12};
    for (int code = 0; code < 27; ++code) {
        const int y = code / 3 % 3, z = code / 9;
        const Vec3 way{code % 3 - 1.0, (y - 1.0) * 2, (z - 1.0) * 4};
        const auto directions = static_cast<std::size_t>((way.x != 0) + (way.y != 0) + (way.z != 0));
        const SweptBox swept(Box{{0, 0, 0}, {1, 2, 3}}, way);
        EXPECT_EQ(swept.vertices().size(), vertices[directions]) << code;
        EXPECT_EQ(swept.faces().size(), faces[directions]) << code;
        expect_closed_convex(swept);
        EXPECT_EQ(swept.bounds().lower.x, std::min(0.0, way.x));
        EXPECT_EQ(swept.bounds().upper.z, std::max(3.0, 3 + way.z));
    }
}

RC_GTEST_PROP(SweptBox, contains_what_the_box_passes_and_nothing_else, (std::uint32_t seed)) {
    Random random(seed);
    const MovingBox moving = dyadic_moving_box(random);
    const Box thick{moving.box().lower, moving.box().upper + Vec3{1, 1, 1}};
    const SweptBox swept(thick, moving.velocity());
    for (int i = 0; i < 50; ++i) {
        const Vec3 p = dyadic_vector(random, 14);
        // Passed at some time from 0 to 1: a point is a box too.
        double first = 0, last = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double v = moving.velocity()[axis];
            const double from = p[axis] - thick.upper[axis], to = p[axis] - thick.lower[axis];
            if (v == 0 && (from > 0 || to < 0)) last = -1;
            if (v == 0) continue;
            first = std::max(first, v > 0 ? from / v : to / v);
            last = std::min(last, v > 0 ? to / v : from / v);
        }
        if (std::abs(first - last) < 1e-9) continue;  // on the surface, or nearly
        RC_ASSERT(swept.contains(p) == (first <= last));
    }
}

TEST(SweptBox, meets_segments_that_pass_through_it) {
    const SweptBox swept(cube_at({0, 0, 0}), {4, 4, 0});
    EXPECT_TRUE(swept.meets_segment({0, 5, 0.5}, {5, 0, 0.5}));
    EXPECT_FALSE(swept.meets_segment({2, 0, 0.5}, {5, 0, 0.5}));
    EXPECT_TRUE(swept.meets_segment({2, 2, 0.5}, {2.1, 2, 0.5}));
    EXPECT_FALSE(swept.meets_segment({0, 5, 2}, {5, 0, 2}));
}

TEST(SweptBox, intersects_crosswise_without_a_vertex_inside) {
    const SweptBox across(Box{{-5, 0, 0}, {-4, 1, 1}}, {9, 0, 0});
    const SweptBox upright(Box{{0, 0.25, -5}, {1, 0.75, -4}}, {0, 0, 9});
    const SweptBox beside(Box{{0, 1.25, -5}, {1, 1.75, -4}}, {0, 0, 9});
    EXPECT_TRUE(intersects(across, upright));
    EXPECT_TRUE(intersects(upright, across));
    EXPECT_FALSE(intersects(across, beside));
    EXPECT_TRUE(intersects(across, across));
}

TEST(SweptBox, intersects_one_that_it_holds) {
    const SweptBox large(Box{{-5, -5, -5}, {5, 5, 5}}, {1, 2, 3}), small(cube_at({0, 0, 0}), {1, 1, 1});
    EXPECT_TRUE(intersects(large, small));
    EXPECT_TRUE(intersects(small, large));
}

TEST(SweptBox, does_not_intersect_what_only_its_bounds_overlap) {
    const SweptBox diagonal(cube_at({0, 0, 0}), {9, 9, 9});
    const SweptBox in_the_corner(cube_at({0, 6, 0}), {1, 1, 0.5});
    ASSERT_TRUE(overlap(diagonal.bounds(), in_the_corner.bounds()));
    EXPECT_FALSE(intersects(diagonal, in_the_corner));
}

}  // namespace
}  // namespace graze::test
