#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "graze/tree/detail/order.h"

namespace graze::inline v1::detail {
namespace {

constexpr int bits = 10;            // of a coordinate
constexpr std::size_t block = 256;  // triangles whose keys are made together, in lanes

using Lanes = std::array<std::uint32_t, block>;

// Coordinates to the bits of the place on the Hilbert curve, "transposed" (Skilling 2004, Programming the
// Hilbert curve), for all of a block at a time and without branches.
void to_curve(Lanes (&x)[3]) {
    for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) {
        const std::uint32_t p = q - 1;
        for (auto& axis : x) {
            for (std::size_t i = 0; i < block; ++i) {
                const std::uint32_t set = (axis[i] & q) != 0 ? ~0u : 0u;
                const std::uint32_t exchange = (x[0][i] ^ axis[i]) & p & ~set;
                // The first axis is never exchanged with itself: the two are equal.
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

// Bit k goes to bit 3 k.
std::uint32_t spread(std::uint32_t v) {
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    return (v | v << 2) & 0x09249249u;
}

struct Keyed {
    std::uint32_t key;
    TriangleId triangle;
};

void sort_by_key(std::vector<Keyed>& keyed) {
    constexpr int digit = 10;
    constexpr std::uint32_t radix = 1u << digit;
    std::vector<Keyed> other(keyed.size());
    for (int shift = 0; shift < 3 * bits; shift += digit) {
        std::array<std::size_t, radix> start{};
        for (const Keyed& k : keyed) ++start[k.key >> shift & (radix - 1)];
        std::size_t sum = 0;
        for (std::size_t& s : start) sum += std::exchange(s, sum);
        for (const Keyed& k : keyed) other[start[k.key >> shift & (radix - 1)]++] = k;
        keyed.swap(other);
    }
}

}  // namespace

CurveOrder::CurveOrder(const Mesh& mesh, const Vec3& origin, double scale, const TreeOptions& options) {
    std::vector<Keyed> keyed(mesh.triangle_count());
    parallel_for(options.threads, keyed.size(), block, [&](std::size_t first, std::size_t last) {
        Lanes x[3] = {};
        for (std::size_t i = first; i < last; ++i) {
            const Triangle t = mesh.triangle(static_cast<TriangleId>(i));
            const Vec3 middle = (((t[0] - origin) + (t[1] - origin)) + (t[2] - origin)) * (scale / 3);
            for (std::size_t k = 0; k < 3; ++k) {
                const double cell = (middle[k] + 1) * (0.5 * (1 << bits));
                x[k][i - first] = static_cast<std::uint32_t>(std::clamp(cell, 0.0, (1 << bits) - 1.0));
            }
        }
        to_curve(x);
        for (std::size_t i = first; i < last; ++i) {
            const std::size_t j = i - first;
            keyed[i] = {spread(x[0][j]) << 2 | spread(x[1][j]) << 1 | spread(x[2][j]),
                        static_cast<TriangleId>(i)};
        }
    });
    sort_by_key(keyed);
    triangles_.resize(keyed.size());
    keys_.resize(keyed.size());
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        triangles_[i] = keyed[i].triangle;
        keys_[i] = keyed[i].key;
    }
}

// Where the two halves of the cell that holds the range meet. Equal keys are cut in the middle.
std::size_t CurveOrder::border_within(const Range& r) const {
    const std::uint32_t first = keys_[r.first], last = keys_[r.last - 1];
    if (first == last) return r.first + r.count() / 2;
    const std::uint32_t upper = last & ~(std::bit_floor(first ^ last) - 1);
    return static_cast<std::size_t>(std::lower_bound(keys_.begin() + static_cast<std::ptrdiff_t>(r.first),
                                                     keys_.begin() + static_cast<std::ptrdiff_t>(r.last),
                                                     upper) -
                                    keys_.begin());
}

// Each time the range in the largest cell is cut, among equals the fullest. So every level of nodes cuts off
// three bits of the keys or, where they are equal, three of the count: at most 10 + 11 levels.
std::vector<CurveOrder::Range> CurveOrder::below(const Range& range, int) const {
    std::vector<Range> r;
    r.reserve(WideNode::width);
    r.push_back(range);
    while (r.size() < WideNode::width) {
        std::size_t pick = r.size();
        std::pair<std::uint32_t, std::size_t> largest{0, 0};
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (r[i].count() <= TreeLeaf::width) continue;
            const std::pair size(std::bit_floor(keys_[r[i].first] ^ keys_[r[i].last - 1]), r[i].count());
            if (size > largest) {
                largest = size;
                pick = i;
            }
        }
        if (pick == r.size()) break;
        const std::size_t border = border_within(r[pick]);
        const Range right{border, r[pick].last};
        r[pick].last = border;
        r.insert(r.begin() + static_cast<std::ptrdiff_t>(pick) + 1, right);
    }
    return r;
}

}  // namespace graze::inline v1::detail
