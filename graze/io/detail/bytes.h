// Little-endian numbers at any address, on any machine. Compilers turn each access into one load or store.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace graze::inline v1::detail {

inline std::uint32_t load_u32(const std::byte* p) {
    return std::to_integer<std::uint32_t>(p[0]) | std::to_integer<std::uint32_t>(p[1]) << 8 |
           std::to_integer<std::uint32_t>(p[2]) << 16 | std::to_integer<std::uint32_t>(p[3]) << 24;
}

inline float load_f32(const std::byte* p) {
    return std::bit_cast<float>(load_u32(p));
}

inline char* store_u32(char* p, std::uint32_t v) {
    for (int i = 0; i < 4; ++i) p[i] = static_cast<char>(v >> (8 * i) & 0xff);
    return p + 4;
}

inline char* store_f32(char* p, float v) {
    return store_u32(p, std::bit_cast<std::uint32_t>(v));
}

}  // namespace graze::inline v1::detail
