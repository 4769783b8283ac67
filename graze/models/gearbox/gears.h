// Spur and helical gears with involute teeth.
#pragma once

#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// Basic rack of ISO 53: pressure angle 20 degrees in the transverse section, addendum 1 and dedendum 1.25
// times the (transverse) module. There is no undercut: below the base circle the flanks are radial.
struct Gear {
    std::uint32_t teeth;
    double module;     // mm, transverse
    double width;      // mm, centred at z = 0
    double phase;      // turns: where the middle of a tooth is at z = 0
    double twist;      // turns over the whole width, 0 for a spur gear; positive: right-handed
    double thinning;   // mm at the pitch circle, off each tooth: half of the backlash
    double bore;       // radius
    double key_width;  // with the keyway at +x
    double keyway;     // distance of its floor from the axis
    double hub, rim;   // radii of the hub's outside and the rim's inside; 0: a full disc
    double web;        // thickness between hub and rim
    double hub_width;  // at least the width
};
struct GearFineness {
    std::uint32_t flank, layers, sides;  // sides around bore, hub and rim
};

Mesh gear(const Gear& gear, const GearFineness& fineness);
double tip_radius(const Gear& gear);

// The distance between the teeth of two spur gears. The axis of the second gear is at (0, apart) from the
// axis of the first. The distance of the gears in space is that of their polygons in the plane. Right to 1e-9
// mm.
double tooth_distance(const Gear& first, const Gear& second, double apart, std::uint32_t flank);

}  // namespace graze::inline v1::gearbox
