#include "graze/tree/detail/order.h"

namespace graze::inline v1::detail {
namespace {

// Below this depth ranges are halved by count, so that no input makes the tree deeper than 20 + 11 levels.
constexpr int depth_of_halving = 20;

}  // namespace

SplitOrder::SplitOrder(const Mesh& mesh, const Vec3& origin, double scale, const TreeOptions& options)
    : effort_(options.effort),
      count_(mesh.triangle_count()),
      items_(std::make_unique_for_overwrite<SplitItem[]>(count_)),
      spare_(std::make_unique_for_overwrite<SplitItem[]>(count_)) {
    parallel_for(options.threads, count_, 8192, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const Box b = bounds(mesh.triangle(static_cast<TriangleId>(i)));
            const Vec3 lo = (b.lower - origin) * scale, hi = (b.upper - origin) * scale;
            items_[i] = {{static_cast<float>(hi.x), static_cast<float>(hi.y), static_cast<float>(hi.z)},
                         static_cast<TriangleId>(i),
                         {static_cast<float>(-lo.x), static_cast<float>(-lo.y), static_cast<float>(-lo.z)},
                         0};
        }
    });
}

SplitEffort SplitOrder::effort(std::size_t count) const {
    if (effort_ == BuildEffort::best) return {most_slices, true, 1};
    return {count > 64 ? 16 : 8, false, TreeLeaf::width};
}

// Ranges may lie in either array.
std::size_t SplitOrder::place(const Range& range) const {
    const SplitItem* first = range.items.data();
    const bool in_items = first >= items_.get() && first < items_.get() + count_;
    return static_cast<std::size_t>(first - (in_items ? items_ : spare_).get());
}

// Each step splits the range with the largest surface (or count).
std::vector<SplitRange> SplitOrder::below(const Range& range, int depth) const {
    const bool halve = depth >= depth_of_halving;
    std::vector<SplitRange> r;
    r.reserve(WideNode::width);
    r.push_back(range);
    while (r.size() < WideNode::width) {
        std::size_t pick = r.size();
        float largest = -1;
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (r[i].count() <= TreeLeaf::width) continue;
            const float size = halve ? static_cast<float>(r[i].count()) : r[i].box.surface();
            if (size > largest) {
                largest = size;
                pick = i;
            }
        }
        if (pick == r.size()) break;
        const auto [left, right] = halve ? split_in_half(r[pick]) : split(r[pick], effort(r[pick].count()));
        r[pick] = left;
        r.insert(r.begin() + static_cast<std::ptrdiff_t>(pick) + 1, right);
    }
    return r;
}

}  // namespace graze::inline v1::detail
