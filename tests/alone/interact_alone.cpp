#include "graze/interact/sliding/slider.h"
#include "graze/mesh/generate.h"
#include "tests/alone/alone.h"

int main() {
    const graze::Shape box(graze::make_box({1, 1, 1}));
    graze::Slider slider({{box}}, {{box, graze::Pose::translation({2, 0, 0})}});
    const graze::SlidingStep step = slider.follow(graze::Pose::translation({0.5, 0, 0}));
    GRAZE_CHECK(!step.held_back && step.pose.translation().x == 0.5);
    return 0;
}
