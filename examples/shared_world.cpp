// Two peers share a world over a slow network, and agree about the collision of their balls.
#include <cstdio>

#include "graze/graze.h"
#include "graze/share/network/simulated_network.h"
#include "graze/share/shared_world.h"

int main() {
    graze::NetworkOptions slow;
    slow.latency = 0.2;
    slow.loss = 0.05;
    graze::SimulatedNetwork network(slow);
    graze::Transport &here = network.add(), &there = network.add(/*clock_offset=*/12);

    graze::SharedOptions first, second;
    first.peer = 1, second.peer = 2;
    graze::SharedWorld one(here, first), two(there, second);
    two.on_event([](const graze::SharedEvent& event) {
        if (const auto* verdict = std::get_if<graze::VerdictApplied>(&event))
            std::printf("peer 2 hears after %.2f s how the balls bounced\n", verdict->delay);
    });
    const auto run = [&](double seconds) {
        for (int i = 0; i < 60 * seconds; ++i) {
            network.advance(1.0 / 60);
            one.update();
            two.update();
        }
    };

    one.start();
    two.join(here.address());
    run(5);
    if (!two.joined()) return 1;

    const graze::Shape ball(graze::Sphere{{0, 0, 0}, 0.5});
    graze::MovingState left, right;
    left.position = {-3, 0, 0}, left.velocity = {2, 0, 0};
    right.position = {3, 0, 0}, right.velocity = {-1, 0, 0};
    const graze::SharedId red = one.add(ball, left), blue = two.add(ball, right);
    run(8);

    // Both have heard one verdict, and it is the same.
    const auto told_one = one.agreement().verdicts({red, blue}),
               told_two = two.agreement().verdicts({red, blue});
    if (told_one.size() != 1 || told_two.size() != 1) return 1;
    if (!(told_one[0].a.velocity == told_two[0].a.velocity)) return 1;
    std::printf("red moves at %.1f, blue at %.1f, for both\n", two.state(red).velocity.x,
                one.state(blue).velocity.x);
    return one.agreement().digest() == two.agreement().digest() ? 0 : 1;
}
