// Which walls of a perfect maze stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::inline v1 {

// Cells are side x side. A random spanning tree of them, grown by a walk that backs up where it is stuck.
class MazePlan {
  public:
    MazePlan(std::size_t side, std::uint64_t seed);

    std::size_t side() const { return side_; }
    // The wall along x below the cell (i, j), for j up to side(); that along y left of it, for i up to
    // side().
    bool along_x(std::size_t i, std::size_t j) const { return along_x_[j * side_ + i]; }
    bool along_y(std::size_t i, std::size_t j) const { return along_y_[j * (side_ + 1) + i]; }

  private:
    void open_between(std::size_t cell_a, std::size_t cell_b);

    std::size_t side_;
    std::vector<bool> along_x_, along_y_;
};

}  // namespace graze::inline v1
