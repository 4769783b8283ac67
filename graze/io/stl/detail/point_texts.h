// A cache of points by their text: repeated text need not be parsed again.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// Remembers some thousand of the latest points, by their text. In text STL every vertex occurs about six
// times, mostly soon after the first, and parsing three numbers takes longer than this lookup. The texts are
// not copied.
class PointTexts {
  public:
    struct Entry {
        std::string_view text;
        Vec3 point;
    };

    // The entry for this text; it holds the point if its `text` is the same.
    Entry& place_of(std::string_view text) { return entries_[hash(text) >> (64 - bits)]; }

  private:
    static constexpr int bits = 12;  // 160 kB

    // Uses eight characters at the front, in the middle and at the end: some of each coordinate. Texts with
    // the same hash only replace each other.
    static std::uint64_t hash(std::string_view text) {
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        if (text.size() < 8) return 0;
        const auto word = [&](std::size_t at) {
            std::uint64_t characters = 0;
            std::memcpy(&characters, text.data() + at, 8);
            return characters;
        };
        const std::uint64_t last = text.size() - 8;
        const std::uint64_t h =
            (word(0) * odd) ^ (word(last / 2) * (odd << 1 | 1)) ^ (word(last) * (odd ^ 0xff00));
        return (h ^ h >> 32) * odd;
    }

    std::array<Entry, std::size_t{1} << bits> entries_{};
};

}  // namespace graze::inline v1::detail
