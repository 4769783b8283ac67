#include "graze/interact/sliding/sliding_loop.h"

#include <chrono>
#include <thread>
#include <utility>

namespace graze::inline v1 {
namespace {

SlidingStep at_rest(const Pose& pose) {
    SlidingStep step;
    step.pose = pose;
    return step;
}

}  // namespace

SlidingLoop::SlidingLoop(Slider slider)
    : slider_(std::move(slider)), hand_(slider_.pose()), step_(at_rest(slider_.pose())) {}

const SlidingStep& SlidingLoop::step() {
    step_.update();
    return step_.value();
}

void SlidingLoop::run() {
    bool settled = true;
    while (!stopped_) {
        if (!hand_.update() && settled) {
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            continue;
        }
        const Pose before = slider_.pose();
        const SlidingStep step = slider_.follow(hand_.value());
        settled = step.pose == before;
        step_.write(step);
    }
}

}  // namespace graze::inline v1
