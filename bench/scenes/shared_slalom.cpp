#include "bench/scenes/shared_slalom.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/mesh/generate.h"
#include "graze/share/network/simulated_network.h"
#include "graze/share/shared_world.h"

namespace graze::bench {
namespace {

constexpr double slalom_rate = 60;
constexpr double pi = std::numbers::pi;

}  // namespace

MovingState slalom_state(double time) {
    const double speed = 40 * pi / slalom_seconds;
    const double way = speed * time;  // |z|
    MovingState s;
    s.time = time;
    s.velocity.z = -speed;
    s.position.z = -way;
    if (way < 10 * pi) {
        s.position.x = way / 6, s.velocity.x = speed / 6;
    } else if (way <= 20 * pi) {
        s.position.x = (20 * pi - way) / 6, s.velocity.x = -speed / 6;
    } else {
        const double sine = std::sin(way / 5), side = sine < 0 ? -1 : 1;
        s.position.x = 5 * side * sine, s.velocity.x = side * speed * std::cos(way / 5);
    }
    return s;
}

double SlalomRun::mean_error() const {
    double sum = 0;
    for (const SlalomSample& s : samples) sum += s.error;
    return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

double SlalomRun::worst_error(double from, double to) const {
    double worst = 0;
    for (const SlalomSample& s : samples)
        if (s.time >= from && s.time < to) worst = std::max(worst, s.error);
    return worst;
}

SlalomRun run_slalom(SlalomMethod method, double latency) {
    SharedOptions options;
    options.reckoning.error_threshold = 0.5;
    options.following.convergence = Convergence::jump;
    options.predict_collisions = method != SlalomMethod::reckoning;
    options.proximity = {0.01, method == SlalomMethod::with_tracking ? 1.0 : 0.0};
    options.repeat_after = 0;  // nothing is lost
    SimulatedNetwork network({latency, 0, 0, 0, 0, 1});
    Transport &here = network.add(), &there = network.add();
    options.peer = 1;
    SharedWorld owner(here, options);
    options.peer = 2;
    SharedWorld watcher(there, options);
    owner.start();
    watcher.join(here.address());
    const auto step = [&] {
        network.advance(1 / slalom_rate);
        owner.update();
        watcher.update();
    };
    for (int i = 0; i < 10 * slalom_rate && !(watcher.joined() && owner.peers().size() == 1); ++i) step();
    const auto resting = [](double x, double z) {
        MovingState s;
        s.position = {x, 0, z};
        return s;
    };
    SharedObjectOptions scene;
    scene.scene = true;
    // The left wall along the whole way, the right one only where the object turns.
    owner.add(Shape(make_box({2, 4, 60 * pi})), resting(-2.71 - 1, -20 * pi), scene);
    owner.add(Shape(make_box({2, 4, 6})), resting(10 * pi / 6 + 2.71 + 1, -10 * pi), scene);
    for (const double z : {27.5, 32.5, 37.5})
        watcher.add(Shape(make_box({0.5, 4, 0.5})), resting(8, -z * pi));
    MovingState start = slalom_state(0);
    start.velocity = {};
    const SharedId object = owner.add(Shape(make_box({slalom_width, 2, 2})), start);
    for (int i = 0; i < 10 * slalom_rate; ++i) step();
    SlalomRun run;
    run.method = method;
    run.latency = latency;
    const SharedCounts before = owner.counts();
    std::vector<double> kilobytes(static_cast<std::size_t>(slalom_seconds) + 1);
    std::uint64_t last_bytes = before.motion_bytes;
    for (int i = 0; i <= slalom_seconds * slalom_rate; ++i) {
        const double time = i / slalom_rate;
        network.advance(1 / slalom_rate);
        owner.move(object, slalom_state(time));
        owner.update();
        watcher.update();
        const MovingState truth = slalom_state(time), shown = watcher.state(object);
        kilobytes[static_cast<std::size_t>(time)] +=
            static_cast<double>(owner.counts().motion_bytes - last_bytes) / 1000;
        last_bytes = owner.counts().motion_bytes;
        run.samples.push_back(
            {time, truth.position.x, shown.position.x, length(truth.position - shown.position), 0});
    }
    for (SlalomSample& s : run.samples) s.kilobytes = kilobytes[static_cast<std::size_t>(s.time)];
    run.updates = owner.counts().motion_updates - before.motion_updates;
    run.bytes = owner.counts().motion_bytes - before.motion_bytes;
    return run;
}

}  // namespace graze::bench
