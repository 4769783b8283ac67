// The kernels of the tree of boxes.
#include <algorithm>
#include <array>
#include <bit>

#include "graze/world/detail/box_groups.h"
#include "graze/world/detail/box_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/group_join.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::BoxGroup;
using Lanes8 = hn::CappedTag<float, BoxGroup::width>;

// Bit l: lane l of the group overlaps the box. `bounds(k)` gives the pair of its lower and upper bound.
template <class Bounds>
HWY_INLINE std::uint32_t lanes_that_overlap(const BoxGroup& group, Bounds bounds) {
    const Lanes8 d;
    const auto n = hn::Lanes(d);
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < BoxGroup::width; i += n) {
        const auto along = [&](std::size_t k) {
            const auto [lower, upper] = bounds(k);
            return hn::And(hn::Le(hn::Load(d, group.lower[k] + i), hn::Set(d, upper)),
                           hn::Ge(hn::Load(d, group.upper[k] + i), hn::Set(d, lower)));
        };
        const auto together = hn::And(hn::And(along(0), along(1)), along(2));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, together, bits);
        result |= static_cast<std::uint32_t>(bits[0]) << i;
    }
    return result;
}

HWY_INLINE std::uint32_t lanes_that_overlap(const BoxGroup& group, const BoxGroup& other, std::size_t lane) {
    return lanes_that_overlap(
        group, [&](std::size_t k) { return std::pair(other.lower[k][lane], other.upper[k][lane]); });
}

HWY_INLINE std::uint32_t lanes_that_overlap(const BoxGroup& group, const FloatBox& box) {
    return lanes_that_overlap(group, [&](std::size_t k) { return std::pair(box.lower[k], box.upper[k]); });
}

template <class Body>
HWY_INLINE void for_each_bit(std::uint32_t bits, Body body) {
    for (; bits != 0; bits &= bits - 1) body(static_cast<std::size_t>(std::countr_zero(bits)));
}

// Pairs on their way to the caller's vector, which grows slowly when asked for one at a time.
class PairSink {
  public:
    explicit PairSink(std::vector<IdPair>& pairs) : pairs_(pairs) {}
    PairSink(const PairSink&) = delete;
    PairSink& operator=(const PairSink&) = delete;
    ~PairSink() { flush(); }

    // Before at most 64 calls of add().
    HWY_INLINE void reserve() {
        if (count_ > size - 64) flush();
    }
    HWY_INLINE void add(std::uint32_t a, std::uint32_t b) {
        buffer_[count_++] = {std::min(a, b), std::max(a, b)};
    }

  private:
    void flush() {
        pairs_.insert(pairs_.end(), buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(count_));
        count_ = 0;
    }
    static constexpr std::size_t size = 512;
    std::vector<IdPair>& pairs_;
    std::size_t count_ = 0;
    std::array<IdPair, size> buffer_;
};

// All against all, from the top down: two groups are compared where the boxes around them overlap.
template <bool Filter>
class SelfJoin {
  public:
    SelfJoin(const detail::GroupTree& tree, PairSink& sink)
        : tree_(tree), levels_(*tree.levels), sink_(sink) {}

    void within(std::size_t level, std::size_t i) {
        const BoxGroup& group = levels_[level][i];
        tests_ += BoxGroup::width;
        if (level == 0) sink_.reserve();
        for (std::size_t lane = 0; lane < BoxGroup::width; ++lane) {
            const std::size_t child = BoxGroup::width * i + lane;
            std::uint32_t later = lanes_that_overlap(group, group, lane) & (0xfeu << lane);
            if (level == 0) {
                report(later & wanted(i, lane, i), tree_.ids[child], i);
            } else if (child < levels_[level - 1].size()) {
                within(level - 1, child);
                for_each_bit(later,
                             [&](std::size_t l) { between(level - 1, child, BoxGroup::width * i + l); });
            }
        }
    }
    std::uint64_t tests() const { return tests_; }

