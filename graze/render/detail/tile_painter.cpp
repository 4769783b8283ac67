#include "graze/render/detail/tile_painter.h"

#include <algorithm>
#include <utility>

namespace graze::inline v1::detail {
namespace {

// If no more light than this comes through, nothing behind can change a colour.
constexpr float nothing_comes_through = 1.0F / 1024;

std::uint8_t to_byte(float value) {
    const int halves = static_cast<int>(std::clamp(value, 0.0F, 1.0F) * 510);
    return static_cast<std::uint8_t>((halves + 1) / 2);
}

// Colours premultiplied by opacity, summed over the samples of a pixel.
struct Sum {
    float r = 0, g = 0, b = 0, opacity = 0;

    void add(float red, float green, float blue, float alpha) {
        r += red;
        g += green;
        b += blue;
        opacity += alpha;
    }
    Color mean() const {
        if (!(opacity > 0)) return {0, 0, 0, 0};
        return {to_byte(r / opacity), to_byte(g / opacity), to_byte(b / opacity), to_byte(opacity / samples)};
    }
};

}  // namespace

TilePainter::TilePainter(const Scene& scene, const Primitives& primitives, const DrawOptions& options)
    : scene_(&scene),
      primitives_(&primitives),
      shader_(scene, options),
      top_(options.background_top),
      bottom_(options.background_bottom),
      picture_width_(options.width),
      picture_height_(options.height),
      shows_overlaps_(options.overlap_color.has_value()) {}

Shade TilePainter::background(std::uint32_t y) const {
    const float down = (static_cast<float>(y) + 0.5F) / static_cast<float>(picture_height_);
    const auto mix = [&](std::uint8_t above, std::uint8_t below) {
        return (static_cast<float>(above) * (1 - down) + static_cast<float>(below) * down) / 255;
    };
    return {mix(top_.r, bottom_.r), mix(top_.g, bottom_.g), mix(top_.b, bottom_.b), mix(top_.a, bottom_.a)};
}

template <typename Find, typename F>
void TilePainter::for_each_shaded(const PixelSamples& pixel, Find&& primitive_of, std::uint32_t x,
                                  std::uint32_t y, F&& f) {
    const double middle_x = opaque_.x() + x + 0.5, middle_y = opaque_.y() + y + 0.5;
    std::uint32_t todo = 0xffff;
    static_assert(samples == 16);
    for (std::size_t k = 0; k < samples; ++k) {
        const std::uint32_t id = pixel.primitive[k];
        if ((todo >> k & 1U) == 0 || id == PixelSamples::nothing) continue;
        const Shade shade = shader_.shade(primitive_of(id), middle_x, middle_y);
        for (std::size_t other = k; other < samples; ++other) {
            if (pixel.primitive[other] != id) continue;
            todo &= ~(1U << other);
            f(other, shade);
        }
    }
}

void TilePainter::paint(std::uint32_t x, std::uint32_t y, std::span<const std::uint32_t> opaque,
                        std::span<const std::uint32_t> transparent, Picture& picture) {
    opaque_.start(x, y, std::min(tile_side, picture_width_ - x), std::min(tile_side, picture_height_ - y));
    draw_opaque(opaque);
    if (transparent.empty()) {
        paint_opaque(picture);
    } else {
        paint_layers(transparent, picture);
    }
}

void TilePainter::draw_opaque(std::span<const std::uint32_t> opaque) {
    for (const std::uint32_t id : opaque) opaque_.draw(primitives_->points, primitives_->opaque[id], id);
    const std::optional<DepthFunction>& plane = scene_->cut_depth;
    if (!plane) return;
    if (shows_overlaps_) draw_overlaps(*plane, opaque);
    for_each_capped(opaque, [&](std::uint32_t item, std::span<const std::uint32_t> of_one_item) {
        find_windings(of_one_item);
        opaque_.draw_plane(*plane, windings_, primitives_->cap_id(item));
    });
}

// Primitives of an item follow one another.
template <typename F>
void TilePainter::for_each_capped(std::span<const std::uint32_t> opaque, F&& f) const {
    for (std::size_t first = 0; first < opaque.size();) {
        const std::uint32_t item = primitives_->opaque[opaque[first]].item;
        std::size_t last = first + 1;
        while (last < opaque.size() && primitives_->opaque[opaque[last]].item == item) ++last;
        if (scene_->is_capped(scene_->items[item])) f(item, opaque.subspan(first, last - first));
        first = last;
    }
}

// At equal depth the first drawn is visible, so overlaps come before the items' own caps.
void TilePainter::draw_overlaps(const DepthFunction& plane, std::span<const std::uint32_t> opaque) {
    filled_by_.assign(std::size_t{tile_side} * tile_side, {});
    std::size_t items = 0;
    for_each_capped(opaque, [&](std::uint32_t /*item*/, std::span<const std::uint32_t> of_one_item) {
        find_windings(of_one_item);
        for (std::size_t pixel = 0; pixel < windings_.size(); ++pixel)
            for (std::size_t k = 0; k < samples; ++k)
                filled_by_[pixel][k] += windings_[pixel][k] != 0 ? 1 : 0;
        ++items;
    });
    if (items < 2) return;
    for (auto& pixel : filled_by_)
        for (std::int32_t& count : pixel) count = count > 1 ? 1 : 0;
    opaque_.draw_plane(plane, filled_by_,
                       primitives_->cap_id(static_cast<std::uint32_t>(scene_->items.size())));
}

void TilePainter::find_windings(std::span<const std::uint32_t> of_one_item) {
    windings_.assign(std::size_t{tile_side} * tile_side, {});
    for (const std::uint32_t id : of_one_item) {
        const Primitive& primitive = primitives_->opaque[id];
        if (!primitive.is_line()) opaque_.add_windings(primitives_->points, primitive, windings_);
    }
}

void TilePainter::paint_opaque(Picture& picture) {
    const auto primitive_of = [this](std::uint32_t id) { return primitives_->opaque_or_cap(id); };
    for (std::uint32_t y = 0; y < opaque_.height(); ++y) {
        const Shade behind = background(opaque_.y() + y);
        for (std::uint32_t x = 0; x < opaque_.width(); ++x) {
            const PixelSamples& pixel = opaque_.at(x, y);
            Sum sum;
            std::size_t covered = 0;
            for_each_shaded(pixel, primitive_of, x, y, [&](std::size_t /*sample*/, const Shade& s) {
                sum.add(s.r, s.g, s.b, 1);
                ++covered;
            });
            const float free = static_cast<float>(samples - covered) * behind.opacity;
            sum.add(behind.r * free, behind.g * free, behind.b * free, free);
            picture.at(opaque_.x() + x, opaque_.y() + y) = sum.mean();
        }
    }
}

// The next surface behind the last one, at every sample. False if there is none.
bool TilePainter::find_next_layer() {
    next_layer_.start(opaque_.x(), opaque_.y(), opaque_.width(), opaque_.height());
    std::erase_if(still_transparent_, [&](std::uint32_t id) {
        return !next_layer_.draw_between(primitives_->points, primitives_->transparent[id], id, last_layer_,
                                         opaque_);
    });
    for (std::uint32_t y = 0; y < opaque_.height(); ++y)
        for (std::uint32_t x = 0; x < opaque_.width(); ++x)
            for (const std::uint32_t id : next_layer_.at(x, y).primitive)
                if (id != PixelSamples::nothing) return true;
    return false;
}

void TilePainter::add_layer() {
    const auto primitive_of = [this](std::uint32_t id) { return primitives_->transparent[id]; };
    for (std::uint32_t y = 0; y < opaque_.height(); ++y) {
        for (std::uint32_t x = 0; x < opaque_.width(); ++x) {
            Layers& pixel = layers_[y * tile_side + x];
            PixelSamples& next = next_layer_.at(x, y);
            for_each_shaded(next, primitive_of, x, y, [&](std::size_t k, const Shade& shade) {
                const float share = pixel.through[k] * shade.opacity;
                pixel.r[k] += share * shade.r;
                pixel.g[k] += share * shade.g;
                pixel.b[k] += share * shade.b;
                pixel.through[k] *= 1 - shade.opacity;
            });
            // A sample without a surface in this layer, or without light coming through, has no next layer.
            for (std::size_t k = 0; k < samples; ++k) {
                if (next.primitive[k] == PixelSamples::nothing || pixel.through[k] <= nothing_comes_through) {
                    next.depth[k] = farthest_depth;
                    next.primitive[k] = PixelSamples::nothing;
                }
            }
        }
    }
}

// Draws one layer of transparent surfaces after the other, from front to back (depth peeling; Everitt 2001).
// The memory needed does not grow with the number of layers.
void TilePainter::paint_layers(std::span<const std::uint32_t> transparent, Picture& picture) {
    last_layer_.start(opaque_.x(), opaque_.y(), opaque_.width(), opaque_.height());
    for (std::uint32_t y = 0; y < opaque_.height(); ++y)
        for (std::uint32_t x = 0; x < opaque_.width(); ++x) last_layer_.at(x, y).depth.fill(-1);
    Layers clear{};
    clear.through.fill(1);
    layers_.assign(std::size_t{tile_side} * tile_side, clear);
    still_transparent_.assign(transparent.begin(), transparent.end());
    while (find_next_layer()) {
        add_layer();
        std::swap(last_layer_, next_layer_);
    }
    const auto primitive_of = [this](std::uint32_t id) { return primitives_->opaque_or_cap(id); };
    for (std::uint32_t y = 0; y < opaque_.height(); ++y) {
        const Shade behind = background(opaque_.y() + y);
        for (std::uint32_t x = 0; x < opaque_.width(); ++x) {
            std::array<Shade, samples> last;
            last.fill(behind);
            for_each_shaded(opaque_.at(x, y), primitive_of, x, y,
                            [&](std::size_t k, const Shade& s) { last[k] = {s.r, s.g, s.b, 1}; });
            const Layers& pixel = layers_[y * tile_side + x];
            Sum sum;
            for (std::size_t k = 0; k < samples; ++k) {
                const float share = pixel.through[k] * last[k].opacity;
                sum.add(pixel.r[k] + share * last[k].r, pixel.g[k] + share * last[k].g,
                        pixel.b[k] + share * last[k].b, 1 - pixel.through[k] + share);
            }
            picture.at(opaque_.x() + x, opaque_.y() + y) = sum.mean();
        }
    }
}

}  // namespace graze::inline v1::detail
