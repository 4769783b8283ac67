// Takes a bar with a hand: the fingers close around it, it comes along, and nothing sinks in.
#include <graze/graze.h>

#include <cstdio>

#include "graze/interact/hand/grasping.h"
#include "graze/interact/hand/recorded_hands.h"
#include "graze/mesh/generate.h"

int main() {
    const graze::Shape bar(graze::make_cylinder(20, 120, 48));
    const graze::HandModel hand = graze::make_hand();  // a right hand, in mm
    graze::Grasping scene({{bar}});
    scene.add_hand(hand);

    // A tracked hand comes, closes, carries the bar about, puts it back and leaves.
    graze::RecordedGraspOptions options;
    options.intended = graze::GraspClass::power;
    options.box = bar.box();
    std::size_t held = 0, sunk_in = 0;
    double furthest = 0;
    for (const graze::TrackedHand& tracked : graze::record_grasp(hand, options).frames) {
        const graze::HandFrame& shown = scene.follow(tracked);
        if (scene.held(0)) ++held;
        furthest = std::max(furthest, length(scene.pose(0).translation()));
        for (std::size_t link = 0; link < graze::hand_link_count; ++link)
            if (graze::intersects(hand.shape(link), shown.links[link], bar, scene.pose(0))) ++sunk_in;
    }
    std::printf("held for %zu frames, carried %.1f mm, fingers in it: %zu\n", held, furthest, sunk_in);
    return held > 90 && furthest > 80 && sunk_in == 0 ? 0 : 1;
}
