#include "graze/base/detail/hilbert.h"

#include <utility>

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t block = CurveBlock::size;
constexpr int bits = CurveBlock::bits;

// Turns coordinates into the bits of the position on the Hilbert curve, "transposed" (Skilling 2004,
// Programming the Hilbert curve), for a whole block at a time and without branches.
void to_curve(std::array<std::array<std::uint32_t, block>, 3>& x) {
    for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) {
        const std::uint32_t p = q - 1;
        for (auto& axis : x) {
            for (std::size_t i = 0; i < block; ++i) {
                const std::uint32_t set = (axis[i] & q) != 0 ? ~0u : 0u;
                const std::uint32_t exchange = (x[0][i] ^ axis[i]) & p & ~set;
                // The first axis is not exchanged with itself: the two operands are equal.
                axis[i] ^= exchange;
                x[0][i] ^= (set & p) | exchange;
            }
        }
    }
    for (std::size_t i = 0; i < block; ++i) {
        x[1][i] ^= x[0][i];
        x[2][i] ^= x[1][i];
        std::uint32_t t = 0;
        for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) t ^= (x[2][i] & q) != 0 ? q - 1 : 0;
        for (auto& axis : x) axis[i] ^= t;
    }
}

// Moves bit k to bit 3 k.
std::uint32_t spread(std::uint32_t v) {
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    return (v | v << 2) & 0x09249249u;
}

}  // namespace

void CurveBlock::places(std::size_t count, CurveKey* keys) {
    to_curve(cell);
    for (std::size_t i = 0; i < count; ++i)
        keys[i].key = spread(cell[0][i]) << 2 | spread(cell[1][i]) << 1 | spread(cell[2][i]);
}

void sort_by_key(std::vector<CurveKey>& keys, std::vector<CurveKey>& spare) {
    constexpr int digit = 10;
    constexpr std::uint32_t radix = 1u << digit;
    spare.resize(keys.size());
    for (int shift = 0; shift < 3 * bits; shift += digit) {
        std::array<std::size_t, radix> start{};
        for (const CurveKey& k : keys) ++start[k.key >> shift & (radix - 1)];
        std::size_t sum = 0;
        for (std::size_t& s : start) sum += std::exchange(s, sum);
        for (const CurveKey& k : keys) spare[start[k.key >> shift & (radix - 1)]++] = k;
        keys.swap(spare);
    }
}

}  // namespace graze::inline v1::detail
