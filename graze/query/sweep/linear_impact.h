// When do a vertex and a face, or two edges, meet, if all of their corners move along straight lines?
//
//     const graze::MovingPoint tip{{0, 0, 1}, {0, 0, -1}};                      // at time 0 and at time 1
//     const graze::LinearImpact hit = graze::vertex_face_impact(tip, {{f0, f1, f2}});
//     if (hit.answer == graze::Answer::yes) ...                                 // not before hit.at_least
#pragma once

#include <array>
#include <limits>

#include "graze/base/vec3.h"
#include "graze/query/answer.h"

namespace graze::inline v1 {

// At time t from 0 to 1, the point is at (1 - t) * from + t * to, without rounding.
struct MovingPoint {
    Vec3 from, to;
};

// A yes is certain, and so is a no. Bounds are of the first time at which the two meet; NaN without a yes.
struct LinearImpact {
    Answer answer = Answer::no;
    double at_least = std::numeric_limits<double>::quiet_NaN();
    double at_most = std::numeric_limits<double>::quiet_NaN();

    friend bool operator==(const LinearImpact&, const LinearImpact&) = default;
};

// Do the two have a point in common at some time from 0 to 1? Touching counts. Decided exactly, for all
// coordinates up to 1e100 in magnitude: faces and edges may be degenerate, may become so, and all may stay in
// one plane or on one line. The order of the corners does not matter for the answer. The bounds are mostly a
// few units of rounding apart; wider where the two meet at a grazing angle.
//
// With a separation above 0: do the two come within that distance of each other? Then `undecided` is
// possible, if the least distance is within rounding of the separation, or exceeds it by less than 1e-10 of
// the path; take it for a yes. The bounds are as for a yes then, but that at_most is NaN.
//
// Bad input: a coordinate that is not a number or beyond 1e100; a separation that is not a number, below 0 or
// beyond 1e100. Allocates nothing.
LinearImpact vertex_face_impact(const MovingPoint& vertex, const std::array<MovingPoint, 3>& face,
                                double separation = 0);
LinearImpact edge_edge_impact(const std::array<MovingPoint, 2>& a, const std::array<MovingPoint, 2>& b,
                              double separation = 0);

}  // namespace graze::inline v1
