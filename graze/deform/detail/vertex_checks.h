// Checks of what is given for the vertices of a deforming mesh.
#pragma once

#include <cstddef>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1::detail {

// Throws Error unless there is one for each vertex.
inline void check_one_each(std::size_t given, const char* what, std::size_t vertices) {
    if (given != vertices)
        throw Error(std::to_string(given) + " " + what + " for the " + std::to_string(vertices) +
                        " vertices of a deforming mesh",
                    {}, "give one for each vertex");
}

}  // namespace graze::inline v1::detail
