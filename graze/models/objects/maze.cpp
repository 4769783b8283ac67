#include "graze/models/objects/maze.h"

#include <algorithm>
#include <memory>
#include <string>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/scenes.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t cells = 8;
constexpr double cell = 4.5, wall_thickness = 0.3, floor_width = cells * cell + 2 * wall_thickness;

double line(std::size_t i) {
    return cell * (static_cast<double>(i) - cells / 2.0);
}

}  // namespace

MazePlan::MazePlan(std::size_t side, std::uint64_t seed)
    : side_(side), along_x_(side * (side + 1), true), along_y_(side * (side + 1), true) {
    Random random(seed);
    std::vector<bool> seen(side * side, false);
    std::vector<std::size_t> way{random.below(side * side)};
    seen[way.back()] = true;
    while (!way.empty()) {
        const std::size_t at = way.back(), i = at % side, j = at / side;
        std::vector<std::size_t> fresh;
        if (i > 0 && !seen[at - 1]) fresh.push_back(at - 1);
        if (i + 1 < side && !seen[at + 1]) fresh.push_back(at + 1);
        if (j > 0 && !seen[at - side]) fresh.push_back(at - side);
        if (j + 1 < side && !seen[at + side]) fresh.push_back(at + side);
        if (fresh.empty()) {
            way.pop_back();
            continue;
        }
        const std::size_t next = fresh[random.below(fresh.size())];
        open_between(at, next);
        seen[next] = true;
        way.push_back(next);
    }
}

void MazePlan::open_between(std::size_t cell_a, std::size_t cell_b) {
    const std::size_t later = std::max(cell_a, cell_b), i = later % side_, j = later / side_;
    if (cell_a + 1 == cell_b || cell_b + 1 == cell_a) {
        along_y_[j * (side_ + 1) + i] = false;
    } else {
        along_x_[j * side_ + i] = false;
    }
}

Assembly make_maze(const MazeOptions& options) {
    if (options.floors == 0 || options.floors > 1000) throw Error("a maze has from 1 to 1000 floors");
    const MazePlan plan(cells, options.seed);
    const auto floor = std::make_shared<const Mesh>(make_box({floor_width, floor_width, wall_thickness}));
    const auto wall = std::make_shared<const Mesh>(make_box({cell, wall_thickness, cell}));
    const Pose turned = Pose::rotation_turns({0, 0, 1}, options.turns),
               across = Pose::rotation_turns({0, 0, 1}, 0.25);
    Assembly assembly{{}, 1.0, Axis::z};
    for (std::uint32_t f = 0; f < options.floors; ++f) {
        const std::string story = "floor " + std::to_string(f + 1);
        const auto place = [&](double x, double y, double z) {
            return turned * Pose::translation({x, y, z + f * options.floor_distance});
        };
        assembly.parts.push_back({join_path(story, "floor"), floor, place(0, 0, -wall_thickness / 2)});
        std::size_t walls = 0;
        const auto add = [&](const Pose& pose) {
            assembly.parts.push_back({join_path(story, "wall " + std::to_string(++walls)), wall, pose});
        };
        for (std::size_t j = 0; j <= cells; ++j)
            for (std::size_t i = 0; i < cells; ++i)
                if (plan.along_x(i, j)) add(place(line(i) + cell / 2, line(j), cell / 2));
        for (std::size_t j = 0; j < cells; ++j)
            for (std::size_t i = 0; i <= cells; ++i)
                if (plan.along_y(i, j)) add(place(line(i), line(j) + cell / 2, cell / 2) * across);
    }
    return assembly;
}

// Blocks with odd numbers are walls and posts; blocks with even numbers are the cells of the maze.
void build_maze(SolidBuilder& builder, std::uint64_t seed) {
    constexpr double scale = 2 / floor_width;
    const MazePlan plan(cells, seed);
    std::vector<double> planes{-1};
    for (std::size_t i = 0; i <= cells; ++i)
        for (const double side : {-0.5, 0.5}) planes.push_back(scale * (line(i) + side * wall_thickness));
    planes.push_back(1);
    Blocks maze(planes, planes, {-scale * wall_thickness, 0, scale * cell});
    maze.fill_cells([&](std::size_t i, std::size_t j, std::size_t k) {
        if (k == 0) return true;
        if (i == 0 || j == 0 || i + 2 == planes.size() || j + 2 == planes.size()) return false;
        const bool post_x = i % 2 == 1, post_y = j % 2 == 1;
        if (post_x && post_y) return true;
        if (post_y) return plan.along_x(i / 2 - 1, j / 2);
        return post_x && plan.along_y(i / 2, j / 2 - 1);
    });
    add_blocks(builder, maze, Pose());
}

}  // namespace graze::inline v1
