// What is to be covered, as cells of a hierarchical grid, and which of them a ball covers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/threads.h"
#include "graze/base/vec3.h"
#include "graze/spheres/sphere.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

struct CoverCell {
    Vec3 center;
    double half = 0;   // half the diagonal
    double depth = 0;  // of the centre in the solid, negative outside; 0 or less for a surface
    Vec3 nearest;      // point of the surface
};

// Cells that together hold the whole solid or surface, none larger than a share of the overreach or of its
// own depth. None if there are more than `most`.
std::optional<std::vector<CoverCell>> cover_cells(const Shape& shape, bool solid, double overreach,
                                                  std::size_t most, const Threads& threads);

// Cells by place, each covered or not.
class CellCover {
  public:
    explicit CellCover(const std::vector<CoverCell>& cells);

    std::size_t size() const { return cells_.size(); }
    const CoverCell& cell(std::size_t i) const { return cells_[i]; }
    bool covered(std::size_t i) const { return covered_[i] != 0; }
    std::size_t left() const { return left_; }

    // How many cells the ball would cover that are not covered yet: of some cells, evenly chosen.
    std::size_t gain(const Sphere& ball) const;
    // Covers them. The radius that is needed for them; 0 if there are none.
    double take(const Sphere& ball);

  private:
    std::array<std::int64_t, 3> block_of(const Vec3& p) const;
    template <class Visit>
    void visit_open(const Sphere& ball, std::uint32_t stride, Visit&& visit) const;

    std::vector<CoverCell> cells_;  // in the order of their blocks
    std::vector<std::uint8_t> covered_;
    std::size_t left_ = 0;
    std::uint32_t stride_ = 1;
    Vec3 lower_;
    double block_ = 1;
    std::array<std::int64_t, 3> count_{1, 1, 1};
    std::vector<std::uint32_t> first_;  // cell of each block
};

}  // namespace graze::inline v1::detail
