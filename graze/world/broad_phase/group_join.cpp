// All pairs of overlapping boxes in a tree.
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "graze/world/broad_phase/detail/box_groups.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/group_join.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/world/broad_phase/detail/group_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Some groups of a level.
class GroupList {
  public:
    // Reserves space for this many calls of write_lanes(), the last of which ends at the position given to
    // finish().
    std::uint32_t* start(std::size_t calls) {
        if (groups_.size() < (calls + 1) * BoxGroup::width) groups_.resize(2 * (calls + 1) * BoxGroup::width);
        return groups_.data();
    }
    void finish(const std::uint32_t* end) { size_ = static_cast<std::size_t>(end - groups_.data()); }
    std::span<const std::uint32_t> all() const { return {groups_.data(), size_}; }

  private:
    std::vector<std::uint32_t> groups_;
    std::size_t size_ = 0;
};

// All boxes against all, from the top down. Each group has a list of the later groups of its level whose
// boxes overlap its own box, and the groups below it search only this list. So all overlaps of a box are
// found together, and the bounds of the box stay in registers.
class SelfJoin {
  public:
    SelfJoin(const detail::GroupLevels& levels, detail::SlotPairs& pairs)
        : levels_(levels), lists_(levels.size()), out_(pairs, last_slot(levels)) {}

    void descend(std::size_t level, std::size_t i) {
        if (level == 0) {
            report(i);
            return;
        }
        const BoxGroup& group = levels_[level][i];
        const auto list = lists_[level].all();
        GroupList& below = lists_[level - 1];
        const BoxGroup* const groups = levels_[level].data();
        for (std::size_t lane = 0; lane < BoxGroup::width; ++lane) {
            const FloatBox box = group.at(lane);
            const std::uint32_t own = lanes_that_overlap(group, box);
            if (own == 0) continue;  // no boxes below
            std::uint32_t* end = below.start(list.size() + 1);
            end += write_lanes(static_cast<std::uint32_t>(i), own & (0xfeu << lane), end);
            for (const std::uint32_t j : list) end += write_lanes(j, lanes_that_overlap(groups[j], box), end);
            below.finish(end);
            tests_ += list.size() + 1;
            descend(level - 1, BoxGroup::width * i + lane);
        }
    }
    std::uint64_t tests() const { return tests_; }

  private:
    // For each lane of a group, the groups on its list whose boxes overlap the box in this lane; 64 to a
    // number.
    using LaneSets = std::array<std::uint64_t, BoxGroup::width>;

    void report(std::size_t i) {
        const BoxGroup& group = levels_[0][i];
        const auto list = lists_[0].all();
        find_lane_sets(group, list);
        tests_ += list.size() + BoxGroup::width;
        const BoxGroup* const groups = levels_[0].data();
        for (std::size_t lane = 0; lane < BoxGroup::width; ++lane) {
            const FloatBox box = group.at(lane);
            std::uint32_t* end = out_.start(BoxGroup::width * i + lane);
            end += write_lanes(static_cast<std::uint32_t>(i),
                               lanes_that_overlap(group, box) & (0xfeu << lane), end);
            for (std::size_t first = 0; first < list.size(); first += 64) {
                std::uint64_t set = lane_sets_[first / 64][lane];
                tests_ += static_cast<std::uint64_t>(std::popcount(set));
                for (; set != 0; set &= set - 1) {
                    const std::uint32_t j = list[first + static_cast<std::size_t>(std::countr_zero(set))];
                    end = out_.with_space(end);
                    end += write_lanes(j, lanes_that_overlap(groups[j], box), end);
                }
            }
            out_.finish(end);
        }
    }

    void find_lane_sets(const BoxGroup& group, std::span<const std::uint32_t> list) {
        constexpr std::size_t width = BoxGroup::width;
        lane_sets_.resize((list.size() + 63) / 64);
        for (std::size_t first = 0; first < list.size(); first += 64) {
            const std::size_t some = std::min<std::size_t>(64, list.size() - first);
            std::array<std::uint8_t, 64> lanes{};
            for (std::size_t k = 0; k < some; ++k) {
                const std::uint32_t j = list[first + k];
                lanes[k] =
                    static_cast<std::uint8_t>(lanes_that_overlap(group, levels_[1][j / width], j % width));
            }
            lane_sets_[first / 64] = transposed(lanes, some);
        }
    }

    // Bit k of number l is bit l of byte k.
    static HWY_INLINE LaneSets transposed(const std::array<std::uint8_t, 64>& bytes, std::size_t count) {
        const hn::CappedTag<std::int8_t, 64> d;
        LaneSets result{};
        for (std::size_t first = 0; first < count; first += hn::Lanes(d)) {
            auto v = hn::BitCast(d, hn::LoadU(hn::RebindToUnsigned<decltype(d)>(), bytes.data() + first));
            for (std::size_t lane = BoxGroup::width; lane-- > 0;) {
                std::array<std::uint8_t, 8> bits{};
                hn::StoreMaskBits(d, hn::Lt(v, hn::Zero(d)), bits.data());
                result[lane] |= std::bit_cast<std::uint64_t>(bits) << first;
                v = hn::Add(v, v);
            }
        }
        return result;
    }

    const detail::GroupLevels& levels_;
    std::vector<GroupList> lists_;
    std::vector<LaneSets> lane_sets_;
    PairBuffer out_;
    std::uint64_t tests_ = 0;
};

std::uint64_t find_all_pairs(const detail::GroupLevels& levels, detail::SlotPairs& pairs) {
    SelfJoin join(levels, pairs);
    join.descend(levels.size() - 1, 0);
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