  private:
    void between(std::size_t level, std::size_t i, std::size_t j) {
        constexpr std::size_t width = BoxGroup::width;
        const BoxGroup &a = levels_[level][i], &b = levels_[level][j];
        const BoxGroup &above_a = levels_[level + 1][i / width], &above_b = levels_[level + 1][j / width];
        tests_ += 2;
        std::uint32_t in_a = lanes_that_overlap(a, above_b, j % width);
        if (in_a == 0) return;
        std::uint32_t in_b = lanes_that_overlap(b, above_a, i % width);
        if (in_b == 0) return;
        if (level > 0) {
            for_each_bit(in_a, [&](std::size_t lane) {
                ++tests_;
                for_each_bit(lanes_that_overlap(b, a, lane) & in_b,
                             [&](std::size_t l) { between(level - 1, width * i + lane, width * j + l); });
            });
            return;
        }
        sink_.reserve();
        if (std::popcount(in_a) <= std::popcount(in_b)) {
            lanes_of(in_a, a, i, b, j);
        } else {
            lanes_of(in_b, b, j, a, i);
        }
    }

    HWY_INLINE void lanes_of(std::uint32_t lanes, const BoxGroup& a, std::size_t i, const BoxGroup& b,
                             std::size_t j) {
        for_each_bit(lanes, [&](std::size_t lane) {
            ++tests_;
            report(lanes_that_overlap(b, a, lane) & wanted(i, lane, j), tree_.ids[BoxGroup::width * i + lane],
                   j);
        });
    }

    HWY_INLINE void report(std::uint32_t lanes, std::uint32_t id, std::size_t j) {
        for_each_bit(lanes, [&](std::size_t l) { sink_.add(id, tree_.ids[BoxGroup::width * j + l]); });
    }

    // Which lanes of group j make a pair of interest with the lane of group i.
    HWY_INLINE std::uint32_t wanted(std::size_t i, std::size_t lane, std::size_t j) const {
        if constexpr (Filter) return (tree_.moved[i] >> lane & 1u) != 0 ? 0xffu : tree_.moved[j];
        return 0xff;
    }

    const detail::GroupTree& tree_;
    const detail::GroupLevels& levels_;
    PairSink& sink_;
    std::uint64_t tests_ = 0;
};

// Calls found(group of level 0, lanes) for what overlaps the box. Returns the number of tests.
template <class Found>
HWY_INLINE std::uint64_t descend(const detail::GroupLevels& levels, const FloatBox& box, Found found) {
    struct Place {
        std::uint32_t level, group;
    };
    std::array<Place, 7 * 12 + 8> stack;  // 12 levels hold 2^36 objects
    std::size_t size = 0;
    std::uint64_t tests = 0;
    stack[size++] = {static_cast<std::uint32_t>(levels.size() - 1), 0};
    while (size > 0) {
        const Place at = stack[--size];
        ++tests;
        const std::uint32_t lanes = lanes_that_overlap(levels[at.level][at.group], box);
        if (at.level == 0) {
            if (lanes != 0) found(at.group, lanes);
            continue;
        }
        for_each_bit(lanes, [&](std::size_t lane) {
            stack[size++] = {at.level - 1, static_cast<std::uint32_t>(BoxGroup::width * at.group + lane)};
        });
    }
    return tests;
}

std::uint64_t join_moved(const detail::GroupTree& tree, PairSink& sink) {
    constexpr std::size_t width = BoxGroup::width;
    const detail::GroupLevels& levels = *tree.levels;
    std::uint64_t tests = 0;
    for (std::size_t g = 0; g < levels[0].size(); ++g) {
        for_each_bit(tree.moved[g], [&](std::size_t lane) {
            const std::uint32_t id = tree.ids[width * g + lane];
            tests += descend(levels, levels[0][g].at(lane), [&](std::size_t other, std::uint32_t lanes) {
                // Of two that moved the one in the earlier slot reports.
                std::uint32_t skip = 0;
                if (other < g) skip = tree.moved[other];
                if (other == g) skip = (tree.moved[g] & ((1u << lane) - 1)) | 1u << lane;
                sink.reserve();
                for_each_bit(lanes & ~skip,
                             [&](std::size_t l) { sink.add(id, tree.ids[width * other + l]); });
            });
        });
    }
    return tests;
}

