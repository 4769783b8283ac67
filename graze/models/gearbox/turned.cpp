#include "graze/models/gearbox/turned.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"

namespace graze::inline v1::gearbox {
namespace {

std::uint32_t layers_of(double length, double layer_length) {
    return static_cast<std::uint32_t>(std::max(1.0, std::nearbyint(length / layer_length)));
}

// The wall of a section with a key seat, between end loops without a slot.
void add_keyed_wall(Solid& solid, const ShaftSection& section, const Loop& lower, const Loop& upper,
                    std::uint32_t sides, double layer_length) {
    const KeySeat& key = section.key;
    const Outline filled = seat_outline(section, sides);
    const Outline slotted = keyed_circle(section.radius, sides, key.width, key.floor(section.radius));
    const std::size_t common = slotted.size() - 2;
    Loop round[2], slot[2];
    for (int end = 0; end < 2; ++end) {
        const double z = end == 0 ? key.from : key.to;
        round[end] = solid.add(filled, z);
        slot[end].assign(round[end].begin(), round[end].begin() + static_cast<std::ptrdiff_t>(common));
        for (std::size_t i = common; i < slotted.size(); ++i)
            slot[end].push_back(solid.add({slotted[i].x, slotted[i].y, z}));
        // The end of the slot: from its floor along one side, over the arc and back to the floor.
        Loop face{slot[end][common]};
        for (std::size_t i = common - 1; i < round[end].size(); ++i) face.push_back(round[end][i]);
        face.push_back(round[end][0]);
        face.push_back(slot[end][common + 1]);
        solid.face(face, {}, end == 0);
    }
    solid.wall(lower, round[0], layers_of(key.from - section.from, layer_length));
    solid.wall(slot[0], slot[1], layers_of(key.to - key.from, layer_length));
    solid.wall(round[1], upper, layers_of(section.to - key.to, layer_length));
}

constexpr double chamfer = 1;

// The chamfered end of a section, joined to `rim`, the loop where it begins.
void add_end(Solid& solid, const ShaftSection& section, const Loop& rim, double z, std::uint32_t sides) {
    // Scaled, so that the number of corners is that of the section.
    Outline narrower = seat_outline(section, sides);
    for (Vec2& p : narrower) p = {p.x * (1 - chamfer / section.radius), p.y * (1 - chamfer / section.radius)};
    const Loop end = solid.add(narrower, z);
    z < solid.point(rim[0]).z ? solid.wall(end, rim) : solid.wall(rim, end);
    solid.face(end, {}, z > solid.point(rim[0]).z);
}

}  // namespace

Outline seat_outline(const ShaftSection& section, std::uint32_t sides) {
    return section.keyed() ? keyed_circle(section.radius, sides, section.key.width, 0)
                           : circle(section.radius, sides);
}

Mesh shaft(const std::vector<ShaftSection>& sections, std::uint32_t sides, double layer_length) {
    Solid solid;
    Loop before;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const ShaftSection& section = sections[i];
        const bool first = i == 0, last = i + 1 == sections.size();
        const Outline outline = seat_outline(section, sides);
        const double from = section.from + (first ? chamfer : 0), to = section.to - (last ? chamfer : 0);
        const Loop lower = solid.add(outline, from), upper = solid.add(outline, to);
        if (first) {
            add_end(solid, section, lower, section.from, sides);
        } else if (section.radius > sections[i - 1].radius) {
            solid.face(lower, {before}, false);
        } else {
            solid.face(before, {lower});
        }
        section.keyed() ? add_keyed_wall(solid, section, lower, upper, sides, layer_length)
                        : solid.wall(lower, upper, layers_of(to - from, layer_length));
        if (last) add_end(solid, section, upper, section.to, sides);
        before = upper;
    }
    return std::move(solid).mesh();
}

Mesh key(const KeySeat& seat, double radius, double extra) {
    const double floor = seat.floor(radius);
    return extruded(
        rounded_rectangle({floor, -seat.width / 2}, {floor + seat.height + extra, seat.width / 2}, 0, 1), {},
        seat.from, seat.to);
}

double keyway_floor(const ShaftSection& section) {
    return section.key.floor(section.radius) + section.key.height + 0.25;
}

