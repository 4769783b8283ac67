#include "graze/interact/hand/grasping_loop.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

bool same_places(const GraspingFrame& a, const GraspingFrame& b) {
    const auto same_hand = [](const HandFrame& x, const HandFrame& y) {
        return x.links == y.links && x.state == y.state && x.grasp == y.grasp;
    };
    return a.objects == b.objects && std::ranges::equal(a.hands, b.hands, same_hand);
}

}  // namespace

GraspingLoop::GraspingLoop(Grasping scene)
    : scene_(std::move(scene)), frame_(copy()), hand_count_(scene_.hand_count()) {}

void GraspingLoop::set_hands(const std::vector<TrackedHand>& hands) {
    if (hands.size() != hand_count_)
        throw Error("there is not one tracked hand for each hand of the scene", {},
                    "give as many as were added");
    hands_.write(hands);
}

const GraspingFrame& GraspingLoop::frame() {
    frame_.update();
    return frame_.value();
}

GraspingFrame GraspingLoop::copy() const {
    GraspingFrame frame;
    for (std::size_t i = 0; i < scene_.hand_count(); ++i) frame.hands.push_back(scene_.hand(i));
    for (std::size_t i = 0; i < scene_.object_count(); ++i) frame.objects.push_back(scene_.pose(i));
    return frame;
}

void GraspingLoop::run() {
    bool begun = false, settled = false;
    GraspingFrame shown = copy();
    while (!stopped_) {
        const bool news = hands_.update();
        begun |= news;
        if (!begun || (!news && settled)) {
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            continue;
        }
        scene_.step(hands_.value());
        GraspingFrame frame = copy();
        settled = same_places(frame, shown);
        shown = std::move(frame);
        frame_.write(shown);
    }
}

}  // namespace graze::inline v1
