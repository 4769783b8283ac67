// Turned parts: shafts with shoulders and key seats, covers and pins; and keys.
#pragma once

#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// Parallel keys of ISO 773, form B (square ends).
struct KeySeat {
    // The size of the key, and the depth of its seat below the shaft's surface.
    double width = 0, height = 0, depth = 0;
    double from = 0, to = 0;  // along the axis
    // The distance of the seat's floor from the axis of a shaft of that radius.
    double floor(double radius) const { return radius - depth; }
};

struct ShaftSection {
    double from, to, radius;
    KeySeat key;  // of width 0: none

    bool keyed() const { return key.width > 0; }
};

// The section's outline with the corners of the key seat in it, so that a bore with the same outline fits.
Outline seat_outline(const ShaftSection& section, std::uint32_t sides);

// A shaft about z. The sections are in ascending order without gaps; the ends have chamfers of 1 mm. Key
// seats are open towards +x.
Mesh shaft(const std::vector<ShaftSection>& sections, std::uint32_t sides, double layer_length);

// A key: a box from the floor of the seat upwards, in the frame of the shaft, `extra` higher than it should
// be.
Mesh key(const KeySeat& seat, double radius, double extra);

// The hub of a coupling, on the keyed section at the end of a shaft. Its flange with six holes is at the
// outer end (`side` is +1 or -1 along z).
struct Coupling {
    double from, to, hub, flange;  // radii
    int side;
};
Mesh coupling(const ShaftSection& section, const Coupling& shape, std::uint32_t sides,
              std::uint32_t hole_sides);
// The distance from the axis to the floor of a keyway that leaves 1/4 mm above the key.
double keyway_floor(const ShaftSection& section);

// The cover of a bearing's bore: a disc from z = 0 upwards, a hollow spigot below, and four holes for screws
// on a circle, between the axes.
struct Cover {
    double radius, thickness;
    double spigot, spigot_inside, spigot_length;
    double screw_circle, screw_hole;
    // For a shaft that passes through the cover: the radius of its hole and of the seat of its seal, open to
    // the top. 0 means a blind cover.
    double hole, seal, seal_depth;
};
Mesh cover(const Cover& cover, std::uint32_t sides, std::uint32_t hole_sides);
// A flat ring of thickness 1 with the holes of the cover, from z = 0 upwards.
Mesh cover_gasket(const Cover& cover, double inside, std::uint32_t sides, std::uint32_t hole_sides);
std::vector<Vec2> screw_places(double screw_circle);

}  // namespace graze::inline v1::gearbox
