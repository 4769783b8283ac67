// A part that a hand holds: it follows the hand as far as it can, slides along what it touches, and never
// passes through anything.
//
//     graze::Slider slider({{lid, world_from_lid}}, obstacles);
//     for (const graze::Pose& hand : recorded) draw(slider.follow(hand).pose);
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// A shape and where it is. Shapes that the hand moves together have poses in the frame of the part.
struct PlacedShape {
    Shape shape;
    Pose pose{};
};

// A pair that may overlap.
struct AllowedOverlap {
    std::size_t held = 0, obstacle = 0;
    // Locally (see local_depth.h). Infinite: the pair is not tested at all. Of meshes that are not closed, no
    // other depth can be told, and the pair is one like all others.
    double depth = std::numeric_limits<double>::infinity();
};

// A pair that keeps a clearance of its own, instead of SlidingOptions::clearance.
struct OwnClearance {
    std::size_t held = 0, obstacle = 0;
    double clearance = 0;
};

// Where the time goes, for benchmarks. The slider adds to these what the clock says.
struct SlidingTimes {
    double (*clock)() = nullptr;
    double collision = 0;   // looking for features, testing motions
    double simulation = 0;  // planes, least constraint, friction
};

struct SlidingOptions {
    double clearance = 0;  // that the part keeps from everything, in lengths
    // The part slides at this distance beyond the clearance. A motion ends at a quarter of it or, where the
    // part is close already, at a tenth of what there was; never below the clearance. Default: 1e-5 of the
    // diagonal of the part's box.
    std::optional<double> gap{};
    // The coefficient of friction: 0, none; infinite, what touches does not slip.
    double friction = 0;
    // How often a step looks at what is near and chooses a direction.
    int linearisations = 5;
    // How far the slider looks around the part at most. What is further away is met when the part gets there.
    // Default: 1/16 of the diagonal of the part's box.
    std::optional<double> sight{};
    // For each step. A step whose budget is used up ends early, at a valid pose.
    Budget budget{};
    std::vector<AllowedOverlap> allowed{};
    std::vector<OwnClearance> clearances{};
    SlidingTimes* times = nullptr;  // must outlive the slider
};

// A place where the part is held back.
struct SlidingContact : Contact {  // A is the part, B the obstacle
    std::size_t held = 0;          // index of the shape of the part
    std::size_t obstacle = 0;      // index of the obstacle
    double push = 0;  // of the obstacle against the part, in lengths: how far it keeps the part from the hand
};

// A pair that overlaps or touches where the part is taken. Until the part is first free of the obstacle the
// two may slide along each other, but get no deeper by more than the gap:
// - Shapes that only touch: no triangle passes another one. Certain for the whole way.
// - Closed meshes that overlap: their depth is tested at each pose of the way, and no point moves further
//   than 1/256 of the part's size between two of them.
// - Meshes that are not closed have no depth: the curves in which they cross may wander over their surfaces,
//   but they meet nowhere else.
// - Of other shapes that overlap, as a sphere and a mesh, no depth is known: the pair is not tested.
struct StartingContact {
    std::size_t held = 0, obstacle = 0;
    double depth = 0;   // locally (see local_depth.h). 0: they only touch. NaN: it is not known
    bool left = false;  // the part has been free of the obstacle since
};

struct SlidingStep {
    Pose pose;  // of the part: valid, and so is the way to it
    // What is left to the hand: a translation of the centre of mass, and a rotation as an axis whose length
    // is the angle in radians.
    Vec3 to_hand, turn_to_hand;
    bool held_back = false;                      // something keeps the part from the hand
    std::uint32_t looks = 0;                     // how often the step looked at what is near
    QueryStatus status = QueryStatus::complete;  // undecided: the budget was used up
};

// Every pose that a step returns is valid: no shape of the part touches an obstacle, nor comes closer than
// the clearance, except for the pairs that did so at the start; and no point of the way from pose to pose is
// any closer (certified bounds). Direction and orientation follow from Gauss'
// principle of least constraint (Ortega, Redon, Coquillart 2007): of all motions that no contact forbids the
// part makes the one that is nearest to the hand's in the metric of its mass matrix.
//
// Any soup may be a part or an obstacle: open, with any winding. The same calls give the same poses on every
// machine, unless a budget of time ends a step.
class Slider {
  public:
    // `part` moves together; its poses are those in the frame of the part. Throws Error if the part is empty,
    // or an option is out of range.
    Slider(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles,
           const Pose& world_from_part = {}, const SlidingOptions& options = {});
    Slider(Slider&&) noexcept;
    Slider& operator=(Slider&&) noexcept;
    ~Slider();

    // The hand wants the part at this pose.
    SlidingStep follow(const Pose& hand) { return follow(std::span(&hand, 1)); }
    // Several hands on one part, each of which wants it at its pose: they pull with equal strength, as
    // springs do. Of the step, `to_hand` is what is left to the pose between them. Throws Error without a
    // hand.
    SlidingStep follow(std::span<const Pose> hands);
    const Pose& pose() const;

    // The poses that the last step went through, from where it began: from one to the next, the centre of
    // mass moves straight and the part turns evenly (Motion::straight with this centre).
    std::span<const Pose> way() const;
    // Where the last step was held back.
    std::span<const SlidingContact> contacts() const;
    std::span<const StartingContact> starting_contacts() const;

    // The centre of mass, in the frame of the part; of meshes that are not closed, the middle of the box.
    Vec3 centre() const;

    class State;

  private:
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
