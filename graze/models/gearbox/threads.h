// Bolts, screws and nuts with helical threads of the ISO metric profile.
#pragma once

#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// Coarse pitch series of ISO 261; heads, nuts and washers of ISO 4014, ISO 4032, ISO 4762 and ISO 7089, sizes
// rounded to the grid.
struct ThreadSize {
    double diameter, pitch;
    double across_flats, head_height;  // hexagon head
    double nut_height;
    double washer_bore, washer_radius, washer_height;
    double cap_radius, cap_height, socket;  // socket head cap screw
    double hole;                            // radius of a clearance hole (ISO 273, medium)
};
inline constexpr ThreadSize m6{6, 1, 10, 4, 5, 3.25, 6, 1.5, 5, 6, 5, 3.3125};
inline constexpr ThreadSize m10{10, 1.5, 16, 6.5, 8.75, 5.25, 10, 2, 8, 10, 8, 5.5};
inline constexpr ThreadSize m16{16, 2, 24, 10, 14.75, 8.5, 15, 3, 12, 16, 14, 9};

// The allowance: how much smaller the radius of a bolt's thread is than that of the profile (ISO 965, but
// larger). The gap between bolt and nut is this wide along the radius and half as wide across the flanks,
// whose angle is 60 degrees.
constexpr double thread_allowance = 0.125;

// The tessellation: sides around a thread, and rows of faces on each flank.
struct ThreadFineness {
    std::uint32_t sides, flank;
};

// A bolt along z. The head is above z = 0, where it rests on its seat; the shank is below and `length` long.
// The lowest `threaded` of the shank has a thread; the thread's root has angle 0 at heights that are
// multiples of the pitch.
Mesh hexagon_bolt(const ThreadSize& size, double length, double threaded, const ThreadFineness& fineness);
Mesh cap_screw(const ThreadSize& size, double length, double threaded, const ThreadFineness& fineness);

// A nut along z, from z = -nut_height to 0. It fits a bolt at the same angle whose z = 0 is at height
// `bolt_zero` in the frame of the nut, with the allowance on all sides.
Mesh nut(const ThreadSize& size, double bolt_zero, const ThreadFineness& fineness);

// A ring from z = 0 upwards.
Mesh washer(const ThreadSize& size, std::uint32_t sides);

}  // namespace graze::inline v1::gearbox
