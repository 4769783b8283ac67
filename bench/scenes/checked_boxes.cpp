#include "bench/scenes/checked_boxes.h"

#include <fmt/format.h>

#include <algorithm>

#include "graze/base/random.h"
#include "graze/models/scenes.h"

namespace graze::bench {
namespace {

constexpr double steps_per_second = 30;
constexpr std::uint32_t pillars = 4;  // the last of what rests in a room
constexpr std::size_t parts_of_maze = 600;

Box box_of(const Part& part) {
    Box box;
    for (const Vec3& v : part.mesh->vertices()) box.grow(part.world_from_part(v));
    return box;
}

// Moves one side of a box along; true if it would leave the bounds and must turn round.
bool leaves(const FloatBox& box, std::size_t axis, float by, double lower, double upper) {
    return static_cast<double>(box.lower[axis] + by) < lower ||
           static_cast<double>(box.upper[axis] + by) > upper;
}

}  // namespace

CheckedBoxes CheckedBoxes::room(std::uint32_t movers) {
    CheckedBoxes scene;
    scene.name_ = fmt::format("room, {} move", movers);
    Room room = make_room({.movers = movers});
    for (const Part& part : room.assembly.parts) scene.add(box_of(part));
    scene.first_mover_ = static_cast<std::uint32_t>(room.first_mover);
    scene.first_asked_ = scene.first_mover_ - pillars;
    scene.velocities_ = std::move(room.velocities);
    scene.inside_ = room.inside;
    return scene;
}

CheckedBoxes CheckedBoxes::maze(std::uint32_t movers) {
    CheckedBoxes scene;
    scene.name_ = fmt::format("maze, {} move", movers);
    const Assembly maze = make_maze({.floors = 8, .floor_distance = 5});
    for (const Part& part : std::span(maze.parts).first(parts_of_maze)) {
        scene.add(box_of(part));
        scene.inside_.grow(box_of(part));
    }
    scene.first_mover_ = parts_of_maze;
    Random random(1);
    for (std::uint32_t i = 0; i < movers; ++i) {
        const Vec3 low = scene.inside_.lower, high = scene.inside_.upper - Vec3{1, 1, 1};
        const double z = 5.0 * static_cast<double>(random.below(7)) + 1;  // upright on one of the floors
        const Vec3 at{random.uniform(low.x, high.x), random.uniform(low.y, high.y), z};
        scene.add({at, at + Vec3{1, 1, 1}});
        scene.velocities_.push_back({random.uniform(-2, 2), random.uniform(-2, 2), 0});
    }
    return scene;
}

FloatBox CheckedBoxes::world() const {
    FloatBox world;
    for (const NumberedBox& b : boxes_) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            world.lower[axis] = std::min(world.lower[axis], b.box.lower[axis]);
            world.upper[axis] = std::max(world.upper[axis], b.box.upper[axis]);
        }
    }
    return world;
}

void CheckedBoxes::step() {
    for (std::size_t i = 0; i < velocities_.size(); ++i) {
        FloatBox& box = boxes_[first_mover_ + i].box;
        double* velocity[3] = {&velocities_[i].x, &velocities_[i].y, &velocities_[i].z};
        const double lower[3] = {inside_.lower.x, inside_.lower.y, inside_.lower.z};
        const double upper[3] = {inside_.upper.x, inside_.upper.y, inside_.upper.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            auto by = static_cast<float>(*velocity[axis] / steps_per_second);
            if (leaves(box, axis, by, lower[axis], upper[axis])) {
                *velocity[axis] = -*velocity[axis];
                by = -by;
            }
            box.lower[axis] += by;
            box.upper[axis] += by;
        }
    }
}

void CheckedBoxes::add(const Box& box) {
    boxes_.push_back({static_cast<std::uint32_t>(boxes_.size()), rounded_outwards(box)});
}

}  // namespace graze::bench
