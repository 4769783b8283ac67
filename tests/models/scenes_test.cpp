#include "graze/models/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "graze/base/error.h"
#include "graze/mesh/measures.h"
#include "graze/models/objects/maze.h"
#include "graze/query/distance/distance.h"

namespace graze::test {
namespace {

TEST(Maze, has_a_floor_and_81_walls_whatever_the_seed) {
    for (const std::uint64_t seed : {1u, 2u, 3u, 99u}) {
        const Assembly maze = make_maze({.seed = seed});
        ASSERT_EQ(maze.parts.size(), 82u);
        std::set<std::string> paths;
        for (const Part& part : maze.parts) paths.insert(part.path);
        EXPECT_EQ(paths.size(), 82u);
        EXPECT_EQ(maze.parts[0].mesh->box().size(), (Vec3{36.6, 36.6, 0.3}));
        EXPECT_EQ(maze.parts[1].mesh->box().size(), (Vec3{4.5, 0.3, 4.5}));
        EXPECT_EQ(merged(maze).triangle_count(), 82u * 12);
    }
}

TEST(Maze, floors_lie_above_one_another_and_can_be_turned) {
    const Assembly maze = make_maze({.floors = 3, .turns = 0.125});
    EXPECT_EQ(maze.parts.size(), 3u * 82);
    const Box box = merged(maze).box();
    EXPECT_NEAR(box.upper.z, 160 + 4.5, 1e-12);
    EXPECT_NEAR(box.upper.x, 18.3 * std::sqrt(2.0), 1e-12);
    EXPECT_THROW(make_maze({.floors = 0}), Error);
}

// As many ways as a tree has, and every cell is reached.
TEST(MazePlan, leads_from_each_cell_to_each_other_in_one_way) {
    const MazePlan plan(8, 7);
    std::size_t open = 0;
    std::vector<std::size_t> todo{0};
    std::set<std::size_t> reached{0};
    while (!todo.empty()) {
        const std::size_t at = todo.back(), i = at % 8, j = at / 8;
        todo.pop_back();
        const auto go = [&](bool wall, std::size_t next) {
            if (!wall && reached.insert(next).second) todo.push_back(next);
        };
        go(plan.along_y(i, j), at - 1);
        go(plan.along_y(i + 1, j), at + 1);
        go(plan.along_x(i, j), at - 8);
        go(plan.along_x(i, j + 1), at + 8);
    }
    for (std::size_t j = 0; j < 8; ++j)
        for (std::size_t i = 0; i < 8; ++i)
            open += (plan.along_x(i, j) ? 0 : 1) + (plan.along_y(i, j) ? 0 : 1);
    EXPECT_EQ(reached.size(), 64u);
    EXPECT_EQ(open, 63u);
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_TRUE(plan.along_x(i, 0) && plan.along_x(i, 8) && plan.along_y(0, i) && plan.along_y(8, i));
}

TEST(Room, has_movers_of_100_triangles_apart_from_everything) {
    const Room room = make_room({.seed = 3, .movers = 40});
    const auto& parts = room.assembly.parts;
    ASSERT_EQ(parts.size(), room.first_mover + 40);
    ASSERT_EQ(room.velocities.size(), 40u);
    for (const Vec3& v : room.velocities) {
        EXPECT_GE(length(v), 0.5);
        EXPECT_LE(length(v), 2);
    }
    std::vector<Shape> shapes;
    for (const Part& part : parts) shapes.emplace_back(*part.mesh);
    for (std::size_t i = room.first_mover; i < parts.size(); ++i) {
        EXPECT_EQ(parts[i].mesh, parts[room.first_mover].mesh);
        EXPECT_EQ(parts[i].mesh->triangle_count(), 100u);
        EXPECT_TRUE(room.inside.contains(parts[i].world_from_part.translation()));
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GT(
                distance(shapes[i], parts[i].world_from_part, shapes[j], parts[j].world_from_part).value, 0)
                << parts[i].path << " and " << parts[j].path;
    }
    EXPECT_GT(solid_measures(*parts.back().mesh).volume, 0);
    EXPECT_THROW(make_room({.movers = 501}), Error);
}

TEST(Cage, has_ten_copies_apart_from_one_another_and_from_six_walls) {
    const Room cage = make_cage({.object = "eagle", .triangles = 5000, .seed = 4});
    const auto& parts = cage.assembly.parts;
    ASSERT_EQ(cage.first_mover, 6u);
    ASSERT_EQ(parts.size(), 16u);
    std::vector<Shape> shapes;
    for (const Part& part : parts) shapes.emplace_back(*part.mesh);
    for (std::size_t i = cage.first_mover; i < parts.size(); ++i) {
        EXPECT_EQ(parts[i].mesh, parts[6].mesh);
        EXPECT_TRUE(cage.inside.contains(parts[i].world_from_part.translation()));
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GT(
                distance(shapes[i], parts[i].world_from_part, shapes[j], parts[j].world_from_part).value, 0)
                << parts[i].path << " and " << parts[j].path;
    }
}

TEST(Cage, walls_leave_no_way_out) {
    const Room cage = make_cage({.object = "cube", .triangles = 12});
    const Box outside = merged(cage.assembly).box();
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            // The wall on that side covers the whole face of the inside.
            const bool covered = std::ranges::any_of(cage.assembly.parts, [&](const Part& part) {
                const Vec3 at = part.world_from_part.translation(), size = part.mesh->box().size();
                const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
                return side * at[axis] - size[axis] / 2 == cage.inside.upper[axis] &&
                       size[u] >= cage.inside.size()[u] && size[v] >= cage.inside.size()[v];
            });
            EXPECT_TRUE(covered) << axis << " " << side;
        }
    EXPECT_TRUE(outside.contains(cage.inside.lower) && outside.contains(cage.inside.upper));
}

TEST(Cage, velocities_depend_on_the_seed_and_on_no_object) {
    const Room eagles = make_cage({.object = "eagle", .triangles = 0});
    const Room trees = make_cage({.object = "tree", .triangles = 2000});
    EXPECT_EQ(eagles.velocities, trees.velocities);
    EXPECT_NE(eagles.velocities, make_cage({.object = "eagle", .triangles = 0, .seed = 2}).velocities);
    for (const Vec3& v : eagles.velocities) {
        EXPECT_GE(length(v), 0.5);
        EXPECT_LE(length(v), 2);
    }
    EXPECT_THROW(make_cage({.object = "teapot"}), Error);
    EXPECT_THROW(make_cage({.copies = 0}), Error);
}

}  // namespace
}  // namespace graze::test
