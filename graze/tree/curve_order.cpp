#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "graze/base/detail/hilbert.h"
#include "graze/tree/detail/order.h"

namespace graze::inline v1::detail {

CurveOrder::CurveOrder(const Mesh& mesh, const Vec3& origin, double scale, const TreeOptions& options) {
    std::vector<CurveKey> keyed(mesh.triangle_count()), spare;
    constexpr double cells = 1 << CurveBlock::bits;
    parallel_for(options.threads, keyed.size(), CurveBlock::size, [&](std::size_t first, std::size_t last) {
        CurveBlock block;
        for (std::size_t i = first; i < last; ++i) {
            const Triangle t = mesh.triangle(static_cast<TriangleId>(i));
            const Vec3 middle = (((t[0] - origin) + (t[1] - origin)) + (t[2] - origin)) * (scale / 3);
            for (std::size_t k = 0; k < 3; ++k) {
                const double cell = (middle[k] + 1) * (0.5 * cells);
                block.cell[k][i - first] = static_cast<std::uint32_t>(std::clamp(cell, 0.0, cells - 1.0));
            }
            keyed[i].item = static_cast<TriangleId>(i);
        }
        block.places(last - first, keyed.data() + first);
    });
    sort_by_key(keyed, spare);
    triangles_.resize(keyed.size());
    keys_.resize(keyed.size());
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        triangles_[i] = keyed[i].item;
        keys_[i] = keyed[i].key;
    }
}

// The position where the two halves of the cell that contains the range meet. Equal keys are cut in the
// middle.
std::size_t CurveOrder::border_within(const Range& r) const {
    const std::uint32_t first = keys_[r.first], last = keys_[r.last - 1];
    if (first == last) return r.first + r.count() / 2;
    const std::uint32_t upper = last & ~(std::bit_floor(first ^ last) - 1);
    return static_cast<std::size_t>(std::lower_bound(keys_.begin() + static_cast<std::ptrdiff_t>(r.first),
                                                     keys_.begin() + static_cast<std::ptrdiff_t>(r.last),
                                                     upper) -
                                    keys_.begin());
}

// Each step cuts the range in the largest cell, of equal cells the fullest. So every level of nodes cuts off
// three bits of the keys or, where keys are equal, three bits of the count: at most 10 + 11 levels.
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
