// A kinematic hand: a palm, a thumb and four fingers of three links each, moved by the pose of the root and
// 22 flex values.
//
//     const graze::HandModel hand = graze::make_hand({.side = graze::HandSide::right, .length = 185});
//     const graze::HandPoses poses = hand.poses(root, flex);   // of all links, in the world
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

inline constexpr std::size_t hand_joint_count = 22, hand_link_count = 16, hand_finger_count = 5;

// Angles in radians, one for each joint. The order: flexion and deviation of the wrist; opposition and
// abduction of the thumb, flexion of its middle and outer link; and for each of index, middle, ring and
// little finger: spread, flexion of the inner, middle and outer link.
using FlexVector = std::array<double, hand_joint_count>;

// The order of the links: the palm, then for the thumb, index, middle, ring and little finger the inner,
// middle and outer link.
using HandPoses = std::array<Pose, hand_link_count>;

enum class HandSide : std::uint8_t { left, right };
const char* name_of(HandSide side);  // "left", "right"

enum class LinkKind : std::uint8_t { palm, inner, middle, outer };

inline constexpr std::size_t palm_link = 0;
// `finger` is 0 for the thumb, 1 for the index finger, and so on.
constexpr std::size_t finger_link(std::size_t finger, LinkKind kind) {
    return 3 * finger + static_cast<std::size_t>(kind);
}
constexpr LinkKind kind_of_link(std::size_t link) {
    return link == palm_link ? LinkKind::palm : static_cast<LinkKind>((link - 1) % 3 + 1);
}
// Not of the palm.
constexpr std::size_t finger_of_link(std::size_t link) {
    return (link - 1) / 3;
}
std::string name_of_link(std::size_t link);  // "palm", "thumb inner", ..., "little outer"
const char* name_of_finger(std::size_t finger);

// The link that a joint moves: it and all that depend on it turn. The wrist moves the palm.
constexpr std::size_t link_of_joint(std::size_t joint) {
    constexpr std::array<std::uint8_t, hand_joint_count> links{0, 0, 1, 1,  2,  3,  4,  4,  5,  6,  7,
                                                               7, 8, 9, 10, 10, 11, 12, 13, 13, 14, 15};
    return links[joint];
}
// True if the link turns with the joint.
constexpr bool moves_link(std::size_t joint, std::size_t link) {
    const std::size_t own = link_of_joint(joint);
    return own == palm_link ||
           (link >= own && link != palm_link && finger_of_link(link) == finger_of_link(own));
}
// True for joints that bend a finger or the thumb; false for the wrist, for opposition, abduction and spread.
constexpr bool bends(std::size_t joint) {
    return joint == 4 || joint == 5 || (joint >= 6 && (joint - 6) % 4 != 0);
}
std::string name_of_joint(std::size_t joint);  // "wrist flexion", ..., "little outer"

// A ball of a link, in the frame of the hand.
struct HandBall {
    Vec3 centre;
    double radius = 0;

    friend bool operator==(const HandBall&, const HandBall&) = default;
};

// In the frame of the hand: the wrist is its origin, the fingers point along y, the back of the hand along z.
// At flex values of 0 the hand is flat.
struct HandJoint {
    Vec3 axis, origin;           // right-handed; the axis passes through the origin
    double least = 0, most = 0;  // radians

    friend bool operator==(const HandJoint&, const HandJoint&) = default;
};

struct HandLink {
    // The convex hull of balls; or a mesh of a file, whose name is kept. Both in the frame of the hand.
    std::vector<HandBall> balls;
    std::string mesh_file;
    Shape shape;
};

// What a hand consists of. Links of a hand overlap where they are joined.
class HandModel {
  public:
    // Throws Error for an axis without direction, limits that are not in order or beyond half a turn, numbers
    // that are not finite, or a link without triangles.
    HandModel(HandSide side, double length, std::array<HandJoint, hand_joint_count> joints,
              std::array<HandLink, hand_link_count> links);

    HandSide side() const { return side_; }
    double length() const { return length_; }  // from the wrist to the tip of the middle finger
    const HandJoint& joint(std::size_t i) const { return joints_[i]; }
    const HandLink& link(std::size_t i) const { return links_[i]; }
    const Shape& shape(std::size_t link) const { return links_[link].shape; }

    // Within the limits. Numbers that are not finite become those of `instead`.
    FlexVector clamped(const FlexVector& flex, const FlexVector& instead) const;
    // Of all links in the world. A link's own coordinates are those of the frame of the hand.
    HandPoses poses(const Pose& root, const FlexVector& flex) const {
        return poses_of_palm(palm(root, flex), flex);
    }
    // The wrist moves nothing but the palm, with all that depends on it: where the palm is decides for the
    // others.
    Pose palm(const Pose& root, const FlexVector& flex) const;
    HandPoses poses_of_palm(const Pose& palm, const FlexVector& flex) const;
    Pose root_of(const Pose& palm, const FlexVector& flex) const;
    // What the joint turns about, in the world: the axis has length 1.
    struct Axis {
        Vec3 direction, point;
    };
    Axis axis(std::size_t joint, const Pose& root, const FlexVector& flex) const;
    // No point of the hand is ever further from the wrist.
    double reach() const { return reach_; }

  private:
    // What comes before the joint on its way from the root.
    Pose before(std::size_t joint, const Pose& root, const FlexVector& flex) const;
    Pose turned(std::size_t joint, double angle) const;

    HandSide side_;
    double length_ = 0, reach_ = 0;
    std::array<HandJoint, hand_joint_count> joints_;
    std::array<HandLink, hand_link_count> links_;
};

struct HandShapeOptions {
    HandSide side = HandSide::right;
    double length = 185;        // from the wrist to the tip of the middle finger; in mm, that of an adult
    std::uint32_t around = 12;  // how finely: a link has about 12 * around triangles; from 6 to 96
};
// A hand of usual proportions. The same bits on every platform. Throws Error if an option is out of range.
HandModel make_hand(const HandShapeOptions& options = {});

// The convex hull of the balls, each with `around` corners around. Throws Error without balls, and for radii
// that are not lengths above 0.
Mesh hull_of_balls(const std::vector<HandBall>& balls, std::uint32_t around);

// Postures to begin with: flat with the thumb beside the palm; open, as before a grasp; a fist.
FlexVector flat_hand();
FlexVector open_hand();
FlexVector closed_hand();

}  // namespace graze::inline v1
