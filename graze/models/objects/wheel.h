// Wheels of cars and trucks.
#pragma once

#include <string>

#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

struct WheelShape {
    double radius = 0.14, width = 0.1;
    int spokes = 5;  // 0: a disc
    int treads = 0;  // blocks round the tyre, each a piece, outside of the radius
    int nuts = 5;    // on the hub
};

// A wheel about the y axis with its middle at the origin. Its outside faces +y or, turned over, -y. Parts are
// named `name` tyre, rim, spoke 1, ...
void add_wheel(SolidBuilder& builder, const std::string& name, const WheelShape& shape, const Vec3& middle,
               bool towards_y);

}  // namespace graze::inline v1
