#include "graze/interact/hand/grasp_class.h"

#include "graze/interact/hand/hand_model.h"

namespace graze::inline v1 {
namespace {

constexpr double against = -0.0871557427476582;  // the cosine of 95 degrees

bool some_press_against_others(std::span<const LinkTouch> touches) {
    bool presses = false, opposed = false;
    for (const LinkTouch& a : touches) {
        presses |= a.presses;
        for (const LinkTouch& b : touches) opposed |= dot(a.normal, b.normal) < against;
    }
    return presses && opposed;
}

}  // namespace

const char* name_of(GraspClass grasp) {
    switch (grasp) {
        case GraspClass::none:
            return "none";
        case GraspClass::push:
            return "push";
        case GraspClass::precision:
            return "precision";
        case GraspClass::power:
            break;
    }
    return "power";
}

GraspClass classify_grasp(std::span<const LinkTouch> touches) {
    if (touches.empty()) return GraspClass::none;
    bool palm = false, thumb = false, finger = false, beyond_inner = false;
    for (const LinkTouch& t : touches) {
        if (t.link == palm_link) {
            palm = true;
        } else if (finger_of_link(t.link) == 0) {
            thumb = true;
        } else {
            finger = true;
            beyond_inner |= kind_of_link(t.link) != LinkKind::inner;
        }
    }
    GraspClass grasp = GraspClass::push;
    if (palm && finger && beyond_inner) grasp = GraspClass::power;
    if (!palm && finger && thumb) grasp = GraspClass::precision;
    return grasp != GraspClass::push && some_press_against_others(touches) ? grasp : GraspClass::push;
}

}  // namespace graze::inline v1
