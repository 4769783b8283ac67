// Tubes along bent lines: hoses and cables.
#pragma once

#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

// A point of a line in a plane through x, y or z, and its direction. The direction across, which is the
// normal of that plane, is the same all along, so that sections do not twist.
struct LinePoint {
    Vec3 at, along;
};

// Two straight lines joined by an arc around `centre`. It begins `before` ahead of the arc and ends `after`
// behind it; `from` is the unit direction from the centre to the arc's beginning, `along` that of the line
// there, both along axes; the arc spans `turns`. No two points are further apart than about `step` along the
// lines.
std::vector<LinePoint> bent_line(const Vec3& centre, double radius, const Vec3& from, const Vec3& along,
                                 double turns, double before, double after, std::uint32_t arc_segments,
                                 double step);

// Around the line, with corners in the direction across. Ends are flat. `bore` 0: solid.
Mesh tube_along(const std::vector<LinePoint>& line, const Vec3& across, double radius, double bore,
                std::uint32_t sides);

}  // namespace graze::inline v1::gearbox
