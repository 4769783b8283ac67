#include <array>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

constexpr int lattice_cells = 6;  // along each edge
constexpr double lattice_cell = 2.0 / lattice_cells;
constexpr std::size_t shortest = 6, longest = 30;

using Cell = std::array<int, 3>;

class Space {
  public:
    bool free(const Cell& c) const { return inside(c) && !taken_[index(c)]; }
    void take(const Cell& c) { taken_[index(c)] = true; }
    void give_back(const Cell& c) { taken_[index(c)] = false; }

  private:
    static bool inside(const Cell& c) {
        for (const int v : c)
            if (v < 0 || v >= lattice_cells) return false;
        return true;
    }
    static std::size_t index(const Cell& c) {
        const auto at = [&](std::size_t axis) { return static_cast<std::size_t>(c[axis]); };
        return (at(2) * lattice_cells + at(1)) * lattice_cells + at(0);
    }

    std::array<bool, std::size_t{lattice_cells} * lattice_cells * lattice_cells> taken_{};
};

// Two times out of three the pipe goes straight on, otherwise to a random free side. It ends where no side is
// free.
std::vector<Cell> walk(Space& space, Random& random) {
    Cell at{};
    do {
        for (int& v : at) v = static_cast<int>(random.below(lattice_cells));
    } while (!space.free(at));
    std::vector<Cell> path{at};
    space.take(at);
    const std::size_t length = shortest + random.below(longest - shortest);
    Cell last_step{};
    while (path.size() < length) {
        std::vector<Cell> steps;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const int sign : {-1, 1}) {
                Cell step{};
                step[axis] = sign;
                if (space.free({at[0] + step[0], at[1] + step[1], at[2] + step[2]})) steps.push_back(step);
            }
        }
        if (steps.empty()) break;
        Cell step = steps[random.below(steps.size())];
        const bool straight = random.chance(0.6);
        for (const Cell& s : steps)
            if (straight && s == last_step) step = s;
        for (std::size_t axis = 0; axis < 3; ++axis) at[axis] += step[axis];
        last_step = step;
        path.push_back(at);
        space.take(at);
    }
    return path;
}

Vec3 middle(const Cell& c) {
    return {(c[0] + 0.5) * lattice_cell - 1, (c[1] + 0.5) * lattice_cell - 1,
            (c[2] + 0.5) * lattice_cell - 1};
}

// The bend has a radius of half a cell and the tube is thinner than that, so a pipe stays in its cells.
void add_pipe(SolidBuilder& builder, const std::vector<Cell>& path, double radius) {
    std::vector<Vec3> corners{middle(path.front())};
    for (std::size_t i = 1; i + 1 < path.size(); ++i) {
        const Vec3 before = middle(path[i - 1]), here = middle(path[i]), after = middle(path[i + 1]);
        if (length(cross(here - before, after - here)) > 0.1 * lattice_cell * lattice_cell)
            corners.push_back(here);
    }
    corners.push_back(middle(path.back()));
    const RoundedPath pipe(corners, lattice_cell / 2);
    const double length = pipe.curve.length(), bore = 0.7 * radius, collar = 1.3 * radius,
                 width = 0.1 * lattice_cell;
    // The rings of the bore are at the rings of the outside, so that the two do not cross in bends.
    const std::vector<double> rings = pipe.rings(builder);
    Profile profile(builder, bore, 0);
    profile.line_to(collar, 0).line_to(collar, width).line_to(radius, width);
    for (std::size_t i = 1; i + 1 < rings.size(); ++i) profile.edge_to(radius, rings[i]);
    profile.edge_to(radius, length - width).line_to(collar, length - width).line_to(collar, length);
    profile.line_to(bore, length);
    for (std::size_t i = rings.size() - 1; i-- > 1;) profile.edge_to(bore, rings[i]);
    const std::uint32_t around = builder.segments(2 * std::numbers::pi * profile.widest(), 6);
    add_lathe(builder, profile, circle(around), pipe.curve.placement());
}

}  // namespace

void build_pipes(SolidBuilder& builder, std::uint64_t seed) {
    Random random(seed);
    Space space;
    const std::size_t pipes = builder.details(8, 2);
    for (std::size_t made = 0; made < pipes;) {
        const std::vector<Cell> path = walk(space, random);
        if (path.size() < shortest) {
            for (const Cell& c : path) space.give_back(c);
            continue;
        }
        builder.begin_part("pipe " + std::to_string(++made));
        add_pipe(builder, path, lattice_cell * random.uniform(0.2, 0.34));
    }
}

}  // namespace graze::inline v1
