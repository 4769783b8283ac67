// Deep groove ball bearings: two rings, balls, and a cage of two pressed halves.
#pragma once

#include "graze/models/gearbox.h"
#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// Boundary dimensions of ISO 15. Balls and grooves have the sizes of common makers, rounded to the grid.
struct BearingSize {
    double bore, outside, width;  // radii, and along the axis
    double pitch_radius, ball_radius;
    std::uint32_t balls;
    double inner_land, outer_land;  // radii of the rings' shoulders
};
inline constexpr BearingSize bearing_6206{15, 31, 16, 23, 4.75, 9, 20, 26};
inline constexpr BearingSize bearing_6208{20, 40, 18, 30, 6, 9, 26.5, 33.5};
inline constexpr BearingSize bearing_6210{25, 45, 20, 35, 6.25, 10, 31.5, 38.5};

// The gap between a ball and its grooves. Where few chords make up a groove, the gap is up to a quarter less
// at the groove's edge. The gap between a ball and the cage is about twice as wide.
constexpr double ball_gap = 0.25;

// Along z, centred at the origin.
Mesh inner_ring(const BearingSize& size, std::uint32_t sides, std::uint32_t groove);
// `press` is added to the outer radius: for a bore of the nominal size it is the fit's interference.
Mesh outer_ring(const BearingSize& size, double press, std::uint32_t sides, std::uint32_t groove);
// The half of the cage above z = 0; one of the balls is in the direction +x. The flat parts between the balls
// lie in z = 0, flush with those of the other half. The other half is the same mesh, turned by half a turn
// about x.
Mesh cage_half(const BearingSize& size, std::uint32_t segments_per_ball);
// A ball about the origin, of 8 f^2 triangles.
Mesh ball(double radius, std::uint32_t f);
// The depth of two equal balls in one place: how far one must move to come free of the other. Lower bound:
// both balls contain the sphere that touches their nearest face. Upper bound: the balls are apart when one
// has moved perpendicular to that face by its whole width in that direction.
Known least_width(const Mesh& ball);
Vec3 ball_centre(const BearingSize& size, std::uint32_t ball);  // on the grid

}  // namespace graze::inline v1::gearbox
