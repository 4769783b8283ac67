// Arrows for pictures.
#pragma once

#include <span>

#include "graze/base/vec3.h"
#include "graze/mesh/mesh.h"

namespace graze::app {

struct Arrow {
    Vec3 from, to;
};

// Each a shaft with a head, of six sides.
Mesh arrow_mesh(std::span<const Arrow> arrows, double thickness);

}  // namespace graze::app
