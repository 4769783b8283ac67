// A square piece of the picture, and the primitive visible at each of its samples.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/render/detail/primitives.h"
#include "graze/render/detail/view.h"

namespace graze::inline v1::detail {

constexpr std::uint32_t tile_side = 32;
constexpr std::size_t samples = 16;  // per pixel

// The places of the samples in a pixel (Hammersley's points): one in each sixteenth of its width, one in each
// sixteenth of its height, and one in each square of a quarter by a quarter. So borders at any angle get even
// steps. Some bits are flipped so that no sample is on a diagonal, where borders often run.
template <typename Number>
struct SamplePattern {
    alignas(64) std::array<Number, samples> x{}, y{};

    constexpr SamplePattern() {
        for (unsigned k = 0; k < samples; ++k) {
            const unsigned reversed = (k & 1U) << 3U | (k & 2U) << 1U | (k & 4U) >> 1U | (k & 8U) >> 3U;
            x[k] = (static_cast<Number>(k) + Number(0.5)) / 16;
            y[k] = (static_cast<Number>(reversed ^ 5U) + Number(0.5)) / 16;
        }
    }
};
constexpr SamplePattern<float> sample_pattern;
constexpr SamplePattern<double> sample_pattern_in_doubles;

// Depths are whole numbers: fine enough that only surfaces in the same place have equal depths, and coarse
// enough that two triangles of one plane always have, whatever their corners.
constexpr std::int32_t farthest_depth = 0x7fffffff;

// Twice the area; positive if the corners run clockwise in the picture.
inline double signed_area(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

struct PixelSamples {
    static constexpr std::uint32_t nothing = 0xffffffff;
    alignas(64) std::array<std::int32_t, samples> depth;
    alignas(64) std::array<std::uint32_t, samples> primitive;  // `nothing` where there is none

    std::int32_t farthest;  // no sample is farther; primitives that are farther can be skipped

    void clear();
};

// The samples of a tile. x and y are those of its upper left corner, in pixels of the picture.
class Tile {
  public:
    Tile() : pixels_(std::size_t{tile_side} * tile_side) {}

    void start(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height);
    PixelSamples& at(std::uint32_t x, std::uint32_t y) { return pixels_[y * tile_side + x]; }
    const PixelSamples& at(std::uint32_t x, std::uint32_t y) const { return pixels_[y * tile_side + x]; }
    std::uint32_t x() const { return x_; }
    std::uint32_t y() const { return y_; }
    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }

    // Stores the primitive at the samples where it is nearer than the one there. Of several at the same depth
    // the first stays.
    void draw(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id);

    // The same for the next layer of transparent surfaces: only where the primitive is not in front of
    // `after` (in the order of depths, then of ids) and not behind `before`. False if the primitive is in
    // front of `after` or behind `before` at all of its samples: then it is in no later layer either.
    bool draw_between(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id,
                      const Tile& after, const Tile& before);

    // Adds 1 at the primitive's samples if its back faces the eye, and -1 if its front does. Over all that a
    // section plane leaves of a closed mesh, the sum is the mesh's winding number in that plane.
    using Windings = std::vector<std::array<std::int32_t, samples>>;  // like the pixels of a tile
    void add_windings(std::span<const ScreenPoint> points, const Primitive& primitive,
                      Windings& windings) const;

    // Draws the plane where windings are not 0.
    void draw_plane(const DepthFunction& plane, const Windings& windings, std::uint32_t id);

  private:
    std::vector<PixelSamples> pixels_;
    std::uint32_t x_ = 0, y_ = 0, width_ = 0, height_ = 0;
};

}  // namespace graze::inline v1::detail
