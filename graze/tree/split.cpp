#include "graze/tree/detail/split.h"

#include <algorithm>
#include <cstdint>

#include "graze/tree/wide_tree.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/tree/split.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::JoinBox;
using detail::SplitItem;
using detail::SplitRange;

// Boxes and items are eight floats each.
using Eight = hn::CappedTag<float, 8>;

template <class T>
HWY_INLINE const float* floats_of(const T& boxlike) {
    static_assert(sizeof(T) == 8 * sizeof(float) && alignof(T) >= 32);
    return reinterpret_cast<const float*>(&boxlike);
}

// Maxima do not depend on the order or the length of vectors.
template <class T>
HWY_INLINE void join(JoinBox& box, const T& boxlike) {
    const Eight d;
    float* to = reinterpret_cast<float*>(&box);
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d))
        hn::Store(hn::Max(hn::Load(d, to + i), hn::Load(d, floats_of(boxlike) + i)), d, to + i);
}

HWY_INLINE void copy(const SplitItem& from, SplitItem* to) {
    const Eight d;
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d))
        hn::Store(hn::Load(d, floats_of(from) + i), d, reinterpret_cast<float*>(to) + i);
}

void join_items(std::span<const SplitItem> items, JoinBox& box) {
    for (const SplitItem& i : items) join(box, i);
}

// Equal slices of a box along an axis.
class Slices {
  public:
    Slices(const JoinBox& box, int axis, int count)
        : axis_(axis),
          lowest_(-2 * box.minus_lower[axis]),
          scale_(0.5f * static_cast<float>(count) * (1 - 0x1p-20f) / box.size(axis)) {}

    HWY_INLINE int of(const SplitItem& i) const {
        return static_cast<int>((i.twice_middle(axis_) - lowest_) * scale_);
    }

  private:
    int axis_;
    float lowest_, scale_;  // of twice the middle
};

struct Side {
    JoinBox box;
    std::uint32_t count = 0;

    template <class T>
    HWY_INLINE void add(const T& other, std::uint32_t n) {
        join(box, other);
        count += n;
    }
    // `unit` triangles cost as much as one.
    float cost(std::uint32_t unit) const {
        const std::uint32_t units = (count + unit - 1) / unit;
        return box.surface() * static_cast<float>(units);
    }
};

struct Cut {
    float cost = INFINITY;
    int axis = 0;
    int last_left = 0;  // slice of the left side
    Side left, right;
};

// A side is empty only if all items are in one slice.
HWY_INLINE Cut best_cut(const Side* slices, const detail::SplitEffort& effort, int axis) {
    const int count = effort.slices;
    float right_cost[detail::most_slices];
    Side sum;
    for (int s = count - 1; s > 0; --s) {
        sum.add(slices[s].box, slices[s].count);
        right_cost[s] = sum.cost(effort.unit);
    }
    sum = {};
    Cut cut;
    cut.axis = axis;
    for (int s = 0; s + 1 < count; ++s) {
        if (slices[s].count == 0) continue;  // the same as the cut before
        sum.add(slices[s].box, slices[s].count);
        const float cost = sum.cost(effort.unit) + right_cost[s + 1];
        if (cost < cut.cost) {
            cut.cost = cost;
            cut.last_left = s;
            cut.left = sum;
        }
    }
    for (int s = cut.last_left + 1; s < count; ++s) cut.right.add(slices[s].box, slices[s].count);
    return cut;
}

Cut best_cut_along(const SplitRange& range, const detail::SplitEffort& effort, int axis) {
    const Slices slices(range.box, axis, effort.slices);
    Side in_slice[detail::most_slices];
    for (const SplitItem& i : range.items) in_slice[slices.of(i)].add(i, 1);
    return best_cut(in_slice, effort, axis);
}

// False if there is no cut.
bool cut_in_slices(const SplitRange& range, const detail::SplitEffort& effort, SplitRange& left,
                   SplitRange& right) {
    Cut cut;
    const auto try_axis = [&](int axis) {
        // For a thinner box, the number of slices per length is infinite.
        constexpr float thin = 0x1p-100f;
        if (!(range.box.size(axis) > thin)) return;
        const Cut other = best_cut_along(range, effort, axis);
        const bool empty = other.left.count == 0 || other.right.count == 0;
        if (!empty && other.cost < cut.cost) cut = other;
    };
    const int longest = range.box.longest_axis();
    for (int axis = 0; axis < 3; ++axis) {
        if (effort.all_axes || axis == longest) try_axis(axis);
    }
    // The longest axis does not separate needles as long as the whole box from small triangles beside them.
    Side whole;
    whole.add(range.box, static_cast<std::uint32_t>(range.items.size()));
    const bool is_poor = cut.cost > 0.9f * whole.cost(effort.unit);
    for (int axis = 0; axis < 3 && is_poor; ++axis) {
        if (!effort.all_axes && axis != longest) try_axis(axis);
    }
    if (cut.left.count == 0) return false;
    const Slices slices(range.box, cut.axis, effort.slices);
    // Out of place, and without a branch, which would be unpredictable.
    SplitItem* at[2] = {range.spare.data(), range.spare.data() + cut.left.count};
    for (const SplitItem& i : range.items) copy(i, at[slices.of(i) <= cut.last_left ? 0 : 1]++);
    const std::size_t n = cut.left.count;
    left = {range.spare.first(n), range.items.first(n), cut.left.box};
    right = {range.spare.subspan(n), range.items.subspan(n), cut.right.box};
    return true;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(join_items);
HWY_EXPORT(cut_in_slices);

int JoinBox::longest_axis() const {
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
        if (size(k) > size(axis)) axis = k;
    }
    return axis;
}

JoinBox box_of(std::span<const SplitItem> items) {
    JoinBox box;
    HWY_DYNAMIC_DISPATCH(join_items)(items, box);
    return box;
}

std::pair<SplitRange, SplitRange> split_in_half(const SplitRange& range) {
    const int axis = range.box.longest_axis();
    const std::size_t half = range.count() / 2;
    // Sorted, because what selecting the middle leaves on its sides differs between standard libraries.
    // Mostly the items are equal boxes, which are in order once they are sorted.
    const auto before = [axis](const SplitItem& a, const SplitItem& b) {
        return std::pair(a.twice_middle(axis), a.id) < std::pair(b.twice_middle(axis), b.id);
    };
    if (!std::ranges::is_sorted(range.items, before)) std::ranges::sort(range.items, before);
    const std::span<SplitItem> left = range.items.first(half), right = range.items.subspan(half);
    return {{left, range.spare.first(half), box_of(left)}, {right, range.spare.subspan(half), box_of(right)}};
}

std::pair<SplitRange, SplitRange> split(const SplitRange& range, const SplitEffort& effort) {
    std::pair<SplitRange, SplitRange> sides;
    if (HWY_DYNAMIC_DISPATCH(cut_in_slices)(range, effort, sides.first, sides.second)) return sides;
    return split_in_half(range);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
