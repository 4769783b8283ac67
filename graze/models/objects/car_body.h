// Bodies of cars: a skin over sections, with arches for the wheels and panes on the skin.
#pragma once

#include <vector>

#include "graze/models/objects/builder.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/wheel.h"

namespace graze::inline v1 {

// The nose is towards -x and the road at z = 0. Along x: the heights of the floor, of the shoulder under the
// windows and of the roof or bonnet; and half the widths of the body at the shoulder and of the roof.
struct CarShape {
    SmoothCurve floor, shoulder, roof, width, roof_width;
    std::vector<double> corners;  // where x must be cut
    double front_axle, rear_axle, arch, arch_inside;
    WheelShape wheel;
    double height;  // of all, for putting it into the middle
};

// A point on the body: on the flank for t from 0 to 1, on the side of the cabin from 1 to 2, on the roof up
// to its middle from 2 to 3.
Vec3 on_body(const CarShape& car, double x, double t);

void add_car_body(SolidBuilder& builder, const CarShape& car, const Placement& place);
void add_car_wheels(SolidBuilder& builder, const CarShape& car, const Pose& place);

// A pane on the body between two places along the car and two places around it: on the left, on the right or
// in the middle.
struct Pane {
    double from, to, low, high;  // low and high: see on_body
    Vec3 off;                    // from the body outwards
};

void add_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, double side,
              const Placement& place);
// A pane across the car, from one side over the middle to the other side: a windscreen or a rear window.
void add_wide_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, const Placement& place);

}  // namespace graze::inline v1