std::uint64_t find_pairs(const detail::GroupTree& tree, detail::JoinOf which, std::vector<IdPair>& pairs) {
    PairSink sink(pairs);
    const std::size_t top = tree.levels->size() - 1;
    if (which == detail::JoinOf::moved) return join_moved(tree, sink);
    if (which == detail::JoinOf::all) {
        SelfJoin<false> join(tree, sink);
        join.within(top, 0);
        return join.tests();
    }
    SelfJoin<true> join(tree, sink);
    join.within(top, 0);
    return join.tests();
}

void find_overlapping(const detail::GroupTree& tree, const FloatBox& box, std::vector<std::uint32_t>& ids) {
    descend(*tree.levels, box, [&](std::size_t group, std::uint32_t lanes) {
        for_each_bit(lanes, [&](std::size_t l) { ids.push_back(tree.ids[BoxGroup::width * group + l]); });
    });
}

// The box around each of the groups of the level below goes into a lane of `above`.
void enclose(std::span<const BoxGroup> below, std::span<BoxGroup> above) {
    const Lanes8 d;
    const auto n = hn::Lanes(d);
    for (std::size_t i = 0; i < above.size() * BoxGroup::width; ++i) {
        BoxGroup& group = above[i / BoxGroup::width];
        const std::size_t lane = i % BoxGroup::width;
        if (i >= below.size()) {
            group.set(lane, FloatBox{});
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            auto lower = hn::Load(d, below[i].lower[k]), upper = hn::Load(d, below[i].upper[k]);
            for (std::size_t l = n; l < BoxGroup::width; l += n) {
                lower = hn::Min(lower, hn::Load(d, below[i].lower[k] + l));
                upper = hn::Max(upper, hn::Load(d, below[i].upper[k] + l));
            }
            group.lower[k][lane] = hn::GetLane(hn::MinOfLanes(d, lower));
            group.upper[k][lane] = hn::GetLane(hn::MaxOfLanes(d, upper));
        }
    }
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_pairs);
HWY_EXPORT(find_overlapping);
HWY_EXPORT(enclose);

std::uint64_t find_pairs(const GroupTree& tree, JoinOf which, std::vector<IdPair>& pairs) {
    return HWY_DYNAMIC_DISPATCH(find_pairs)(tree, which, pairs);
}

void find_overlapping(const GroupTree& tree, const FloatBox& box, std::vector<std::uint32_t>& ids) {
    HWY_DYNAMIC_DISPATCH(find_overlapping)(tree, box, ids);
}

void fill_levels(std::span<const FloatBox> boxes, std::span<const std::uint32_t> ids, GroupLevels& levels) {
    constexpr std::size_t width = BoxGroup::width;
    constexpr std::size_t ahead = 32;  // slots: the boxes lie anywhere in memory
    const FloatBox none;
    for (std::size_t slot = 0; slot < ids.size(); ++slot) {
        if (slot + ahead < ids.size() && ids[slot + ahead] != nobody)
            __builtin_prefetch(boxes.data() + ids[slot + ahead]);
        levels[0][slot / width].set(slot % width, ids[slot] == nobody ? none : boxes[ids[slot]]);
    }
    for (std::size_t level = 1; level < levels.size(); ++level)
        HWY_DYNAMIC_DISPATCH(enclose)(levels[level - 1], levels[level]);
}

FloatBox around(const BoxGroup& group) {
    FloatBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t lane = 0; lane < BoxGroup::width; ++lane) {
            box.lower[k] = std::min(box.lower[k], group.lower[k][lane]);
            box.upper[k] = std::max(box.upper[k], group.upper[k][lane]);
        }
    }
    return box;
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
