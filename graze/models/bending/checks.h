// What all bending scenes have in common.
#pragma once

#include <string>

#include "graze/base/error.h"
#include "graze/models/bending.h"

namespace graze::inline v1::models {

inline void check_triangles(std::uint32_t triangles) {
    if (triangles < 500 || triangles > 20'000'000)
        throw Error("a bending scene cannot have " + std::to_string(triangles) + " triangles", {},
                    "ask for 500 to 20 million");
}

// With times; keys are evenly spaced.
inline BendingScene empty_scene(const BendingOptions& options, double seconds) {
    check_triangles(options.triangles);
    if (options.keys < 2 || options.keys > 10'000)
        throw Error("a bending scene cannot have " + std::to_string(options.keys) + " keys", {},
                    "ask for 2 to 10 000");
    BendingScene scene;
    for (std::uint32_t k = 0; k < options.keys; ++k)
        scene.times.push_back(seconds * static_cast<double>(k) / (options.keys - 1));
    return scene;
}

}  // namespace graze::inline v1::models
