// Deep groove ball bearings: two rings, balls, and a cage of two pressed halves.
#pragma once

#include "graze/models/gearbox.h"
#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// Boundary dimensions of ISO 15; balls and grooves as common makers have them, rounded to the grid.
struct BearingSize {
    double bore, outside, width;  // radii, and along the axis
    double pitch_radius, ball_radius;
    std::uint32_t balls;
    double inner_land, outer_land;  // radii of the rings' shoulders
};
inline constexpr BearingSize bearing_6206{15, 31, 16, 23, 4.75, 9, 20, 26};
inline constexpr BearingSize bearing_6208{20, 40, 18, 30, 6, 9, 26.5, 33.5};
inline constexpr BearingSize bearing_6210{25, 45, 20, 35, 6.25, 10, 31.5, 38.5};

// The gap between a ball and its grooves; where few chords make a groove, up to a quarter less at its edge.
// To the cage it is about twice that.
constexpr double ball_gap = 0.25;

// Along z, centred at the origin.
Mesh inner_ring(const BearingSize& size, std::uint32_t sides, std::uint32_t groove);
// `press` is added to the outer radius: for a bore of the nominal size it is the fit's interference.
Mesh outer_ring(const BearingSize& size, double press, std::uint32_t sides, std::uint32_t groove);
// The half above z = 0, for balls of which one is in direction +x. Its flat parts between the balls lie in z
// = 0, flush with those of the other half, which is the same turned about x by half a turn.
Mesh cage_half(const BearingSize& size, std::uint32_t segments_per_ball);
// Around the origin, of 8 f^2 triangles.
Mesh ball(double radius, std::uint32_t f);
// How far one of two equal balls in one place must be moved to come free of the other. Lower bound: both
// contain the sphere that touches the nearest of their faces. Upper bound: moved perpendicular to that face
// by their whole width in that direction, they are apart.
Known least_width(const Mesh& ball);
Vec3 ball_centre(const BearingSize& size, std::uint32_t ball);  // on the grid

}  // namespace graze::inline v1::gearbox
