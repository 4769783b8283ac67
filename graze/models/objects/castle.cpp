#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "graze/models/objects/blocks.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"

namespace graze::inline v1 {
namespace {

constexpr double tower_at = 0.74;  // where the towers stand
constexpr double turn = 6.283185307179586;

struct TowerSize {
    double radius, height, parapet, merlon;
    std::size_t merlons;
};

// A round tower. Its platform is wider than its body and has merlons on the rim; the wall has slits.
void add_tower(SolidBuilder& builder, const TowerSize& size, const Placement& place) {
    const double rim = 1.28 * size.radius, h = size.height;
    std::vector<double> turns;
    const std::size_t sectors = 2 * size.merlons;
    for (std::size_t i = 0; i <= sectors; ++i)
        turns.push_back(static_cast<double>(i) / static_cast<double>(sectors));
    std::vector<double> heights{0, h, h + size.parapet, h + size.parapet + size.merlon};
    const bool slits = builder.details(2, 1) == 2;
    if (slits) heights.insert(heights.begin() + 1, {0.3 * h, 0.45 * h, 0.65 * h, 0.8 * h});
    std::vector<double> radii{0, size.radius, rim};
    if (slits) radii.insert(radii.begin() + 1, 0.6 * size.radius);
    Blocks tower(radii, turns, heights);
    tower.axis_at_x0 = tower.periodic_y = true;
    tower.stretch.y = turn * size.radius;
    tower.fill([&](const Vec3& middle) {
        const auto sector = static_cast<std::size_t>(middle.y * static_cast<double>(sectors));
        const bool slit_height =
            (middle.z > 0.3 * h && middle.z < 0.45 * h) || (middle.z > 0.65 * h && middle.z < 0.8 * h);
        if (slits && middle.z < h && middle.x > 0.6 * size.radius && slit_height && sector % 4 == 1)
            return false;
        if (middle.z < h) return middle.x < size.radius;
        return middle.z < h + size.parapet || (middle.x > size.radius && sector % 2 == 0);
    });
    add_blocks(builder, tower, [&](const Vec3& p) { return place(from_cylinder(p)); });
}

void add_roof(SolidBuilder& builder, double radius, double height, const Placement& place) {
    Profile profile(builder, 0, 0);
    add_lathe(builder, profile.line_to(radius, 0).line_to(0, height), place, 12);
}

// A wall from -length/2 to length/2 along x, with merlons along one side. Its large faces are never cut.
void add_wall(SolidBuilder& builder, double length, double height, bool gate, const Placement& place) {
    constexpr double thickness = 0.1;
    const double merlon = 0.4 / builder.details(8, 2);
    const auto steps = static_cast<std::size_t>(length / (2 * merlon)) * 2 + 1;
    std::vector<double> x;
    for (std::size_t i = 0; i <= steps; ++i)
        x.push_back(length * (static_cast<double>(i) / static_cast<double>(steps) - 0.5));
    Blocks wall(x, {-thickness / 2, -thickness / 5, thickness / 2},
                {0, 0.55 * height, height, height + 0.07});
    wall.stretch = {0, 0, 0};
    wall.fill_cells([&](std::size_t i, std::size_t j, std::size_t k) {
        const std::size_t from_middle = i > steps / 2 ? i - steps / 2 : steps / 2 - i;
        if (k == 0) return !(gate && from_middle <= 1);
        return k == 1 || (j == 0 && i % 2 == 0);
    });
    add_blocks(builder, wall, place);
}

// A square tower with windows and merlons all round.
void add_keep(SolidBuilder& builder, double half, double height, const Placement& place) {
    const std::size_t steps = builder.details(4, 2) * 2 + 1;
    std::vector<double> planes;
    for (std::size_t i = 0; i <= steps; ++i)
        planes.push_back(half * (2.0 * static_cast<double>(i) / static_cast<double>(steps) - 1));
    const bool windows = builder.details(2, 1) == 2;
    std::vector<double> heights{0, height, height + 0.06};
    if (windows)
        heights.insert(heights.begin() + 1, {0.3 * height, 0.42 * height, 0.65 * height, 0.8 * height});
    Blocks keep(planes, planes, heights);
    keep.stretch = {0, 0, 0};
    keep.fill_cells([&](std::size_t i, std::size_t j, std::size_t k) {
        const bool at_x = i == 0 || i + 1 == steps, at_y = j == 0 || j + 1 == steps;
        if (k + 2 == heights.size()) return (at_x || at_y) && (i + j) % 2 == 0;
        // No windows next to the edges of the tower: two windows would leave nothing to hold the edge.
        const auto inner = [steps](std::size_t c) { return c % 2 == 0 && c >= 2 && c + 2 < steps; };
        const bool window = windows && (k == 1 || k == 3) && ((at_x && inner(j)) || (at_y && inner(i)));
        return !window;
    });
    add_blocks(builder, keep, place);
}

void add_house(SolidBuilder& builder, double width, double length, double wall, double ridge,
               const Placement& place) {
    const double half = width / 2, eave = half + 0.015;
    const Outline gable{{-half, 0}, {half, 0},     {half, wall}, {eave, wall},
                        {0, ridge}, {-eave, wall}, {-half, wall}};
    // The gable's y is up, and the house lies along its z.
    const Pose upright = with_axes({0, length / 2, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0});
    add_extrusion(builder, gable, {}, 0, length, [&](const Vec3& p) { return place(upright(p)); });
}

void add_tree(SolidBuilder& builder, double size, const Placement& place) {
    Profile profile(builder, 0, 0);
    profile.edge_to(0.12 * size, 0).edge_to(0.12 * size, 0.25 * size).line_to(0.4 * size, 0.25 * size);
    profile.line_to(0.18 * size, 0.6 * size).line_to(0.3 * size, 0.6 * size).line_to(0, 1.2 * size);
    add_lathe(builder, profile, place);
}

}  // namespace

void build_castle(SolidBuilder& builder) {
    builder.begin_part("ground");
    Blocks ground({-1, 1}, {-1, 1}, {-0.1, -piece_gap});
    ground.stretch = {0, 0, 0};
    ground.fill([](const Vec3&) { return true; });
    add_blocks(builder, ground, Pose());

    const TowerSize tower{0.15, 0.6, 0.07, 0.07, builder.details(10, 4)};
    const double wall = 2 * (tower_at - tower.radius - piece_gap);
    for (int i = 0; i < 4; ++i) {
        const Pose side = turned_about_z(0.25 * i);
        const std::string name = std::to_string(i + 1);
        builder.begin_part("tower " + name);
        add_tower(builder, tower, side * at(-tower_at, -tower_at, 0));
        builder.begin_part("roof " + name);
        // Inside the merlons, also where these stand around a polygon of few sides.
        add_roof(builder, tower.merlons == 10 ? 0.14 : 0.125, 0.38,
                 side * at(-tower_at, -tower_at, tower.height + tower.parapet + piece_gap));
        builder.begin_part("wall " + name);
        add_wall(builder, wall, 0.36, i == 0, side * at(0, -tower_at, 0));
    }
    for (const double x : {-0.19, 0.19}) {
        builder.begin_part(x < 0 ? "gate tower left" : "gate tower right");
        add_tower(builder, {0.07, 0.45, 0.04, 0.05, builder.details(8, 4)}, at(x, -tower_at - 0.15, 0));
    }
    builder.begin_part("keep");
    add_keep(builder, 0.24, 0.72, at(0.05, 0.12, 0));
    builder.begin_part("keep roof");
    Profile pyramid(builder, 0, 0);
    const double half = builder.details(4, 2) == 4 ? 0.17 : 0.13;
    pyramid.line_to(half, 0).line_to(0, 0.3);
    add_lathe(builder, pyramid, rectangle(builder, 1, 1), at(0.05, 0.12, 0.72 + piece_gap));
    int houses = 0;
    for (const Vec3& h :
         {Vec3{-0.45, 0.3, 0}, Vec3{-0.42, -0.15, 0.25}, Vec3{0.48, -0.3, 0.02}, Vec3{-0.1, -0.38, 0.24}}) {
        builder.begin_part("house " + std::to_string(++houses));
        add_house(builder, 0.16, 0.26, 0.12, 0.22, at(h.x, h.y, 0) * turned_about_z(h.z));
    }
    int trees = 0;
    const auto planted = static_cast<int>(builder.details(6, 2));
    for (const double x : {-0.66, -0.51, -0.36, 0.36, 0.51, 0.66}) {
        if (trees == planted) break;
        builder.begin_part("tree " + std::to_string(++trees));
        add_tree(builder, 0.12 + 0.01 * (trees % 4), at(x, -0.93, 0));
    }
}

}  // namespace graze::inline v1
