// What the tree can be asked at any time.
#include <limits>
#include <vector>

#include "graze/world/detail/ray_box.h"
#include "graze/world/detail/tree_phase.h"

namespace graze::inline v1::detail {
namespace {

// The tree keeps bounds finite; one that is as large as floats can be stands for all beyond.
Box as_far_as_meant(const FloatBox& box) {
    constexpr double most = std::numeric_limits<float>::max();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Box result = widened(box);
    for (std::size_t k = 0; k < 3; ++k) {
        if (result.lower[k] <= -most) result.lower[k] = -infinite;
        if (result.upper[k] >= most) result.upper[k] = infinite;
    }
    return result;
}

}  // namespace

void TreePhase::overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const {
    if (levels_.empty()) return;
    const FloatBox wanted = in_range(box);
    std::vector<std::uint32_t> slots;
    find_overlapping(levels_, wanted, slots);
    for (const std::uint32_t slot : slots)
        if (overlap(flights_[slot].now.box(), wanted)) ids.push_back(ids_[slot]);
}

void TreePhase::along(const Ray& ray, std::vector<std::uint32_t>& ids) const {
    if (levels_.empty()) return;
    struct Place {
        std::size_t level, group;
    };
    std::vector<Place> stack{{levels_.size() - 1, 0}};
    while (!stack.empty()) {
        const Place at = stack.back();
        stack.pop_back();
        for (std::size_t lane = 0; lane < BoxGroup::width; ++lane) {
            const FloatBox box = levels_[at.level][at.group].at(lane);
            if (box.empty() || !entry(ray, as_far_as_meant(box))) continue;
            const std::size_t below = BoxGroup::width * at.group + lane;
            if (at.level > 0) {
                stack.push_back({at.level - 1, below});
            } else if (entry(ray, as_far_as_meant(flights_[below].now.box()))) {
                ids.push_back(ids_[below]);
            }
        }
    }
}

std::size_t TreePhase::memory() const {
    std::size_t bytes = sizeof(*this) + flights_.capacity() * sizeof(Flight) +
                        candidates_.capacity() * sizeof(SlotTriple) + moved_.capacity() +
                        escaped_.capacity() + marks_.capacity() + order_.memory();
    for (const auto* numbers : {&slot_of_, &ids_, &escapees_, &homeless_, &dirty_})
        bytes += numbers->capacity() * sizeof(std::uint32_t);
    for (const auto& level : levels_) bytes += level.capacity() * sizeof(BoxGroup);
    return bytes;
}

}  // namespace graze::inline v1::detail
