// Paths for things to move along in tests and benchmarks, as poses one after the other. The same bits on
// every platform.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/pose.h"

namespace graze::inline v1 {

using Path = std::vector<Pose>;

// Turns once about the z axis through its own origin, which stays at `place`, in so many steps (at least 1):
// what one of two equal objects does in the benchmark of Zachmann 2000, 3.5.10. Step i has turned by i /
// steps.
Path spinning_path(const Vec3& place, std::uint32_t steps);

// Goes once round the origin about `axis` without turning itself (Zachmann 2000, 3.4.3): `start` turned by
// i / steps. `start` is as far from the origin in each step, up to rounding.
Path orbiting_path(const Vec3& start, const Vec3& axis, std::uint32_t steps);

// Things that fly about in a cage, bounce off its walls and off one another, and turn at a steady rate each
// (Zachmann 2000, 3.5.5): for that they are balls of the radius given. Two that meet exchange their
// velocities. Places, velocities and turning come from the seed. One path for each.
struct TumblingOptions {
    Box cage{{-5, -5, -5}, {5, 5, 5}};
    std::uint32_t things = 2;
    double radius = 1;
    std::uint32_t steps = 2000;
    double fastest = 0.1;      // of a coordinate of the velocity, per step, in lengths; less than the radius
    double most_turns = 0.01;  // per step
    std::uint64_t seed = 1;
};
// No ball ever leaves the cage. Throws Error if there is no room to place them (after many attempts) or if an
// option is out of range.
std::vector<Path> tumbling_paths(const TumblingOptions& options);

// An eye that looks along its x axis walks through the maze of make_maze (graze/models/scenes.h): 2 metres
// high, from a corner spirally to the middle, by half a metre along x or y or by a turn of 6 degrees to the
// left from pose to pose (Gottstein 1994, 7.2.1). Walls do not stop it, but it never leaves the maze. 685
// poses for each floor, one floor after the other; `turns` is by how much the maze is turned about the z
// axis.
Path maze_walk(std::uint32_t floors = 1, double floor_distance = 80, double turns = 0);

// Straight from key to key: places in equal steps, rotations along the shorter arc by normalised linear
// interpolation. The keys themselves are among the poses, as they are. At least one step between two keys.
Path interpolated_path(std::span<const Pose> keys, std::uint32_t steps_between);

// Pulls a part out: `distance` along `direction` from where it is, turning by `turns` about that direction
// through `from`'s origin. Has steps + 1 poses; 0 turns is a straight pull.
Path extraction_path(const Pose& from, const Vec3& direction, double distance, double turns,
                     std::uint32_t steps);

// The path as an unsteady hand, or a tracker, would have it: white noise is added to each pose, to each
// coordinate with the standard deviation given, and a turn about a random axis whose angle has the other one.
// No deviation is larger than six standard deviations.
struct HandOptions {
    double position_noise = 0.001;  // in lengths
    double turn_noise = 0.001;      // in turns
    std::uint64_t seed = 1;
};
Path unsteady_path(std::span<const Pose> path, const HandOptions& options);

}  // namespace graze::inline v1
