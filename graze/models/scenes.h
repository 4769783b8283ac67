// Assemblies for benchmarks of many objects: mazes, and rooms and boxes in which things move about.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// A floor of 36.6 x 36.6 x 0.3 metres with 81 walls of 4.5 x 4.5 x 0.3 on it, each a box of its own: a
// perfect maze of 8 x 8 cells, in which exactly one way leads from each cell to each other. (Of the 144
// places for walls round 64 cells, a tree of ways leaves 81.) Walls meet at the corners of cells and stand on
// the floor, so neighbours touch or overlap there. z up; the middle of the lowest floor's upper side is the
// origin.
struct MazeOptions {
    std::uint64_t seed = 1;
    std::uint32_t floors = 1;    // above one another
    double floor_distance = 80;  // from one floor to the next
    double turns = 0;            // about the z axis: 0.125 is 45 degrees
};
Assembly make_maze(const MazeOptions& options = {});

// A room of 20 x 20 x 5 metres: floor, ceiling, four walls, four pillars that stand free, and `movers` balls
// of 100 triangles each at places apart from one another and from everything else, with a velocity each
// (metres per second, from 0.5 to 2) for whoever lets them move. z up, the origin in the middle of the floor.
struct RoomOptions {
    std::uint64_t seed = 1;
    std::uint32_t movers = 20;  // at most 500
};
struct Room {
    Assembly assembly;  // what stands still, then the movers
    std::size_t first_mover = 0;
    std::vector<Vec3> velocities;  // of the movers
    Box inside;                    // between walls, floor and ceiling
};
Room make_room(const RoomOptions& options = {});

// A closed box of six walls with copies of one generated object flying in it (Ohlenburg 2003, 3.3.2: ten
// figures, eagles or trees). They are turned any way and apart from one another and from the walls; their
// velocities, from 0.5 to 2 lengths per second, depend on nothing but the seed and their number, so that runs
// with other objects and resolutions can be compared. The box is a cube around the origin with at least 3
// times the room that cubes around the copies need, however they are turned; the object's unit is a metre.
struct CageOptions {
    std::string_view object = "figure";  // one of graze/models/objects.h
    std::uint32_t triangles = 7000;      // of each copy
    std::uint32_t copies = 10;           // at most 1000
    std::uint64_t seed = 1;
};
Room make_cage(const CageOptions& options = {});

}  // namespace graze::inline v1
