// PLY files by hand.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/io/files.h"

namespace graze::test {

inline Loaded parse_ply(std::string_view content) {
    return parse(content, Format::ply);
}
inline std::string ply_refusal(std::string_view content) {
    return refusal([&] { parse_ply(content); });
}

// Values of any type in either byte order, one after the other.
class PlyBytes {
  public:
    explicit PlyBytes(bool big_endian) : big_endian_(big_endian) {}

    template <typename T>
    PlyBytes& put(T value) {
        const std::size_t at = text.size();
        for (std::size_t i = 0; i < sizeof(T); ++i)
            text += std::bit_cast<std::array<char, sizeof(T)>>(value)[i];
        if (big_endian_ == (std::endian::native == std::endian::little))
            std::reverse(text.begin() + static_cast<std::ptrdiff_t>(at), text.end());
        return *this;
    }
    template <typename... T>
    PlyBytes& put_all(T... values) {
        (put(values), ...);
        return *this;
    }

    std::string text;

  private:
    bool big_endian_;
};

inline std::string ply_head(std::string_view format, std::string_view elements) {
    return "ply\nformat " + std::string(format) + " 1.0\n" + std::string(elements) + "end_header\n";
}

inline const std::string ply_xyz = "property float x\nproperty float y\nproperty float z\n";
inline const std::string ply_corners = "property list uchar int vertex_indices\n";

}  // namespace graze::test
