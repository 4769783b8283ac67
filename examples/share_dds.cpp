// Two peers share a world over DDS. Here they are in one process; in two, each does its half.
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "graze/graze.h"
#include "graze/share/dds/dds_transport.h"
#include "graze/share/shared_world.h"

int main() {
    graze::DdsOptions dds;
    // Worlds of other names do not meet: this example's is its own.
    dds.world = "example-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    graze::DdsTransport here(dds), there(dds);
    graze::SharedOptions first, second;
    first.peer = 1, second.peer = 2;
    graze::SharedWorld one(here, first), two(there, second);

    const auto update_until = [&](const auto& done) {
        for (int i = 0; i < 60 * 30 && !done(); ++i) {
            one.update();
            two.update();
            std::this_thread::sleep_for(std::chrono::milliseconds(16));
        }
        return done();
    };

    one.start();
    if (!update_until([&] { return !there.found().empty(); })) return 1;
    two.join(there.found().front());
    if (!update_until([&] { return two.joined() && one.peers().size() == 1; })) return 1;

    const graze::Shape ball(graze::Sphere{{0, 0, 0}, 0.5});
    graze::MovingState left, right;
    left.position = {-1, 0, 0}, left.velocity = {2, 0, 0};
    right.position = {1, 0, 0}, right.velocity = {-2, 0, 0};
    const graze::SharedId red = one.add(ball, left), blue = two.add(ball, right);
    if (!update_until([&] { return two.counts().verdicts > 0 && one.counts().verdicts > 0; })) return 1;

    const auto verdict = two.agreement().verdicts({red, blue}).front();
    std::printf("peer %u judged: red goes on at %.1f, blue at %.1f, for both\n",
                rank_of(verdict).arbiter.number, verdict.a.velocity.x, verdict.b.velocity.x);
    return one.agreement().digest() == two.agreement().digest() ? 0 : 1;
}
