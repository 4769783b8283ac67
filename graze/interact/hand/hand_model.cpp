#include "graze/interact/hand/hand_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

constexpr double half_turn = 3.14159265358979323846;
constexpr const char* finger_names[] = {"thumb", "index", "middle", "ring", "little"};
constexpr const char* link_names[] = {"palm", "inner", "middle", "outer"};

void check_joint(const HandJoint& joint, std::size_t number) {
    const auto wrong = [&](const char* what, const char* mend) {
        throw Error(what, "joint '" + name_of_joint(number) + "'", mend);
    };
    if (!is_in_range(joint.axis) || !is_in_range(joint.origin)) wrong("has an axis that is out of range", "");
    const double size = length(joint.axis);
    if (!(size >= 1e-6 && size <= 1e6)) wrong("has an axis without direction", "give one of length 1");
    if (!(joint.least <= joint.most)) wrong("has limits that are not in order", "give the lower one first");
    if (!(joint.least >= -half_turn && joint.most <= half_turn))
        wrong("has limits beyond half a turn", "give radians");
}

}  // namespace

const char* name_of(HandSide side) {
    return side == HandSide::left ? "left" : "right";
}

const char* name_of_finger(std::size_t finger) {
    return finger_names[finger];
}

std::string name_of_link(std::size_t link) {
    if (link == palm_link) return link_names[0];
    return std::string(finger_names[finger_of_link(link)]) + " " +
           link_names[static_cast<std::size_t>(kind_of_link(link))];
}

std::string name_of_joint(std::size_t joint) {
    constexpr const char* first[] = {"wrist flexion",   "wrist deviation", "thumb opposition",
                                     "thumb abduction", "thumb middle",    "thumb outer"};
    if (joint < 6) return first[joint];
    constexpr const char* of_finger[] = {"spread", "inner", "middle", "outer"};
    return std::string(finger_names[(joint - 6) / 4 + 1]) + " " + of_finger[(joint - 6) % 4];
}

HandModel::HandModel(HandSide side, double length, std::array<HandJoint, hand_joint_count> joints,
                     std::array<HandLink, hand_link_count> links)
    : side_(side), length_(length), joints_(joints), links_(std::move(links)) {
    if (!(length_ > 0 && length_ <= 1e50)) throw Error("the length of a hand is not a length above 0");
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        check_joint(joints_[i], i);
        joints_[i].axis = normalized(joints_[i].axis);
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const Box& box = links_[i].shape.box();
        if (links_[i].shape.empty() || !is_in_range(box.lower) || !is_in_range(box.upper))
            throw Error("has no shape, or an infinite one", "link '" + name_of_link(i) + "'");
        // From joint to joint, and from the last joint to the furthest point.
        Vec3 from;
        double far = 0;
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (!moves_link(j, i)) continue;
            far += graze::length(joints_[j].origin - from);
            from = joints_[j].origin;
        }
        const Vec3 furthest{std::max(std::abs(box.lower.x - from.x), std::abs(box.upper.x - from.x)),
                            std::max(std::abs(box.lower.y - from.y), std::abs(box.upper.y - from.y)),
                            std::max(std::abs(box.lower.z - from.z), std::abs(box.upper.z - from.z))};
        reach_ = std::max(reach_, (far + graze::length(furthest)) * (1 + 1e-9));
    }
}

FlexVector HandModel::clamped(const FlexVector& flex, const FlexVector& instead) const {
    FlexVector result;
    for (std::size_t i = 0; i < flex.size(); ++i) {
        double value = std::isfinite(flex[i]) ? flex[i] : instead[i];
        if (!std::isfinite(value)) value = 0;
        result[i] = std::clamp(value, joints_[i].least, joints_[i].most);
    }
    return result;
}

Pose HandModel::turned(std::size_t joint, double angle) const {
    const HandJoint& j = joints_[joint];
    const Pose about_origin = Pose::rotation_radians(j.axis, angle);
    return {Quat::about_radians(j.axis, angle), j.origin - about_origin.rotate(j.origin)};
}

Pose HandModel::before(std::size_t joint, const Pose& root, const FlexVector& flex) const {
    Pose pose = root;
    for (std::size_t i = 0; i < joint; ++i)
        if (moves_link(i, link_of_joint(joint))) pose = pose * turned(i, flex[i]);
    return pose;
}

HandModel::Axis HandModel::axis(std::size_t joint, const Pose& root, const FlexVector& flex) const {
    const Pose pose = before(joint, root, flex);
    return {normalized(pose.rotate(joints_[joint].axis)), pose(joints_[joint].origin)};
}

Pose HandModel::palm(const Pose& root, const FlexVector& flex) const {
    return root * (turned(0, flex[0]) * turned(1, flex[1]));
}

Pose HandModel::root_of(const Pose& palm, const FlexVector& flex) const {
    return palm * (turned(0, flex[0]) * turned(1, flex[1])).inverse();
}

HandPoses HandModel::poses_of_palm(const Pose& palm, const FlexVector& flex) const {
    HandPoses poses;
    poses[palm_link] = palm;
    std::size_t joint = 2;
    for (std::size_t link = 1; link < hand_link_count; ++link) {
        Pose pose = kind_of_link(link) == LinkKind::inner ? poses[palm_link] : poses[link - 1];
        for (; joint < hand_joint_count && link_of_joint(joint) == link; ++joint)
            pose = pose * turned(joint, flex[joint]);
        poses[link] = pose;
    }
    return poses;
}

FlexVector flat_hand() {
    return {};
}

FlexVector open_hand() {
    FlexVector flex{};
    flex[2] = 1.2;  // the thumb opposite the fingers
    flex[3] = 0.1;
    for (std::size_t finger = 0; finger < 4; ++finger) {
        flex[7 + 4 * finger] = 0.2;
        flex[8 + 4 * finger] = 0.25;
        flex[9 + 4 * finger] = 0.15;
    }
    return flex;
}

FlexVector closed_hand() {
    FlexVector flex{};
    flex[2] = 1.2;
    flex[3] = -0.2;
    flex[4] = 0.9;
    flex[5] = 1.0;
    for (std::size_t finger = 0; finger < 4; ++finger) {
        flex[7 + 4 * finger] = 1.45;
        flex[8 + 4 * finger] = 1.7;
        flex[9 + 4 * finger] = 1.1;
    }
    return flex;
}

}  // namespace graze::inline v1
