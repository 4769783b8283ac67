// A slider that runs beside the hand: the loop of the hand never waits for the simulation.
#pragma once

#include <atomic>

#include "graze/base/latest_value.h"
#include "graze/interact/sliding/slider.h"

namespace graze::inline v1 {

// Three threads at most: one calls set_hand(), one calls run(), one calls step(). None of them waits for
// another.
class SlidingLoop {
  public:
    explicit SlidingLoop(Slider slider);

    // The newest pose of the hand counts; those that come while a step is computed are skipped.
    void set_hand(const Pose& hand) { hand_.write(hand); }
    // The result of the last step that was completed. Its pose is always a valid one.
    const SlidingStep& step();

    // Follows the hand until stop() is called. While there is no new pose of the hand and the part is where
    // it can get, the thread sleeps for a tenth of a millisecond at a time.
    void run();
    void stop() { stopped_ = true; }

    // When run() has returned.
    const Slider& slider() const { return slider_; }

  private:
    Slider slider_;
    LatestValue<Pose> hand_;
    LatestValue<SlidingStep> step_;
    std::atomic<bool> stopped_ = false;
};

}  // namespace graze::inline v1
