// Assemblies for benchmarks of many objects: mazes, and rooms and cages with moving objects.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// A floor of 36.6 x 36.6 x 0.3 metres with 81 walls of 4.5 x 4.5 x 0.3 on it, each a box of its own. They
// form a perfect maze of 8 x 8 cells: exactly one path leads from each cell to each other. (A spanning tree
// of the 64 cells opens 63 of the 144 places for walls.) Walls meet at the corners of cells and stand on the
// floor, so neighbours touch or overlap there. z is up; the origin is the middle of the lowest floor's upper
// side.
struct MazeOptions {
    std::uint64_t seed = 1;
    std::uint32_t floors = 1;    // one above the other
    double floor_distance = 80;  // from one floor to the next
    double turns = 0;            // rotation about the z axis: 0.125 is 45 degrees
};
Assembly make_maze(const MazeOptions& options = {});

// A room of 20 x 20 x 5 metres: floor, ceiling, four walls, four free-standing pillars and `movers` balls of
// 100 triangles each. The balls touch nothing. Each has a velocity of 0.5 to 2 metres per second, for callers
// that move them. z is up; the origin is the middle of the floor.
struct RoomOptions {
    std::uint64_t seed = 1;
    std::uint32_t movers = 20;  // at most 500
};
struct Room {
    Assembly assembly;  // first the parts that stand still, then the movers
    std::size_t first_mover = 0;
    std::vector<Vec3> velocities;  // of the movers
    Box inside;                    // between walls, floor and ceiling
};
Room make_room(const RoomOptions& options = {});

// A closed cage of six walls in which copies of one generated object fly (Ohlenburg 2003, 3.3.2: ten figures,
// eagles or trees). The copies have random rotations and touch neither one another nor the walls. Their
// velocities, from 0.5 to 2 lengths per second, depend only on the seed and the number of copies, so runs
// with other objects and resolutions can be compared. The cage is a cube around the origin. Its volume is at
// least 3 times that of cubes around the copies, whatever their rotations. The object's unit is a metre.
struct CageOptions {
    std::string_view object = "figure";  // one of graze/models/objects.h
    std::uint32_t triangles = 7000;      // of each copy
    std::uint32_t copies = 10;           // at most 1000
    std::uint64_t seed = 1;
};
Room make_cage(const CageOptions& options = {});

}  // namespace graze::inline v1
