// The boxes in a tree that overlap given boxes: those in some slots, or any box.
#include <bit>
#include <utility>

#include "graze/world/broad_phase/detail/box_groups.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/group_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/world/broad_phase/detail/group_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Boxes and the groups that each of them has still to be compared with, in the order of the boxes.
class Frontier {
  public:
    void start(std::size_t boxes) {
        reserve(boxes);
        for (std::size_t i = 0; i < boxes; ++i) {
            groups_[i] = 0;
            boxes_[i] = static_cast<std::uint32_t>(i);
        }
        size_ = boxes;
    }
    // Reserves space for this many calls of add() after clear().
    void clear(std::size_t calls) {
        reserve(calls * BoxGroup::width);
        size_ = 0;
    }
    HWY_INLINE void add(std::uint32_t group, std::uint32_t lanes, std::uint32_t box) {
        const hn::CappedTag<std::uint32_t, BoxGroup::width> d;
        for (std::size_t i = 0; i < BoxGroup::width; i += hn::Lanes(d))
            hn::StoreU(hn::Set(d, box), d, boxes_.data() + size_ + i);
        size_ += write_lanes(group, lanes, groups_.data() + size_);
    }
    std::size_t size() const { return size_; }
    HWY_INLINE std::uint32_t group(std::size_t i) const { return groups_[i]; }
    HWY_INLINE std::uint32_t box(std::size_t i) const { return boxes_[i]; }

  private:
    void reserve(std::size_t size) {
        if (groups_.size() >= size + BoxGroup::width) return;
        groups_.resize(size + BoxGroup::width);
        boxes_.resize(size + BoxGroup::width);
    }
    std::vector<std::uint32_t> groups_, boxes_;
    std::size_t size_ = 0;
};

// Searches level by level for many boxes together, so that the processor fetches groups for some boxes while
// it compares others. Calls found(box, group of level 0, lanes). Returns the number of tests.
class Search {
  public:
    template <class Found>
    std::uint64_t run(const detail::GroupLevels& levels, std::span<const FloatBox> boxes, Found found) {
        constexpr std::size_t ahead = 6;
        std::uint64_t tests = 0;
        now_.start(boxes.size());
        for (std::size_t level = levels.size(); level-- > 0;) {
            next_.clear(level == 0 ? 0 : now_.size());
            tests += now_.size();
            for (std::size_t i = 0; i < now_.size(); ++i) {
                if (i + ahead < now_.size()) prefetch(levels[level][now_.group(i + ahead)]);
                const std::uint32_t group = now_.group(i), box = now_.box(i);
                const std::uint32_t lanes = lanes_that_overlap(levels[level][group], boxes[box]);
                if (level > 0) {
                    next_.add(group, lanes, box);
                } else if (lanes != 0) {
                    found(box, group, lanes);
                }
            }
            std::swap(now_, next_);
        }
        return tests;
    }

  private:
    Frontier now_, next_;
};

std::uint64_t find_pairs_of(const detail::GroupLevels& levels, std::span<const std::uint32_t> slots,
                            const std::uint8_t* listed, detail::SlotPairs& pairs) {
    constexpr std::size_t width = BoxGroup::width, together = 256;
    PairBuffer out(pairs, last_slot(levels));
    Search search;
    std::vector<FloatBox> boxes;
    std::uint64_t tests = 0;
    for (std::size_t first = 0; first < slots.size(); first += together) {
        const auto some = slots.subspan(first, std::min(together, slots.size() - first));
        boxes.clear();
        for (const std::uint32_t slot : some) boxes.push_back(levels[0][slot / width].at(slot % width));
        // Hits come in the order of the boxes.
        constexpr std::size_t nobody = ~std::size_t{0};
        std::size_t last = nobody;
        std::uint32_t* end = nullptr;
        tests += search.run(levels, boxes, [&](std::size_t box, std::size_t group, std::uint32_t lanes) {
            // Of two listed slots the earlier one reports the pair.
            const std::size_t own = some[box] / width, lane = some[box] % width;
            std::uint32_t skip = 0;
            if (group < own) skip = listed[group];
            if (group == own) skip = (listed[own] & ((1u << lane) - 1)) | 1u << lane;
            if (box != last) {
                if (last != nobody) out.finish(end);
                end = out.start(some[box]);
                last = box;
            }
            end = out.with_space(end);
            end += write_lanes(static_cast<std::uint32_t>(group), lanes & ~skip, end);
        });
        if (last != nobody) out.finish(end);
    }
    return tests;
}

void find_overlapping(const detail::GroupLevels& levels, const FloatBox& box,
                      std::vector<std::uint32_t>& slots) {
    Search search;
    search.run(levels, {&box, 1}, [&](std::size_t, std::size_t group, std::uint32_t lanes) {
        for_each_bit(lanes, [&](std::size_t l) {
            slots.push_back(static_cast<std::uint32_t>(BoxGroup::width * group + l));
        });
    });
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_pairs_of);
HWY_EXPORT(find_overlapping);

std::uint64_t find_pairs_of(const GroupLevels& levels, std::span<const std::uint32_t> slots,
                            const std::uint8_t* listed, SlotPairs& pairs) {
    return HWY_DYNAMIC_DISPATCH(find_pairs_of)(levels, slots, listed, pairs);
}

void find_overlapping(const GroupLevels& levels, const FloatBox& box, std::vector<std::uint32_t>& slots) {
    HWY_DYNAMIC_DISPATCH(find_overlapping)(levels, box, slots);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
