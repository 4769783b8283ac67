// Tubes along bent lines: hoses and cables.
#pragma once

#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// A point of a line in a plane through x, y or z, and the line's direction there. The direction across is the
// normal of that plane. It is the same for the whole line, so that sections do not twist.
struct LinePoint {
    Vec3 at, along;
};

// Two straight lines joined by an arc about `centre`. The line begins `before` ahead of the arc and ends
// `after` behind it. `from` is the unit direction from the centre to the beginning of the arc, and `along`
// the direction of the line there; both are along axes. The arc spans `turns`. Neighbouring points are at
// most about `step` apart.
std::vector<LinePoint> bent_line(const Vec3& centre, double radius, const Vec3& from, const Vec3& along,
                                 double turns, double before, double after, std::uint32_t arc_segments,
                                 double step);

// A tube around the line, with corners in the direction across and flat ends. A `bore` of 0 means solid.
Mesh tube_along(const std::vector<LinePoint>& line, const Vec3& across, double radius, double bore,
                std::uint32_t sides);

}  // namespace graze::inline v1::gearbox
