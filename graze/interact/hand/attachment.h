// A thing that is fixed to a hand.
#pragma once

#include <cstdint>

#include "graze/base/pose.h"

namespace graze::inline v1 {

// The two ways of Zachmann (2000, 4.5.3). They give the same pose up to rounding.
enum class AttachmentMethod : std::uint8_t {
    relink,     // the thing becomes a child of the hand, with the local pose that keeps it where it is
    invariant,  // the thing keeps its place in the scene and makes the hand's motion since it was taken
};

// Whatever the hand does, the thing is where it was taken when the hand is there again, to the bit: nothing
// is accumulated, so nothing drifts.
class Attachment {
  public:
    Attachment() = default;
    Attachment(AttachmentMethod method, const Pose& hand, const Pose& thing);

    Pose thing(const Pose& hand) const;
    AttachmentMethod method() const { return method_; }

  private:
    AttachmentMethod method_ = AttachmentMethod::relink;
    Pose hand_, thing_, local_, hand_inverse_;
};

}  // namespace graze::inline v1
