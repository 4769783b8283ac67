#include "graze/render/detail/tile.h"

#include <algorithm>

namespace graze::inline v1::detail {

void PixelSamples::clear() {
    depth.fill(farthest_depth);
    primitive.fill(nothing);
    farthest = farthest_depth;
}

void Tile::start(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) {
    x_ = x;
    y_ = y;
    width_ = width;
    height_ = height;
    for (PixelSamples& pixel : pixels_) pixel.clear();
}

void Tile::draw_plane(const DepthFunction& plane, const Windings& windings, std::uint32_t id) {
    constexpr double scale = farthest_depth - 1;
    for (std::uint32_t y = 0; y < height_; ++y) {
        for (std::uint32_t x = 0; x < width_; ++x) {
            PixelSamples& pixel = at(x, y);
            const std::array<std::int32_t, samples>& winding = windings[y * tile_side + x];
            for (std::size_t k = 0; k < samples; ++k) {
                if (winding[k] == 0) continue;
                const double depth = plane.at_corner +
                                     plane.per_x * (x_ + x + sample_pattern_in_doubles.x[k]) +
                                     plane.per_y * (y_ + y + sample_pattern_in_doubles.y[k]);
                const auto whole = static_cast<std::int32_t>(std::clamp(depth, 0.0, 1.0) * scale);
                if (whole >= pixel.depth[k]) continue;
                pixel.depth[k] = whole;
                pixel.primitive[k] = id;
            }
            pixel.farthest = *std::max_element(pixel.depth.begin(), pixel.depth.end());
        }
    }
}

}  // namespace graze::inline v1::detail
