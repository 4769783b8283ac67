#include "graze/interact/hand/simple_grasp.h"

#include <limits>
#include <utility>

#include "graze/query/intersect/intersect.h"
#include "graze/query/ray/ray.h"

namespace graze::inline v1 {

std::optional<std::size_t> select_by_ray(std::span<const PlacedShape> things, const Vec3& from,
                                         const Vec3& direction) {
    std::optional<std::size_t> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < things.size(); ++i) {
        const FirstHit hit = first_hit(things[i].shape, things[i].pose, {from, direction});
        if (!hit.found() || !(hit.t < least)) continue;
        least = hit.t;
        nearest = i;
    }
    return nearest;
}

std::optional<std::size_t> select_by_touch(std::span<const PlacedShape> links,
                                           std::span<const PlacedShape> things) {
    for (std::size_t i = 0; i < things.size(); ++i)
        for (const PlacedShape& link : links)
            if (intersects(link.shape, link.pose, things[i].shape, things[i].pose)) return i;
    return std::nullopt;
}

void SimpleGrasp::update(const Pose& hand, std::optional<std::size_t> selected,
                         std::span<PlacedShape> things) {
    const bool command = std::exchange(commanded_, false);
    const std::size_t chosen = selected.value_or(things.size());
    if (state_ == SimpleGraspState::holding && (command || held_ >= things.size())) {
        state_ = SimpleGraspState::free;
    } else if (state_ == SimpleGraspState::holding) {
        things[held_].pose = attachment_.thing(hand);
    } else {
        if (command)
            state_ = state_ == SimpleGraspState::free ? SimpleGraspState::sticky : SimpleGraspState::free;
        if (state_ != SimpleGraspState::sticky) return;
        if (chosen < things.size()) {
            held_ = chosen;
            attachment_ = Attachment(method_, hand, things[held_].pose);
            state_ = SimpleGraspState::holding;
        } else if (steps_ == GraspSteps::one) {
            state_ = SimpleGraspState::free;
        }
    }
}

}  // namespace graze::inline v1
