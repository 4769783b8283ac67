#include "graze/interact/hand/attachment.h"

namespace graze::inline v1 {

Attachment::Attachment(AttachmentMethod method, const Pose& hand, const Pose& thing)
    : method_(method),
      hand_(hand),
      thing_(thing),
      local_(hand.inverse() * thing),
      hand_inverse_(hand.inverse()) {}

Pose Attachment::thing(const Pose& hand) const {
    if (hand == hand_) return thing_;
    return method_ == AttachmentMethod::relink ? hand * local_ : (hand * hand_inverse_) * thing_;
}

}  // namespace graze::inline v1
