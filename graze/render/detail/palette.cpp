#include "graze/render/detail/palette.h"

#include <algorithm>
#include <array>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

// Colours that differ only in the lowest two bits count as one.
constexpr unsigned bits = 6;

unsigned bucket_of(const Color& c) {
    return (c.r >> (8U - bits)) << (2 * bits) | (c.g >> (8U - bits)) << bits | c.b >> (8U - bits);
}

struct Bucket {
    std::uint32_t key = 0;
    std::uint64_t pixels = 0;
    std::array<std::uint64_t, 3> sum{};

    std::uint32_t channel(std::size_t i) const { return key >> ((2 - i) * bits) & ((1U << bits) - 1); }
};

// Buckets [first, last) of the list.
struct ColorRange {
    std::size_t first = 0, last = 0;
    std::size_t channel = 0;  // the channel along which the piece is longest
    std::uint64_t worth = 0;  // the gain from cutting the piece
};

std::vector<Bucket> buckets_of(const Picture& picture) {
    std::vector<Bucket> all(std::size_t{1} << (3 * bits));
    for (const Color& c : picture.pixels()) {
        Bucket& bucket = all[bucket_of(c)];
        bucket.key = bucket_of(c);
        ++bucket.pixels;
        bucket.sum[0] += c.r;
        bucket.sum[1] += c.g;
        bucket.sum[2] += c.b;
    }
    std::erase_if(all, [](const Bucket& b) { return b.pixels == 0; });
    return all;
}

ColorRange piece_of(const std::vector<Bucket>& buckets, std::size_t first, std::size_t last) {
    ColorRange piece{first, last, 0, 0};
    std::uint64_t pixels = 0;
    std::array<std::uint32_t, 3> low{~0U, ~0U, ~0U}, high{};
    for (std::size_t i = first; i < last; ++i) {
        pixels += buckets[i].pixels;
        for (std::size_t c = 0; c < 3; ++c) {
            low[c] = std::min(low[c], buckets[i].channel(c));
            high[c] = std::max(high[c], buckets[i].channel(c));
        }
    }
    for (std::size_t c = 1; c < 3; ++c)
        if (high[c] - low[c] > high[piece.channel] - low[piece.channel]) piece.channel = c;
    const std::uint64_t length = high[piece.channel] - low[piece.channel];
    piece.worth = length * length * pixels;
    return piece;
}

// Cuts where about half of the pixels are on each side; neither side is empty.
std::size_t median_of(std::vector<Bucket>& buckets, const ColorRange& piece) {
    const auto first = buckets.begin() + static_cast<std::ptrdiff_t>(piece.first);
    const auto last = buckets.begin() + static_cast<std::ptrdiff_t>(piece.last);
    std::sort(first, last, [&](const Bucket& a, const Bucket& b) {
        const std::uint32_t x = a.channel(piece.channel), y = b.channel(piece.channel);
        return x != y ? x < y : a.key < b.key;
    });
    std::uint64_t pixels = 0, before = 0;
    for (auto b = first; b != last; ++b) pixels += b->pixels;
    std::size_t cut = piece.first;
    while (cut + 1 < piece.last && 2 * before < pixels) before += buckets[cut++].pixels;
    return std::max(cut, piece.first + 1);
}

std::vector<ColorRange> cut_up(std::vector<Bucket>& buckets, unsigned colors) {
    std::vector<ColorRange> pieces{piece_of(buckets, 0, buckets.size())};
    while (pieces.size() < colors) {
        const auto best = std::ranges::max_element(pieces, {}, &ColorRange::worth);
        if (best->worth == 0) break;
        const ColorRange piece = *best;
        const std::size_t cut = median_of(buckets, piece);
        *best = piece_of(buckets, piece.first, cut);
        pieces.push_back(piece_of(buckets, cut, piece.last));
    }
    return pieces;
}

}  // namespace

IndexedColors index_colors(const Picture& picture, unsigned colors) {
    if (colors < 2 || colors > 256) throw Error("a palette has 2 to 256 colours", "PNG");
    std::vector<Bucket> buckets = buckets_of(picture);
    IndexedColors result;
    std::vector<std::uint8_t> index_of(std::size_t{1} << (3 * bits));
    for (const ColorRange& piece : cut_up(buckets, colors)) {
        Bucket all;
        for (std::size_t i = piece.first; i < piece.last; ++i) {
            index_of[buckets[i].key] = static_cast<std::uint8_t>(result.palette.size());
            all.pixels += buckets[i].pixels;
            for (std::size_t c = 0; c < 3; ++c) all.sum[c] += buckets[i].sum[c];
        }
        const auto mean = [&](std::size_t c) {
            return static_cast<std::uint8_t>((all.sum[c] + all.pixels / 2) / all.pixels);
        };
        result.palette.push_back({mean(0), mean(1), mean(2), 255});
    }
    result.index.reserve(picture.pixels().size());
    for (const Color& c : picture.pixels()) result.index.push_back(index_of[bucket_of(c)]);
    return result;
}

}  // namespace graze::inline v1::detail
