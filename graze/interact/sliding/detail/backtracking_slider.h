// Sliding as Zachmann (2000, 4.5.4) describes it: static tests, bisection to the contact, and a new direction
// from one, two or three contacts. It is here to be compared with Slider, which is better in every respect:
// this one tests poses, not the way between them, so a fast hand takes the part through a thin wall.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/pose.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/slider.h"

namespace graze::inline v1 {

// What the part wants in each step.
enum class SlidingMetaphor : std::uint8_t {
    incremental,             // to move by as much as the hand has moved since the last step
    rubber_band,             // to be where the hand is, in any orientation
    rubber_band_and_spring,  // to be where the hand is, in the hand's orientation
};

struct BacktrackingOptions {
    SlidingMetaphor metaphor = SlidingMetaphor::rubber_band_and_spring;
    std::uint32_t most_slides = 20;  // in a step
    double air_cushion = 0.02;       // radians: new directions lean away from the surface by this
    double looseness = 1.05;         // rotations about a contact are larger by this factor
    // Motions below these count as none. Bisection ends there, too.
    double least_share = 1e-4;  // of the part's size
    double least_turn = 1e-4;   // radians
    SlidingTimes* times = nullptr;
};

class BacktrackingSlider {
  public:
    BacktrackingSlider(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles,
                       const Pose& world_from_part = {}, const BacktrackingOptions& options = {});

    // Free of all obstacles, if the pose at the start is.
    const Pose& follow(const Pose& hand);
    const Pose& pose() const { return pose_; }
    std::uint64_t static_tests() const { return tests_; }
    std::size_t most_contacts() const { return most_contacts_; }  // that a slide had

  private:
    struct Touch {
        Vec3 point, normal;  // of length 1; it points away from the obstacle
    };
    // The last free pose on the way, and the first one known to collide.
    struct Bracket {
        Pose free, colliding;
        bool moved = false;
    };

    bool collides(const Pose& part);
    bool collides_untimed(const Pose& part);
    Bracket bisect(const detail::Twist& twist);
    Bracket approach(const detail::Twist& twist);
    std::vector<Touch> touches(const Bracket& bracket);
    detail::Twist new_direction(const detail::Twist& old, std::vector<Touch> touches) const;
    detail::Twist about_point(const detail::Twist& old, const Touch& touch) const;
    detail::Twist about_line(const detail::Twist& old, const Touch& first, const Touch& second) const;
    Pose target(const Pose& hand) const;

    std::vector<PlacedShape> part_, obstacles_;
    std::vector<Box> boxes_;
    BacktrackingOptions options_;
    detail::BodyMetric metric_;
    double size_ = 0;
    Pose pose_, hand_;
    std::uint64_t tests_ = 0;
    std::size_t most_contacts_ = 0;
};

}  // namespace graze::inline v1
