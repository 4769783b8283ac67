// The boxes around groups, kept up to date.
#include <span>
#include <utility>

#include "graze/world/broad_phase/detail/box_groups.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/group_fit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/world/broad_phase/detail/group_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Writes the box around a group into a lane of the group above. True if the lane changes.
HWY_INLINE bool enclose(const BoxGroup& below, BoxGroup& above, std::size_t lane) {
    const Lanes8 d;
    const auto n = hn::Lanes(d);
    bool changed = false;
    for (std::size_t k = 0; k < 3; ++k) {
        auto lower = hn::Load(d, below.lower[k]), upper = hn::Load(d, below.upper[k]);
        for (std::size_t l = n; l < BoxGroup::width; l += n) {
            lower = hn::Min(lower, hn::Load(d, below.lower[k] + l));
            upper = hn::Max(upper, hn::Load(d, below.upper[k] + l));
        }
        const float least = hn::GetLane(hn::MinOfLanes(d, lower)),
                    most = hn::GetLane(hn::MaxOfLanes(d, upper));
        changed |= above.lower[k][lane] != least || above.upper[k][lane] != most;
        above.lower[k][lane] = least;
        above.upper[k][lane] = most;
    }
    return changed;
}

void enclose_all(std::span<const BoxGroup> below, std::span<BoxGroup> above) {
    for (std::size_t i = 0; i < above.size() * BoxGroup::width; ++i) {
        BoxGroup& group = above[i / BoxGroup::width];
        if (i < below.size()) {
            enclose(below[i], group, i % BoxGroup::width);
        } else {
            group.set(i % BoxGroup::width, FloatBox{});
        }
    }
}

void refit(detail::GroupLevels& levels, std::vector<std::uint32_t>& dirty, std::vector<std::uint8_t>& marks) {
    constexpr std::size_t ahead = 8;
    std::vector<std::uint32_t> above;
    for (std::size_t level = 1; level < levels.size() && !dirty.empty(); ++level) {
        above.clear();
        for (std::size_t i = 0; i < dirty.size(); ++i) {
            if (i + ahead < dirty.size()) prefetch(levels[level - 1][dirty[i + ahead]]);
            const std::uint32_t child = dirty[i];
            const auto parent = static_cast<std::uint32_t>(child / BoxGroup::width);
            if (!enclose(levels[level - 1][child], levels[level][parent], child % BoxGroup::width)) continue;
            if (std::exchange(marks[parent], std::uint8_t{1}) == 0) above.push_back(parent);
        }
        for (const std::uint32_t parent : above) marks[parent] = 0;
        dirty.swap(above);
    }
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(enclose_all);
HWY_EXPORT(refit);

void fill_above(GroupLevels& levels) {
    for (std::size_t level = 1; level < levels.size(); ++level)
        HWY_DYNAMIC_DISPATCH(enclose_all)(levels[level - 1], levels[level]);
}

void refit(GroupLevels& levels, std::vector<std::uint32_t>& dirty, std::vector<std::uint8_t>& marks) {
    HWY_DYNAMIC_DISPATCH(refit)(levels, dirty, marks);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
