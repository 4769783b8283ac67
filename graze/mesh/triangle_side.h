// A side of a triangle of a mesh.
#pragma once

#include <compare>
#include <cstdint>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// A side of a triangle: it runs from `corner` to the next one.
struct TriangleSide {
    TriangleId triangle = 0;
    std::uint8_t corner = 0;

    friend auto operator<=>(const TriangleSide&, const TriangleSide&) = default;
};

}  // namespace graze::inline v1
