// Bodies of cars: a skin over sections with arches for the wheels, and panes that lie on it.
#pragma once

#include <vector>

#include "graze/models/objects/builder.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/wheel.h"

namespace graze::inline v1 {

// The nose towards -x, the road at z = 0. All along x: height of the floor, of the shoulder under the
// windows and of the roof or bonnet; half widths of the body at the shoulder and of the roof.
struct CarShape {
    SmoothCurve floor, shoulder, roof, width, roof_width;
    std::vector<double> corners;  // where x must be cut
    double front_axle, rear_axle, arch, arch_inside;
    WheelShape wheel;
    double height;  // of all, for putting it into the middle
};

// On the flank (t from 0 to 1), then on the side of the cabin (1 to 2), then over the roof to its middle (to
// 3).
Vec3 on_body(const CarShape& car, double x, double t);

void add_car_body(SolidBuilder& builder, const CarShape& car, const Placement& place);
void add_car_wheels(SolidBuilder& builder, const CarShape& car, const Pose& place);

// A pane on the body between two places along it and two around it, on the left or the right or in the
// middle.
struct Pane {
    double from, to, low, high;  // low and high: see on_body
    Vec3 off;                    // from the body outwards
};

void add_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, double side,
              const Placement& place);
// Across the car, for windscreen and rear window: from one side over the middle to the other.
void add_wide_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, const Placement& place);

}  // namespace graze::inline v1
