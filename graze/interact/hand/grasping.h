// Hands that touch, push and hold things, and whose fingers never sink in.
//
//     graze::Grasping scene({{mug, world_from_mug}, {table, {}, false}});
//     scene.add_hand(graze::make_hand(), start);
//     for (const graze::TrackedHand& hand : recorded) draw(scene.follow(hand), scene.pose(0));
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/interact/hand/attachment.h"
#include "graze/interact/hand/grasp_class.h"
#include "graze/interact/hand/hand_model.h"
#include "graze/query/contact.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct GraspObject {
    Shape shape;
    Pose pose{};
    bool movable = true;  // can be pushed and held
};

// What a tracker says of a hand in one frame.
struct TrackedHand {
    std::optional<Pose> root;  // none: the tracker lost the hand; it stays where it was
    // Numbers that are not finite are not known: the last ones stay. Others are clamped to the hand's limits.
    FlexVector flex{};
    // The user flies through the scene, and the hand with the user: it clasps nothing, and passes through
    // things. What it holds comes along.
    bool flying = false;
};

enum class HandState : std::uint8_t {
    clasping,   // touches and holds, never penetrates
    suspended,  // the user flies
    waiting,    // the user has flown, or has just begun: until the hand is free of all things, it passes
                // through them
};
const char* name_of(HandState state);  // "clasping", "suspended", "waiting"

// A link of the hand and a thing that it touches: within 2.5 gaps. Of the contact, A is the link.
struct HandTouch : Contact {
    std::size_t link = 0, object = 0;
    bool presses = false;  // see LinkTouch
};

struct ObjectGrasp {
    std::size_t object = 0;
    GraspClass grasp = GraspClass::none;
    bool held = false;  // it follows the hand
};

// A hand as it is to be shown.
struct HandFrame {
    HandState state = HandState::waiting;
    GraspClass grasp = GraspClass::none;  // the firmest of all things that it touches
    Pose root;
    FlexVector flex{};
    HandPoses links{};
    bool held_back = false;  // something keeps the hand from where the tracked hand is
    bool cut_short = false;  // the budget was used up: it may not be as near as it could
    std::vector<HandTouch> touches;
    std::vector<ObjectGrasp> objects;  // that it touches, in ascending order
};

// Where the time goes, for benchmarks: the scene adds to this what the clock says.
struct GraspingTimes {
    double (*clock)() = nullptr;
    double collision = 0;  // in queries about pairs of shapes
};

struct GraspingOptions {
    // Links stop at this distance from things, and never come closer than a 32nd of it. Default: 1e-4 of the
    // length of the first hand.
    std::optional<double> gap{};
    AttachmentMethod attachment = AttachmentMethod::relink;
    // In a frame, no point of a hand moves further than the tracked hand did and this: so a hand that comes
    // free catches up without a jump. Default: a 20th of the hand's length.
    std::optional<double> catch_up{};
    double catch_up_angle = 0.2;  // the same for flex values, in radians
    // A finger lets go when the tracked finger opens by this angle (the sum of its joints) more than the
    // shown one.
    double release_angle = 0.12;
    // What things that nobody holds gain in speed, in lengths per frame, each frame: they fall until they
    // meet something. Zero: they stay where they are left.
    Vec3 fall{};
    // For the motions of a frame. Used up: the hand is as near as it has got by then, and valid. The default
    // ends frames that would take more than some ten milliseconds.
    Budget budget = Budget::of_tests(80'000);
    GraspingTimes* times = nullptr;  // must outlive the scene
};

// The natural grasping of Zachmann (2000, 4.5.3): of the hands that touch nothing but at the surface, the
// shown hand is one near the tracked hand. The hand approaches the tracked one link by link, from the palm to
// the tips: the palm along a screw, each joint along its arc. Departures from the source, which poses trial
// hands and tests them: each of these motions is as long as time_of_impact says for certain that it is free,
// so that no thing is ever passed through, however fast the hand or thin the thing; dependents always head
// for the tracked angles, also after a joint before them is fixed; and the hand is tested once more, exactly,
// as a whole.
//
// A hand that clasps never touches a thing, in any frame, whatever the tracked hand does. A movable thing
// that the hand pushes moves with it, without turning, until it meets something else. One that the hand holds
// follows the palm rigidly; where it meets the rest of the scene both slide (see Slider). A thing that
// several hands hold follows the mean of them. Hands pass through each other, but not through what another
// hand holds.
//
// The same calls give the same poses on every machine, unless a budget of time ends a frame. In the steady
// state, a hand that moves freely allocates nothing.
class Grasping {
  public:
    // Throws Error for options out of range.
    explicit Grasping(std::vector<GraspObject> objects, const GraspingOptions& options = {});
    Grasping(Grasping&&) noexcept;
    Grasping& operator=(Grasping&&) noexcept;
    ~Grasping();

    // The number of the hand. It waits until it is free of all things.
    std::size_t add_hand(HandModel model, const Pose& root = {}, const FlexVector& flex = open_hand());

    // One frame: all hands at once, in their order. Throws Error if there is not one for each hand.
    void step(std::span<const TrackedHand> tracked);
    // The same for a scene with one hand.
    const HandFrame& follow(const TrackedHand& tracked) {
        step(std::span(&tracked, 1));
        return hand(0);
    }

    std::size_t hand_count() const;
    std::size_t object_count() const;
    const HandFrame& hand(std::size_t number) const;
    const HandModel& model(std::size_t hand) const;
    const Shape& shape(std::size_t object) const;
    const Pose& pose(std::size_t object) const;
    bool held(std::size_t object) const;
    double gap() const;

    // Puts a thing elsewhere. False, and nothing changes, if a hand holds it, or if it would meet a hand
    // there.
    bool move(std::size_t object, const Pose& pose);

    class State;

  private:
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
