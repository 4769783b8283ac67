#include "graze/share/motion/dead_reckoning.h"
#include "tests/alone/alone.h"

int main() {
    graze::MovingState thrown;
    thrown.velocity = {1, 0, 4};
    thrown.acceleration = {0, 0, -8};
    GRAZE_CHECK(graze::reckoned(thrown, 1).position == (graze::Vec3{1, 0, 0}));
    graze::ReckonedSender sender;
    GRAZE_CHECK(sender.due(thrown));
    sender.sent(thrown);
    GRAZE_CHECK(!sender.due(graze::reckoned(thrown, 0.1)));
    return 0;
}
