// Boxes that move in straight lines and bounce off the walls of a cube, the same for everybody.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::bench {

enum class BoxSizes {
    equal,  // cubes of side 1
    spread  // sides from 0.32 to 3.2, small ones more often: their reciprocals are uniformly distributed
};
std::string_view name(BoxSizes sizes);

struct MovingBoxesOptions {
    std::size_t objects = 1000;
    double overlaps_per_box = 1;  // that the cube's size is made for; at most as many as there are others
    BoxSizes sizes = BoxSizes::equal;
    std::size_t movers = ~std::size_t{0};  // how many move, spread over the numbers; all if not fewer
    std::uint64_t seed = 1;
};

// Every mover moves by a tenth of its side in each step. All coordinates are multiples of 2^-14 below 2^10,
// so that every library holds them exactly, in floats, doubles, corners or centres. Lower bounds are even
// multiples and upper ones odd: no two boxes ever just touch, about which libraries differ.
class MovingBoxes {
  public:
    // Throws graze::Error if there are too many objects for the coordinates.
    explicit MovingBoxes(const MovingBoxesOptions& options);

    std::span<const NumberedBox> boxes() const { return boxes_; }
    FloatBox world() const;
    // Moves, and tells the new boxes of what moved.
    std::span<const NumberedBox> step();

  private:
    struct Mover {
        std::uint32_t id = 0;
        std::int32_t position[3] = {}, velocity[3] = {};
    };
    void put(std::uint32_t id, const std::int32_t (&position)[3]);

    std::int32_t world_side_ = 0;      // in units, as all of these
    std::vector<std::int32_t> sides_;  // odd
    std::vector<Mover> movers_;
    std::vector<NumberedBox> boxes_, moved_;
};

// The side of a cube in which `objects` boxes of these sides, placed anywhere inside, overlap as many others
// each, on average; exact if all sides are equal.
double cube_for(std::span<const double> sides, double overlaps_per_box);

}  // namespace graze::bench
