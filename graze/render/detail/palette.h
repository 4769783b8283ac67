// A picture in few colours.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/render/picture.h"

namespace graze::inline v1::detail {

struct IndexedColors {
    std::vector<Color> palette;
    std::vector<std::uint8_t> index;  // per pixel
};

// Cuts the cube of colours at medians until there are `colors` pieces (Heckbert 1982); each stands for the
// mean of its pixels. Throws Error for less than 2 or more than 256 colours.
IndexedColors index_colors(const Picture& picture, unsigned colors);

}  // namespace graze::inline v1::detail
