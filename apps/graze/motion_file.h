// Paths of moving things, as 'graze generate motion' prints them.
#pragma once

#include <string>
#include <vector>

#include "graze/models/motions.h"

namespace graze::app {

// Schema graze.motion/1: at least one path, each with at least one pose. Throws Error.
std::vector<Path> read_motion(const std::string& file);

}  // namespace graze::app
