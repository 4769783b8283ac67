// Rays to shoot at an object.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graze/base/box.h"
#include "graze/query/ray/ray_triangle.h"

namespace graze::bench {

struct RayScene {
    std::string name;
    std::vector<Ray> rays;
};

// "around": from a sphere around the box to places in the box, in no order. "camera": the pixels of a picture
// of the object, line by line. "inside": from places in the box in all directions. `count` rays of each,
// about.
std::vector<RayScene> ray_scenes(const Box& box, std::size_t count);

}  // namespace graze::bench
