// All pairs of boxes in a tree that overlap.
#include <bit>

#include "graze/world/detail/box_groups.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/group_join.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/world/detail/group_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// All against all, from the top down: two groups are compared where the boxes around them overlap.
class SelfJoin {
  public:
    SelfJoin(const detail::GroupLevels& levels, detail::SlotPairs& pairs) : levels_(levels), out_(pairs) {}

    void within(std::size_t level, std::size_t i) {
        const BoxGroup& group = levels_[level][i];
        tests_ += BoxGroup::width;
        if (level == 0) out_.reserve();
        for (std::size_t lane = 0; lane < BoxGroup::width; ++lane) {
            const std::size_t child = BoxGroup::width * i + lane;
            const std::uint32_t later = lanes_that_overlap(group, group, lane) & (0xfeu << lane);
            if (level == 0) {
                report(later, child, i);
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
        out_.reserve();
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
            report(lanes_that_overlap(b, a, lane), BoxGroup::width * i + lane, j);
        });
    }

    HWY_INLINE void report(std::uint32_t lanes, std::size_t slot, std::size_t j) {
        for_each_bit(lanes, [&](std::size_t l) { out_.add(slot, BoxGroup::width * j + l); });
    }

    const detail::GroupLevels& levels_;
    PairBuffer out_;
    std::uint64_t tests_ = 0;
};

std::uint64_t find_all_pairs(const detail::GroupLevels& levels, detail::SlotPairs& pairs) {
    SelfJoin join(levels, pairs);
    join.within(levels.size() - 1, 0);
    return join.tests();
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_all_pairs);

std::uint64_t find_all_pairs(const GroupLevels& levels, SlotPairs& pairs) {
    return HWY_DYNAMIC_DISPATCH(find_all_pairs)(levels, pairs);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
