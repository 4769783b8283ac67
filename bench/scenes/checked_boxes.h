// A few things that move among others that do not, and each asks about some of those: the experiments of
// Gottstein 1994, 7.1.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/vec3.h"
#include "graze/world/broad_phase/broad_phase.h"

namespace graze::bench {

class CheckedBoxes {
  public:
    // Balls in a room that ask about its four pillars.
    static CheckedBoxes room(std::uint32_t movers);
    // Cubes of one metre on the floors of a maze that ask about 600 of its walls and floors. The thesis does
    // not describe its maze; this one has eight floors, five metres apart.
    static CheckedBoxes maze(std::uint32_t movers);

    const std::string& name() const { return name_; }
    // What rests comes first, then what moves, numbered in this order.
    std::span<const NumberedBox> boxes() const { return boxes_; }
    std::span<const NumberedBox> movers() const { return std::span(boxes_).subspan(first_mover_); }
    // Those among what rests that each mover asks about: numbers from `first_asked` to `first_mover` - 1.
    std::uint32_t first_asked() const { return first_asked_; }
    std::uint32_t first_mover() const { return first_mover_; }
    FloatBox world() const;

    // One thirtieth of a second, straight on; at the walls of their world, movers turn round.
    void step();

  private:
    void add(const Box& box);

    std::string name_;
    std::vector<NumberedBox> boxes_;
    std::vector<Vec3> velocities_;
    Box inside_;
    std::uint32_t first_asked_ = 0, first_mover_ = 0;
};

}  // namespace graze::bench
