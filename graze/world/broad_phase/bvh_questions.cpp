// Queries of the tree that are possible at any time.
#include <limits>
#include <vector>

#include "graze/world/broad_phase/detail/bvh_broad_phase.h"
#include "graze/world/broad_phase/detail/ray_box.h"

namespace graze::inline v1::detail {
namespace {

// The tree keeps bounds finite; the largest float stands for all values beyond.
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

void BvhBroadPhase::overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const {
    if (levels_.empty()) return;
    const FloatBox wanted = in_range(box);
    std::vector<std::uint32_t> slots;
    find_overlapping(levels_, wanted, slots);
    for (const std::uint32_t slot : slots)
        if (overlap(predicted_boxes_[slot].now.box(), wanted)) ids.push_back(ids_[slot]);
}

void BvhBroadPhase::along(const Ray& ray, std::vector<std::uint32_t>& ids) const {
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
            } else if (entry(ray, as_far_as_meant(predicted_boxes_[below].now.box()))) {
                ids.push_back(ids_[below]);
            }
        }
    }
}

std::size_t BvhBroadPhase::memory() const {
    std::size_t bytes = sizeof(*this) + predicted_boxes_.capacity() * sizeof(PredictedBox) +
                        candidates_.capacity() * sizeof(SlotTriple) + moved_.capacity() +
                        escaped_.capacity() + marks_.capacity() + order_.memory();
    for (const auto* numbers : {&slot_of_, &ids_, &escapees_, &to_fatten_, &dirty_})
        bytes += numbers->capacity() * sizeof(std::uint32_t);
    for (const auto& level : levels_) bytes += level.capacity() * sizeof(BoxGroup);
    return bytes;
}

}  // namespace graze::inline v1::detail
