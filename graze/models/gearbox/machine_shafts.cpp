// The rotating parts: shafts with gears, keys, sleeves and bearings, and the covers at the ends of the
// shafts.
#include <cmath>
#include <utility>

#include "graze/base/trig.h"
#include "graze/mesh/measures.h"
#include "graze/models/gearbox/machine.h"

namespace graze::inline v1::gearbox {
namespace {

constexpr double key_fault = 0.5, key_gap = 0.25, sleeve_fault = 0.25;

std::string bearing_name(const BearingSize& size) {
    return "bearing " + std::to_string(static_cast<int>(2 * size.bore));
}

}  // namespace

void Machine::add_shaft(std::size_t k) {
    const ShaftDesign& design = design_.shafts[k];
    const std::size_t shaft_part = place(
        design.name + "/shaft",
        mesh(design.name, [&] { return shaft(design.sections, fineness_.sides, fineness_.layer_length); }),
        along_y(1, {design.x, 0, 0}));
    add_gears(k, shaft_part);
    const Bearing bearings[2] = {add_bearing(k, -1, shaft_part), add_bearing(k, +1, shaft_part)};
    add_sleeves(k, shaft_part, bearings);
    if (!full()) return;
    for (const int side : {-1, 1}) add_end_cover(k, side, shaft_part, bearings[side > 0]);
    if (design.extension == 0) return;
    const ShaftSection& end = design.extension < 0 ? design.sections.front() : design.sections.back();
    const std::size_t part = place(
        design.name + "/end key", mesh(design.name + " end key", [&] { return key(end.key, end.radius, 0); }),
        along_y(1, {design.x, 0, 0}));
    touch(part, shaft_part, "key in its seat");
    const Coupling shape{end.from + (design.extension < 0 ? 2 : 4), end.to - (design.extension < 0 ? 4 : 2),
                         1.875 * end.radius, 3 * end.radius, design.extension};
    const std::size_t hub =
        place(design.name + "/coupling",
              mesh(design.name + " coupling",
                   [&] { return coupling(end, shape, fineness_.sides, fineness_.small_sides); }),
              along_y(1, {design.x, 0, 0}));
    touch(hub, shaft_part, "coupling on its seat");
    touch(hub, part, "key in its keyway");
}

void Machine::add_gears(std::size_t k, std::size_t shaft_part) {
    const ShaftDesign& design = design_.shafts[k];
    gears_.emplace_back();
    for (std::size_t g = 0; g < design.gears.size(); ++g) {
        const GearDesign& gear_design = design.gears[g];
        const ShaftSection& section = design.sections[gear_design.section];
        const bool high = g == 0 && faults_.high_key == static_cast<int>(k);
        const std::string name = design.name + "/" + gear_design.name;
        const std::size_t gear_part =
            place(name, mesh(name, [&] { return gear(gear_design.gear, fineness_.gear()); }),
                  along_y(1, {design.x, gear_design.y, 0}));
        const std::size_t key_part =
            place(name + " key",
                  mesh(name + (high ? " high key" : " key"),
                       [&] { return key(section.key, section.radius, high ? key_fault : 0); }),
                  along_y(1, {design.x, 0, 0}));
        gears_.back().push_back(gear_part);
        touch(gear_part, shaft_part, "gear on its seat");
        touch(key_part, shaft_part, "key in its seat");
        const KeySeat& seat = section.key;
        const double deep = key_fault - key_gap;
        high
            ? clash(key_part, gear_part, seat.width * (seat.to - seat.from) * deep, {deep, 0}, "key too high")
            : touch(key_part, gear_part, "key in its keyway");
    }
}

void Machine::add_sleeves(std::size_t k, std::size_t shaft_part, const Bearing (&bearings)[2]) {
    const ShaftDesign& design = design_.shafts[k];
    for (std::size_t i = 0; i < design.sleeves.size(); ++i) {
        const SleeveDesign& sleeve = design.sleeves[i];
        const bool too_long = i == 0 && faults_.long_sleeve == static_cast<int>(k);
        const double more = too_long ? sleeve_fault : 0;
        const double from = sleeve.from - (sleeve.side < 0 ? more : 0);
        const double to = sleeve.to + (sleeve.side > 0 ? more : 0);
        const Outline bore = seat_outline(design.sections[sleeve.section], fineness_.sides);
        const Outline outside = circle(sleeve.outside, fineness_.sides);
        const std::string name = design.name + "/sleeve " + std::to_string(i + 1);
        const std::size_t part = place(
            name, mesh(name + (too_long ? " long" : ""), [&] { return extruded(outside, {bore}, from, to); }),
            along_y(1, {design.x, 0, 0}));
        const std::size_t ring = bearings[sleeve.side > 0].inner;
        touch(part, shaft_part, "sleeve on its shaft");
        touch(part, gears_[k][sleeve.gear], "sleeve against its gear");
        too_long ? clash(part, ring, (area(outside) - area(bore)) * more, {more, 0}, "sleeve too long")
                 : touch(part, ring, "sleeve against its bearing");
    }
}

Machine::Bearing Machine::add_bearing(std::size_t k, int side, std::size_t shaft_part) {
    const ShaftDesign& design = design_.shafts[k];
    const BearingSize& size = design.bearing;
    const std::string path = design.name + (side < 0 ? "/bearing left" : "/bearing right");
    const double y = side * (design_.bearing_face() + size.width / 2);
    const Pose pose = along_y(1, {design.x, y, 0});
    const std::uint32_t sides = fineness_.sides;
    const auto named = [&](const char* what) { return bearing_name(size) + what; };
    const Bearing bearing{
        place(path + "/inner ring",
              mesh(named(" inner"), [&] { return inner_ring(size, sides, fineness_.groove); }), pose),
        place(path + "/outer ring",
              mesh(named(" outer"), [&] { return outer_ring(size, press, sides, fineness_.groove); }), pose)};
    touch(bearing.inner, shaft_part, "inner ring on its seat");
    const double ring_area = area(circle(size.outside + press, sides)) - area(circle(size.outside, sides));
    for (const std::size_t half : {lower_, upper_})
        fit(bearing.outer, half, ring_area * size.width / 2, press, "outer ring pressed into its bore");
    add_balls(size, path, design.x, y, faults_.double_ball >= 0 && k == 0 && side < 0);
    if (!full()) return bearing;
    const SharedMesh cage = mesh(named(" cage"), [&] { return cage_half(size, fineness_.cage); });
    const std::size_t one = place(path + "/cage half 1", cage, pose);
    // Turned about the part's x axis, which points up.
    const Pose::Matrix turned{{{0, -1, 0, design.x}, {0, 0, -1, y}, {1, 0, 0, 0}}};
    touch(one, place(path + "/cage half 2", cage, Pose(turned)), "halves of the cage");
    return bearing;
}

void Machine::add_balls(const BearingSize& size, const std::string& path, double x, double y, bool doubled) {
    const SharedMesh mesh_of_ball =
        mesh(bearing_name(size) + " ball", [&] { return ball(size.ball_radius, fineness_.ball); });
    // The small machine has only six balls and no cage.
    const std::uint32_t count = full() ? size.balls : 6;
    BearingSize dealt = size;
    dealt.balls = count;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 c = ball_centre(dealt, i);
        const Pose pose = at({x + c.y, y, c.x});
        const std::string name = path + "/ball " + std::to_string(i + 1);
        const std::size_t part = place(name, mesh_of_ball, pose);
        if (!doubled || static_cast<std::uint32_t>(faults_.double_ball) % count != i) continue;
        clash(part, place(name + " again", mesh_of_ball, pose), solid_measures(*mesh_of_ball).volume,
              least_width(*mesh_of_ball), "ball there twice");
    }
}

