// Where is room for a sphere of a given radius? A hierarchy of cells over the box of the surface, each with
// an upper bound of the free distance in it, and a prototype for every cell that may have room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/threads.h"
#include "graze/spheres/packing/detail/prototype.h"

namespace graze::inline v1::detail {

// The discrete distance field of Weller 2012, 4.3.2, on a hierarchical grid: distances only decrease while
// spheres are inserted, so that a bound once found stays one, and a cell need not be looked at again before
// the radius asked for has come down to its bound.
class CellSearch {
  public:
    CellSearch(const PackingSurface& surface, const SphereGrid& grid);

    // The largest radius that can be asked for: no free ball in the box is larger.
    double largest() const { return largest_; }

    // Begins to look for free balls of radius `radius` or more; never more than asked for before.
    void begin(double radius);
    // Prototypes of all cells that may have room for such a ball. Each cell is represented by at most one
    // ball. Empty when no cell has room any more. Ends early, with the balls found so far, when they are very
    // many (cells that were not looked at come first the next time), or when the meter is exhausted; it is
    // charged for each closest point looked for.
    const std::vector<FreeBall>& balls(Meter& meter, const Threads& threads);

    std::uint64_t closest_points() const { return queries_; }
    std::size_t cell_count() const;

  private:
    enum class Side : std::uint8_t { unknown, inside, outside };  // of the centre
    struct Cell {
        double bound = 0;    // of the free distance of any point of the cell
        double surface = 0;  // the distance of the centre from the surface, or a lower bound; never negative
        std::uint32_t x = 0, y = 0, z = 0;
        std::uint8_t level = 0;
        bool measured = false;  // from the surface
        Side side = Side::unknown;
    };
    struct Outcome {
        std::vector<Cell> waiting, active;
        std::vector<Cell> left;  // to be looked at in the same search
        std::vector<FreeBall> balls;
        std::uint64_t queries = 0;
    };
    class Worker;

    // The first sphere is still looked for, and it is smaller than the box allows.
    bool wants_walls() const { return grid_.size() == 0 && radius_ < 0.9 * largest_; }
    void put_away(const Cell& cell);
    void take_over(Outcome& outcome);

    const PackingSurface& surface_;
    const SphereGrid& grid_;
    Vec3 lower_;
    std::vector<double> side_;  // of the cells of each level
    double largest_ = 0, radius_ = 0;
    // Cells of band i have bounds below bands_[i], and not below bands_[i + 1].
    std::vector<double> bands_;
    std::vector<std::vector<Cell>> waiting_;
    std::vector<Cell> active_, next_active_;
    std::vector<FreeBall> balls_;
    std::uint64_t queries_ = 0;
};

}  // namespace graze::inline v1::detail
