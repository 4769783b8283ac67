// A scene of hands that runs beside the trackers and the picture: neither waits for it.
#pragma once

#include <atomic>
#include <vector>

#include "graze/base/latest_value.h"
#include "graze/interact/hand/grasping.h"

namespace graze::inline v1 {

// A copy of all that is to be shown.
struct GraspingFrame {
    std::vector<HandFrame> hands;
    std::vector<Pose> objects;
};

// Three threads at most: one calls set_hands(), one calls run(), one calls frame(). None of them waits for
// another. The hands that are moved are those of the scene; what is shown is a copy of the last frame that
// was completed.
class GraspingLoop {
  public:
    explicit GraspingLoop(Grasping scene);

    // The newest hands count; those that come while a frame is computed are skipped. Throws Error if there is
    // not one for each hand of the scene.
    void set_hands(const std::vector<TrackedHand>& hands);
    const GraspingFrame& frame();

    // Follows the hands until stop() is called. While there are no new hands and nothing moves, the thread
    // sleeps for a tenth of a millisecond at a time.
    void run();
    void stop() { stopped_ = true; }

    // When run() has returned.
    const Grasping& scene() const { return scene_; }

  private:
    GraspingFrame copy() const;

    Grasping scene_;
    LatestValue<std::vector<TrackedHand>> hands_;
    LatestValue<GraspingFrame> frame_;
    std::size_t hand_count_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace graze::inline v1
