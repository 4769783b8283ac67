// A small machine with planted clashes: an assembly to try things out with. The truth about it is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

struct PlantedContact {
    enum class Kind : std::uint8_t { touching, overlapping, inside };
    std::string a, b;            // paths of the parts
    Kind kind = Kind::touching;  // inside: all of A is inside B
};

struct Machine {
    Assembly assembly;
    std::vector<PlantedContact> contacts;  // all other pairs of parts are apart
};

// A shaft with a flywheel runs in two bearings on pedestals on a base plate. There are bolts, a hollow
// housing that holds a ball, and a block with a sensor cast into it. In millimetres, z up. Every touching
// pair touches exactly: faces are flush, the shaft fills the bores of its bearings, and the bearings rest on
// the pedestals along a line. All parts are closed except the label, a sheet of paper on the block.
Machine make_machine();

}  // namespace graze::inline v1
