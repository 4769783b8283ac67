// The root node that graze writes around the nodes of a glTF file.
#pragma once

#include <optional>

#include "graze/base/pose.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1::detail {

// glTF is in metres with y up. graze writes coordinates unchanged, in any unit and with any axis up, under
// one node that rotates and scales them, and records this in the file (asset.extras.graze). This is that
// node's matrix.
inline constexpr int gltf_frame_version = 1;  // version of the record
inline Pose::Matrix gltf_root(std::optional<double> metres_per_unit, std::optional<Axis> up) {
    const double s = metres_per_unit.value_or(1);
    switch (up.value_or(Axis::y)) {
        case Axis::x:
            return {{{0, -s, 0, 0}, {s, 0, 0, 0}, {0, 0, s, 0}}};
        case Axis::z:
            return {{{s, 0, 0, 0}, {0, 0, s, 0}, {0, -s, 0, 0}}};
        case Axis::y:
            break;
    }
    return {{{s, 0, 0, 0}, {0, s, 0, 0}, {0, 0, s, 0}}};
}

}  // namespace graze::inline v1::detail
