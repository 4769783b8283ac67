// Takes a part out by hand: a bayonet, which comes out after a quarter turn and not otherwise.
#include <graze/graze.h>

#include <cstdio>

#include "graze/interact/sliding/slider.h"
#include "graze/models/captives.h"

int main() {
    graze::Assembly assembly;
    const graze::Captive plug = graze::add_captives(assembly)[1];
    const graze::Part& part = assembly.parts[plug.part];
    const graze::Part& socket = assembly.parts[plug.holder];
    const std::vector<graze::PlacedShape> obstacles{{graze::Shape(*socket.mesh), socket.world_from_part}};
    const graze::Shape shape(*part.mesh);

    // A hand that only pulls: the lugs of the plug catch under the cover.
    graze::Slider pulled({{shape}}, obstacles, part.world_from_part);
    for (int step = 1; step <= 40; ++step)
        pulled.follow(graze::Pose::translation({0, 0, 1.0 * step}) * part.world_from_part);
    const double up = pulled.pose().translation().z - part.world_from_part.translation().z;
    std::printf("pulled: %.3f mm up, held back at %zu places\n", up, pulled.contacts().size());

    // A hand that turns first.
    graze::Slider turned({{shape}}, obstacles, part.world_from_part);
    graze::SlidingStep last;
    for (const graze::Pose& hand : plug.out) last = turned.follow(hand * part.world_from_part);
    std::printf("turned: %s\n", last.held_back ? "held back" : "came out");
    return up < 3.01 && !last.held_back ? 0 : 1;
}