Mesh coupling(const ShaftSection& section, const Coupling& shape, std::uint32_t sides,
              std::uint32_t hole_sides) {
    constexpr double thickness = 12, hole_radius = 4;
    Solid solid;
    const Outline flange = circle(shape.flange, sides), hub = circle(shape.hub, sides);
    const Outline bore = keyed_circle(section.radius, sides, section.key.width, keyway_floor(section));
    // Built from the flange's face inwards.
    const bool up = shape.side > 0;
    const double face = up ? shape.to : shape.from, step = face - shape.side * thickness;
    const double end = up ? shape.from : shape.to;
    const auto wall = [&](const Loop& outer, const Loop& inner) {
        up ? solid.wall(inner, outer) : solid.wall(outer, inner);
    };
    const Loop rim = solid.add(flange, face), shoulder = solid.add(flange, step);
    const Loop root = solid.add(hub, step), hub_end = solid.add(hub, end);
    const Loop bore_face = solid.add(bore, face), bore_end = solid.add(bore, end);
    std::vector<Loop> at_face{bore_face}, at_step{root};
    for (std::uint32_t i = 0; i < 6; ++i) {
        const auto [s, c] = sin_cos_turns(i / 6.0);
        const double middle = (shape.hub + shape.flange) / 2;
        const Outline hole = circle(hole_radius, hole_sides, {middle * c, middle * s});
        at_face.push_back(solid.add(hole, face));
        at_step.push_back(solid.add(hole, step));
        wall(at_step.back(), at_face.back());
    }
    wall(rim, shoulder);
    wall(root, hub_end);
    wall(bore_end, bore_face);
    solid.face(rim, at_face, up);
    solid.face(shoulder, at_step, !up);
    solid.face(hub_end, {bore_end}, !up);
    return std::move(solid).mesh();
}

std::vector<Vec2> screw_places(double screw_circle) {
    const double d = snapped(screw_circle * std::sqrt(0.5));
    return {{d, d}, {-d, d}, {-d, -d}, {d, -d}};
}

Mesh cover(const Cover& cover, std::uint32_t sides, std::uint32_t hole_sides) {
    Solid solid;
    const auto ring = [&](double radius, double z) { return solid.add(circle(radius, sides), z); };
    const Loop disc_below = ring(cover.radius, 0), disc_above = ring(cover.radius, cover.thickness);
    const Loop spigot_top = ring(cover.spigot, 0), spigot_end = ring(cover.spigot, -cover.spigot_length);
    const Loop cup_mouth = ring(cover.spigot_inside, -cover.spigot_length),
               cup = ring(cover.spigot_inside, 0);
    std::vector<Loop> below{spigot_top}, above;
    for (const Vec2& place : screw_places(cover.screw_circle)) {
        const Outline hole = circle(cover.screw_hole, hole_sides, place);
        below.push_back(solid.add(hole, 0));
        above.push_back(solid.add(hole, cover.thickness));
        solid.wall(above.back(), below.back());
    }
    solid.wall(disc_below, disc_above);
    solid.face(disc_below, below, false);
    solid.wall(spigot_end, spigot_top);
    solid.face(spigot_end, {cup_mouth}, false);
    solid.wall(cup, cup_mouth);
    if (cover.hole == 0) {
        solid.face(cup, {}, false);
    } else {
        const double floor = cover.thickness - cover.seal_depth;
        const Loop hole = ring(cover.hole, 0), hole_top = ring(cover.hole, floor);
        const Loop seat = ring(cover.seal, floor), seat_top = ring(cover.seal, cover.thickness);
        solid.face(cup, {hole}, false);
        solid.wall(hole_top, hole);
        solid.face(seat, {hole_top});
        solid.wall(seat_top, seat);
        above.push_back(seat_top);
    }
    solid.face(disc_above, above);
    return std::move(solid).mesh();
}

Mesh cover_gasket(const Cover& cover, double inside, std::uint32_t sides, std::uint32_t hole_sides) {
    std::vector<Outline> holes{circle(inside, sides)};
    for (const Vec2& place : screw_places(cover.screw_circle))
        holes.push_back(circle(cover.screw_hole, hole_sides, place));
    return extruded(circle(cover.radius, sides), holes, 0, 1);
}

}  // namespace graze::inline v1::gearbox
