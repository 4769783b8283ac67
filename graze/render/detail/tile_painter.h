// Turns the samples of a tile into the colours of its pixels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/render/detail/primitives.h"
#include "graze/render/detail/scene.h"
#include "graze/render/detail/shading.h"
#include "graze/render/detail/tile.h"

namespace graze::inline v1::detail {

// Paints one tile after the other; each thread has its own.
class TilePainter {
  public:
    TilePainter(const Scene& scene, const Primitives& primitives, const DrawOptions& options);

    // Paints the tile whose upper left pixel is x, y. `opaque` and `transparent` are the primitives in its
    // bin.
    void paint(std::uint32_t x, std::uint32_t y, std::span<const std::uint32_t> opaque,
               std::span<const std::uint32_t> transparent, Picture& picture);

  private:
    // The colour collected from front to back so far, and the share of light that still comes through.
    struct Layers {
        std::array<float, samples> r, g, b, through;
    };
    void draw_opaque(std::span<const std::uint32_t> opaque);
    // Calls f(item, primitives) for every item that is filled in the section plane.
    template <typename F>
    void for_each_capped(std::span<const std::uint32_t> opaque, F&& f) const;
    void draw_overlaps(const DepthFunction& plane, std::span<const std::uint32_t> opaque);
    void find_windings(std::span<const std::uint32_t> of_one_item);
    void paint_opaque(Picture& picture);
    void paint_layers(std::span<const std::uint32_t> transparent, Picture& picture);
    bool find_next_layer();
    void add_layer();
    // Calls f(sample, shade) for every sample of a pixel where a primitive is visible.
    template <typename Find, typename F>
    void for_each_shaded(const PixelSamples& pixel, Find&& primitive_of, std::uint32_t x, std::uint32_t y,
                         F&& f);
    Shade background(std::uint32_t y) const;

    const Scene* scene_;
    const Primitives* primitives_;
    Shader shader_;
    Color top_, bottom_;
    std::uint32_t picture_width_, picture_height_;
    Tile opaque_;
    bool shows_overlaps_;
    Tile::Windings windings_, filled_by_;
    Tile last_layer_, next_layer_;
    std::vector<Layers> layers_;
    std::vector<std::uint32_t> still_transparent_;  // primitives that may be in a layer to come
};

}  // namespace graze::inline v1::detail
