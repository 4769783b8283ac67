// A picture in memory, and as a PNG file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/base/file_path.h"
#include "graze/render/color.h"

namespace graze::inline v1 {

// Rows of pixels from top to bottom, each from left to right.
class Picture {
  public:
    static constexpr std::uint32_t max_side = 16384;
    static constexpr std::uint64_t max_pixels = std::uint64_t{1} << 26;

    // Throws Error for a side of 0 or beyond `max_side`, and for more than `max_pixels` pixels.
    Picture(std::uint32_t width, std::uint32_t height, const Color& fill = {0, 0, 0, 0});

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }

    const Color& at(std::uint32_t x, std::uint32_t y) const { return pixels_[index(x, y)]; }
    Color& at(std::uint32_t x, std::uint32_t y) { return pixels_[index(x, y)]; }
    std::span<const Color> row(std::uint32_t y) const;
    std::span<const Color> pixels() const;

    friend bool operator==(const Picture&, const Picture&);

  private:
    std::size_t index(std::uint32_t x, std::uint32_t y) const { return std::size_t{y} * width_ + x; }

    std::uint32_t width_, height_;
    std::vector<Color> pixels_;
};

// The bytes of a PNG file: 8 bits per channel, without alpha if all of the picture is opaque. The same
// picture gives the same bytes with the same version of zlib. Throws Error if there is not enough memory.
std::string png_bytes(const Picture& picture);

// The same with a palette of at most `colors` (2 to 256), which makes files of drawings a third as large.
// Colours that hardly differ become one. Opacity is ignored: every pixel is written as opaque.
std::string indexed_png_bytes(const Picture& picture, unsigned colors = 128);

// Writes the file completely or not at all. Throws Error, which names the file.
void save_png(const Picture& picture, const FilePath& file);

}  // namespace graze::inline v1