void Machine::add_end_cover(std::size_t k, int side, std::size_t shaft_part, const Bearing& bearing) {
    const ShaftDesign& design = design_.shafts[k];
    const BearingSize& size = design.bearing;
    const bool through = design.extension == side;
    const double boss = design_.housing.boss_y(), thickness = through ? 12 : 8;
    Cover shape{};
    shape.radius = size.outside + 10;
    shape.thickness = thickness;
    shape.spigot = size.outside - 0.25;
    shape.spigot_inside = size.outside - 4;
    shape.spigot_length = boss + 1 - design_.bearing_face() - size.width;
    shape.screw_circle = size.outside + design_.housing.screw_circle_over_bore;
    shape.screw_hole = m6.hole;
    if (through) {
        shape.hole = design.seal_radius + 2;
        shape.seal = design.seal_radius + 9;
        shape.seal_depth = 8;
    }
    const std::string path = design.name + (side < 0 ? "/cover left" : "/cover right");
    const std::string kind = bearing_name(size) + (through ? " through" : " blind");
    const std::uint32_t sides = fineness_.sides, small = fineness_.small_sides;
    const std::size_t gasket = place(
        path + "/gasket",
        mesh(bearing_name(size) + " gasket", [&] { return cover_gasket(shape, size.outside, sides, small); }),
        along_y(side, {design.x, side * boss, 0}));
    const std::size_t part =
        place(path + "/cover", mesh(kind + " cover", [&] { return cover(shape, sides, small); }),
              along_y(side, {design.x, side * (boss + 1), 0}));
    touch(gasket, lower_, "gasket on the boss");
    touch(gasket, upper_, "gasket on the boss");
    touch(part, gasket, "cover on its gasket");
    touch(part, bearing.outer, "cover against its bearing");
    const double gap = 0.25 * sin_cos_turns(0.5 / sides).cos;
    clearance(part, lower_, {gap, 4 * grid}, "spigot in its bore");
    clearance(part, upper_, {gap, 4 * grid}, "spigot in its bore");
    const double length = thickness + 13;
    const SharedMesh screw =
        mesh(kind + " screw", [&] { return cap_screw(m6, length, 10, fineness_.thread()); });
    std::size_t number = 0;
    for (const Vec2& p : screw_places(shape.screw_circle)) {
        const Vec3 seat{design.x + p.x, side * (boss + 1 + thickness), p.y};
        touch(place(path + "/screw " + std::to_string(++number), screw, along_y(side, seat)), part,
              "screw head on its cover");
    }
    if (through) add_seal(k, side, shaft_part, part, shape);
}

void Machine::add_seal(std::size_t k, int side, std::size_t shaft_part, std::size_t cover_part,
                       const Cover& shape) {
    const ShaftDesign& design = design_.shafts[k];
    const double seat = design_.housing.boss_y() + 1 + shape.thickness - shape.seal_depth;
    const Outline outside = circle(shape.seal, fineness_.sides);
    const Outline lip = circle(design.seal_radius, fineness_.sides);
    const std::size_t part =
        place(design.name + "/seal",
              mesh(design.name + " seal", [&] { return extruded(outside, {lip}, 0, shape.seal_depth - 1); }),
              along_y(side, {design.x, side * seat, 0}));
    touch(part, shaft_part, "seal around its shaft");
    touch(part, cover_part, "seal in its seat");
}

}  // namespace graze::inline v1::gearbox
