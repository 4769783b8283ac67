// The walls of a perfect maze.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::inline v1 {

// A maze of side x side cells: a random spanning tree of the cells, grown by a walk that backtracks at dead
// ends.
class MazePlan {
  public:
    MazePlan(std::size_t side, std::uint64_t seed);

    std::size_t side() const { return side_; }
    // Is there a wall along x below the cell (i, j), for j up to side()? And along y to the left of the cell,
    // for i up to side()?
    bool along_x(std::size_t i, std::size_t j) const { return along_x_[j * side_ + i]; }
    bool along_y(std::size_t i, std::size_t j) const { return along_y_[j * (side_ + 1) + i]; }

  private:
    void open_between(std::size_t cell_a, std::size_t cell_b);

    std::size_t side_;
    std::vector<bool> along_x_, along_y_;
};

}  // namespace graze::inline v1
