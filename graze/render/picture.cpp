#include "graze/render/picture.h"

#include "graze/base/error.h"

namespace graze::inline v1 {

Picture::Picture(std::uint32_t width, std::uint32_t height, const Color& fill)
    : width_(width), height_(height) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    if (width == 0 || height == 0)
        throw Error("a picture of " + size + " has no pixels", {}, "give a width and a height above 0");
    if (width > max_side || height > max_side || std::uint64_t{width} * height > max_pixels)
        throw Error("a picture of " + size + " is too large", {},
                    "stay within " + std::to_string(max_side) + " pixels a side and " +
                        std::to_string(max_pixels) + " in all");
    pixels_.assign(std::size_t{width} * height, fill);
}

std::span<const Color> Picture::row(std::uint32_t y) const {
    return std::span(pixels_).subspan(index(0, y), width_);
}

std::span<const Color> Picture::pixels() const {
    return pixels_;
}

bool operator==(const Picture&, const Picture&) = default;

}  // namespace graze::inline v1
