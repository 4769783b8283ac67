// Paths of moving objects for tests and benchmarks: lists of poses. They have the same bits on every
// platform.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/pose.h"

namespace graze::inline v1 {

using Path = std::vector<Pose>;

// An object turns once about the z axis through its own origin, which stays at `place`: the motion of one of
// two equal objects in the benchmark of Zachmann 2000, 3.5.10. Pose i is turned by i / steps. `steps` is at
// least 1.
Path spinning_path(const Vec3& place, std::uint32_t steps);

// An object orbits the origin once about `axis` without turning itself (Zachmann 2000, 3.4.3). At pose i its
// place is `start` turned by i / steps. The distance from the origin stays the same, up to rounding.
Path orbiting_path(const Vec3& start, const Vec3& axis, std::uint32_t steps);

// Objects fly in a cage and bounce off its walls and off one another (Zachmann 2000, 3.5.5). For bouncing
// they count as balls of the given radius: two that meet exchange their velocities. Each turns at a constant
// rate. Places, velocities and rates come from the seed. There is one path per object.
struct TumblingOptions {
    Box cage{{-5, -5, -5}, {5, 5, 5}};
    std::uint32_t things = 2;
    double radius = 1;
    std::uint32_t steps = 2000;
    double fastest = 0.1;      // largest coordinate of a velocity, in lengths per step; less than the radius
    double most_turns = 0.01;  // per step
    std::uint64_t seed = 1;
};
// No ball ever leaves the cage. Throws Error if many attempts do not find a place for a ball, or if an option
// is out of range.
std::vector<Path> tumbling_paths(const TumblingOptions& options);

// A walk through the maze of make_maze (graze/models/scenes.h) as an eye sees it that looks along its x axis
// (Gottstein 1994, 7.2.1). The eye is 2 metres high and goes in a spiral from a corner to the middle. From
// pose to pose it moves half a metre along x or y, or turns by 6 degrees to the left. It passes through
// walls, but never leaves the maze. Each floor has 685 poses, one floor after the other. `turns` is the
// rotation of the maze about the z axis.
Path maze_walk(std::uint32_t floors = 1, double floor_distance = 80, double turns = 0);

// Goes straight from key pose to key pose: places in equal steps, rotations along the shorter arc by
// normalised linear interpolation. The path contains the key poses exactly. There is at least one step
// between two keys.
Path interpolated_path(std::span<const Pose> keys, std::uint32_t steps_between);

// Pulls a part out: moves it by `distance` along `direction` and turns it by `turns` about that direction
// through `from`'s origin. 0 turns is a straight pull. The path has steps + 1 poses.
Path extraction_path(const Pose& from, const Vec3& direction, double distance, double turns,
                     std::uint32_t steps);

// The path as an unsteady hand or a tracker gives it, with white noise added to each pose: to each coordinate
// with the standard deviation `position_noise`, and a turn about a random axis by an angle with the standard
// deviation `turn_noise`. No error exceeds six standard deviations.
struct HandOptions {
    double position_noise = 0.001;  // in lengths
    double turn_noise = 0.001;      // in turns
    std::uint64_t seed = 1;
};
Path unsteady_path(std::span<const Pose> path, const HandOptions& options);

}  // namespace graze::inline v1
