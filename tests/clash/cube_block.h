// Many pairs that are compared in no time: cubes side by side, each touching up to 26 others, and a few that
// are too large for their places.
#pragma once

#include <memory>
#include <string>

#include "graze/mesh/assembly.h"
#include "graze/mesh/generate.h"

namespace graze::test {

inline Assembly cube_block(int side) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    const auto large = std::make_shared<const Mesh>(make_box({1.25, 1.25, 1.25}));
    Assembly assembly;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y)
            for (int z = 0; z < side; ++z) {
                const std::size_t i = assembly.parts.size();
                assembly.parts.push_back({"cube " + std::to_string(i), i % 29 == 7 ? large : cube,
                                          Pose::translation({1.0 * x, 1.0 * y, 1.0 * z})});
            }
    return assembly;
}

}  // namespace graze::test
