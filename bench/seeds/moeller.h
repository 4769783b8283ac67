// The interval test for two triangles (T. Moeller, "A Fast Triangle-Triangle Intersection Test", Journal of
// Graphics Tools 2(2), 1997), in plain doubles: fast, and wrong now and then when triangles nearly touch. For
// comparison only.
//
// Each triangle is cut with the plane of the other; on the line where the planes meet both leave an interval,
// and the triangles intersect if these overlap. Written from the description in the paper. Departures:
// distances to a plane are not snapped to zero by a tolerance; touching counts.
//
// Precondition of all: triangles with an area.
#pragma once

#include "graze/base/triangle.h"

namespace graze::bench {

// The ends of the intervals by four divisions.
bool moeller_divides(const Triangle& a, const Triangle& b);

// The ends multiplied by their denominators, so that no division is needed.
bool moeller_division_free(const Triangle& a, const Triangle& b);

// The faster of the two by a little, as measured by `graze-bench pair`.
inline bool moeller_intersects(const Triangle& a, const Triangle& b) {
    return moeller_division_free(a, b);
}

}  // namespace graze::bench
