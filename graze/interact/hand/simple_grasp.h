// Grasping by command: something is selected, by a ray or by touch, and sticks to the hand. Nothing is tested
// on the way; natural grasping (grasping.h) needs no commands.
//
//     graze::SimpleGrasp grasp(graze::GraspSteps::two);
//     if (gesture == fist) grasp.command();
//     grasp.update(hand, graze::select_by_touch(links, things), things);   // moves what is held
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "graze/base/pose.h"
#include "graze/interact/hand/attachment.h"
#include "graze/interact/sliding/slider.h"

namespace graze::inline v1 {

// The thing that a ray meets first; none if it meets nothing. Of several at the same distance, the first.
std::optional<std::size_t> select_by_ray(std::span<const PlacedShape> things, const Vec3& from,
                                         const Vec3& direction);
// The first thing that has a point in common with a link of the hand, exactly.
std::optional<std::size_t> select_by_touch(std::span<const PlacedShape> links,
                                           std::span<const PlacedShape> things);

// Zachmann (2000, 4.5.3).
enum class GraspSteps : std::uint8_t {
    one,  // the command takes what is selected at that moment, and nothing if nothing is
    two,  // the command makes the hand sticky; it takes what is selected next
};

enum class SimpleGraspState : std::uint8_t { free, sticky, holding };

class SimpleGrasp {
  public:
    explicit SimpleGrasp(GraspSteps steps, AttachmentMethod method = AttachmentMethod::relink)
        : steps_(steps), method_(method) {}

    // The gesture, word or button. It counts at the next update: it takes, or lets go of what is held; a hand
    // that is sticky is no longer.
    void command() { commanded_ = !commanded_; }

    // One frame. Moves what is held. `selected` is an index into `things`; others select nothing.
    void update(const Pose& hand, std::optional<std::size_t> selected, std::span<PlacedShape> things);

    SimpleGraspState state() const { return state_; }
    std::optional<std::size_t> held() const {
        return state_ == SimpleGraspState::holding ? std::optional(held_) : std::nullopt;
    }

  private:
    GraspSteps steps_;
    AttachmentMethod method_;
    SimpleGraspState state_ = SimpleGraspState::free;
    bool commanded_ = false;
    std::size_t held_ = 0;
    Attachment attachment_;
};

}  // namespace graze::inline v1
