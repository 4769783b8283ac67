// What is fastened to the machine: a potted sensor, the nameplate, a hose, cables with their bracket and box.
#include "graze/base/trig.h"
#include "graze/models/gearbox/machine.h"
#include "graze/models/gearbox/tubes.h"

namespace graze::inline v1::gearbox {
namespace {

Outline box_outline(double half_x, double half_y) {
    return rounded_rectangle({-half_x, -half_y}, {half_x, half_y}, 0, 1);
}

// Parts are modelled along z. This pose puts a part along +x, with its x axis along y.
Pose along_x(const Vec3& p) {
    return Pose(Pose::Matrix{{{0, 0, 1, p.x}, {1, 0, 0, p.y}, {0, 1, 0, p.z}}});
}

}  // namespace

void Machine::add_potted_sensor() {
    const HousingDesign& housing = design_.housing;
    constexpr double half_y = 12, height = 20, radius = 4, bottom = 6, top = 16;
    const Vec3 place_of_block{4, -(housing.wall_y() + housing.flange_y()) / 2, -housing.foot};
    const Outline round = circle(radius, fineness_.small_sides);
    const std::size_t block =
        place("sensor/block", mesh("block", [&] { return extruded(box_outline(15, half_y), {}, 0, height); }),
              at(place_of_block));
    const std::size_t sensor =
        place("sensor/element", mesh("sensor", [&] { return extruded(round, {}, bottom, top); }),
              at(place_of_block));
    touch(block, lower_, "block on the foot");
    out_.truth.push_back({Kind::inside,
                          sensor,
                          block,
                          Known{area(round) * (top - bottom), 1e-6},
                          {},
                          Known{height - top, 0},
                          "sensor potted in its block"});
}

void Machine::add_nameplate() {
    const HousingDesign& housing = design_.housing;
    const double x = level_ == Level::two_stages ? 70 : 60, z = housing.roof[housing.flat].y - 30;
    const Outline outline = rounded_rectangle({-20, -35}, {20, 35}, 4, fineness_.sides / 8);
    const std::size_t plate =
        place("nameplate/plate", mesh("plate", [&] { return extruded(outline, {}, 0, 1); }),
              along_y(-1, {x, -housing.wall_y(), z}));
    touch(plate, upper_, "nameplate on the wall");
    const SharedMesh rivet =
        mesh("rivet", [&] { return extruded(circle(1.5, fineness_.small_sides), {}, 0, 1); });
    int number = 0;
    for (const Vec2& p : {Vec2{-30, -15}, Vec2{30, -15}, Vec2{30, 15}, Vec2{-30, 15}}) {
        const std::size_t part = place("nameplate/rivet " + std::to_string(++number), rivet,
                                       along_y(-1, {x + p.x, -housing.wall_y() - 1, z + p.y}));
        touch(part, plate, "rivet on the nameplate");
    }
}

// From the roof over the side to the base plate, between two covers.
void Machine::add_hose() {
    const HousingDesign& housing = design_.housing;
    constexpr double fitting_height = 14, before = 20, radius = 4.5, bore = 3;
    const double x = level_ == Level::two_stages ? -6 : -3, y = -housing.flange_y() - 8;
    const double roof = housing.roof[housing.flat].y, base = -housing.foot - housing.foot_thickness;
    const double bend = -y / 2, z = roof + fitting_height + before;
    const SharedMesh fitting =
        mesh("fitting", [&] { return extruded(circle(5.5, fineness_.small_sides), {}, 0, fitting_height); });
    const std::size_t top = place("hose/fitting top", fitting, at({x, 0, roof}));
    const std::size_t bottom = place("hose/fitting bottom", fitting, at({x, y, base}));
    const std::size_t hose =
        place("hose/hose",
              mesh("hose",
                   [&] {
                       const auto line =
                           bent_line({x, -bend, z}, bend, {0, 1, 0}, {0, 0, 1}, 0.5, before,
                                     z - base - fitting_height, fineness_.sides, fineness_.layer_length);
                       return tube_along(line, {1, 0, 0}, radius, bore, fineness_.small_sides);
                   }),
              Pose());
    touch(top, upper_, "fitting on the roof");
    touch(bottom, base_, "fitting on the base plate");
    touch(hose, top, "hose on its fitting");
    touch(hose, bottom, "hose on its fitting");
}

// Along the base plate, through a bracket, up into a box on a post.
void Machine::add_cables() {
    const HousingDesign& housing = design_.housing;
    constexpr double radius = 2.5, spacing = 7, height = 12, bend = 40, after = 20, hole = 3.125, sheet = 3;
    constexpr int count = 4;
    const double base = -housing.foot - housing.foot_thickness, first_y = housing.flange_y() + 10;
    const double x = housing.flange_x() - 60, bracket_x = -60, middle = first_y + 1.5 * spacing;
    const std::uint32_t sides = fineness_.small_sides;
    const Outline section = circle(radius, sides);

    std::vector<Outline> holes;
    for (int i = 0; i < count; ++i)
        if (!faults_.cable || i != 1) holes.push_back(circle(hole, sides, {(i - 1.5) * spacing, height}));
    const std::size_t bracket =
        place("cables/bracket",
              mesh(faults_.cable ? "bracket without a hole" : "bracket",
                   [&] { return extruded(rounded_rectangle({-16, 0}, {16, 24}, 0, 1), holes, 0, sheet); }),
              along_x({bracket_x, middle, base}));
    touch(bracket, base_, "bracket on the base plate");

    const double box_bottom = base + height + bend + after;
    const std::size_t box = place(
        "cables/box",
        mesh("box",
             [&] {
                 return extruded(rounded_rectangle({-20, -14}, {20, 28}, 3, fineness_.sides / 8), {}, 0, 30);
             }),
        at({x, middle, box_bottom}));
    const std::size_t post = place(
        "cables/post", mesh("post", [&] { return extruded(box_outline(5, 5), {}, 0, box_bottom - base); }),
        at({x, middle + 20, base}));
    touch(post, base_, "post on the base plate");
    touch(box, post, "box on its post");

    const SharedMesh cable = mesh("cable", [&] {
        const double from = -housing.flange_x() + 60;
        const auto line = bent_line({x - bend, 0, height + bend}, bend, {0, 0, -1}, {1, 0, 0}, 0.25,
                                    x - bend - from, after, fineness_.sides / 2, fineness_.layer_length);
        return tube_along(line, {0, 1, 0}, radius, 0, sides);
    });
    std::size_t before = 0;
    for (int i = 0; i < count; ++i) {
        const std::size_t part =
            place("cables/cable " + std::to_string(i + 1), cable, at({0, first_y + i * spacing, base}));
        touch(part, box, "cable into its box");
        if (i > 0) clearance(before, part, {spacing - 2 * radius, 4 * grid}, "cable beside cable");
        const double gap = (hole - radius) * sin_cos_turns(0.5 / sides).cos;
        // The shortest motion that frees the cable leads into its neighbour's hole: sideways by the spacing
        // of the cables, less the difference of the two radii. Both polygons have a corner in that direction.
        faults_.cable&& i == 1
            ? clash(part, bracket, area(section) * sheet, {spacing - (hole - radius), 4 * grid},
                    "cable through a bracket without a hole")
            : clearance(part, bracket, {gap, 4 * grid}, "cable in its hole");
        before = part;
    }
}

}  // namespace graze::inline v1::gearbox
