#include "bench/scenes/shared_alternatives.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <numbers>
#include <vector>

#include "bench/scenes/shared_slalom.h"
#include "graze/share/comparison/central_server.h"
#include "graze/share/motion/position_history.h"
#include "graze/share/network/simulated_network.h"
#include "graze/share/rehearsal/hand_strokes.h"
#include "graze/share/shared_world.h"

namespace graze::bench {
namespace {

constexpr double dt = 1.0 / 60, longest_silence = 5;

// What a follower shows from messages that arrive `latency` later; the sender runs the same with none.
class Follower {
  public:
    explicit Follower(FollowMethod method) : method_(method) {}

    void hear(const MovingState& said) {
        if (method_ == FollowMethod::history) {
            history_.hear({said.time, said.position});
        } else {
            last_ = said;
        }
        heard_ = said.time;
        any_ = true;
    }
    bool any() const { return any_; }
    double heard() const { return heard_; }
    Vec3 position(double time) const {
        if (method_ == FollowMethod::history) return history_.position(time);
        const auto order =
            method_ == FollowMethod::first_order ? ReckoningOrder::first : ReckoningOrder::second;
        return reckoned(last_, time, order).position;
    }

  private:
    FollowMethod method_;
    PositionHistory history_;
    MovingState last_;
    double heard_ = 0;
    bool any_ = false;
};

// Doubles for times and positions, floats for the rest, as messages have them.
std::uint64_t bytes_of(FollowMethod method) {
    const std::uint64_t position = 8 + 24;
    return method == FollowMethod::history       ? position
           : method == FollowMethod::first_order ? position + 12
                                                 : position + 24;
}

}  // namespace

FollowRun run_follow(FollowedMotion motion, FollowMethod method, double threshold, double latency,
                     double seconds) {
    FollowRun run{motion, method, threshold, latency};
    HandStrokes strokes({}, 1.5, 1.5, 77);
    Follower sender(method), receiver(method);
    std::deque<MovingState> on_the_way;
    const auto frames = static_cast<std::size_t>(seconds / dt);
    std::size_t samples = 0;
    for (std::size_t f = 0; f < frames; ++f) {
        const double time = static_cast<double>(f) * dt;
        MovingState truth = motion == FollowedMotion::slalom ? slalom_state(std::fmod(time, slalom_seconds))
                                                             : strokes.at(time);
        truth.time = time;
        if (!sender.any() || time - sender.heard() >= longest_silence ||
            length(sender.position(time) - truth.position) > threshold) {
            sender.hear(truth);
            on_the_way.push_back(truth);
            ++run.updates;
            run.bytes += bytes_of(method);
        }
        for (; !on_the_way.empty() && on_the_way.front().time + latency <= time + 1e-9;
             on_the_way.pop_front())
            receiver.hear(on_the_way.front());
        // Where the path of the slalom begins anew, nobody can know it.
        const bool jumps =
            motion == FollowedMotion::slalom && std::fmod(time, slalom_seconds) < latency + 2 * dt;
        if (!receiver.any() || jumps) continue;
        const double error = length(receiver.position(time) - truth.position);
        run.mean_error += error;
        run.worst_error = std::max(run.worst_error, error);
        ++samples;
    }
    run.mean_error /= static_cast<double>(std::max<std::size_t>(samples, 1));
    return run;
}

namespace {

// What two users want: to turn every second, mostly towards each other.
Vec3 wish_of(std::size_t user, std::uint64_t turn) {
    Random random(1000 * turn + user);
    const Vec3 toward{user == 0 ? 1.0 : -1.0, 0, 0};
    const double side = turn % 3 == 2 ? -1 : 1;
    return normalized(toward * side + random.on_sphere() * 0.4);
}

// Each user's view, however it comes about.
struct UserView {
    Vec3 own, other;
};

class SharingMeter {
  public:
    explicit SharingMeter(SharingRun& run) : run_(run) {}

    void add(double time, const UserView (&views)[2]) {
        ++frames_;
        for (std::size_t i = 0; i < 2; ++i) {
            run_.other_error += length(views[i].other - views[1 - i].own) / 2;
            // When a new wish begins to be seen, be it after the next one was wished.
            const auto turn = static_cast<std::uint64_t>(time);
            if (turn != turn_[i]) turn_[i] = turn, asked_[i].push_back({turn, time});
            const Vec3 moved = views[i].own - last_[i];
            last_[i] = views[i].own;
            if (!(length(moved) > 1e-9)) continue;
            const auto seen = std::ranges::find_if(asked_[i], [&](const Asked& a) {
                return dot(normalized(moved), wish_of(i, a.turn)) > 0.999;
            });
            if (seen == asked_[i].end()) continue;
            run_.own_delay += time - seen->time;
            ++delays_;
            asked_[i].erase(asked_[i].begin(), seen + 1);
        }
        const auto touches = [](const UserView& v) { return length(v.own - v.other) < 1.02; };
        if (touches(views[0]) != touches(views[1])) run_.disagreement += 1;
    }
    void finish() {
        run_.other_error /= static_cast<double>(frames_);
        run_.disagreement /= static_cast<double>(frames_);
        run_.own_delay /= static_cast<double>(std::max<std::uint64_t>(delays_, 1));
    }

  private:
    SharingRun& run_;
    std::uint64_t frames_ = 0, delays_ = 0, turn_[2] = {~0ULL, ~0ULL};
    struct Asked {
        std::uint64_t turn = 0;
        double time = 0;
    };
    std::vector<Asked> asked_[2];  // and not seen yet
    Vec3 last_[2];
};

const Vec3 begins[2] = {{-2, 0, 0}, {2, 0, 0}};

void share_through_server(SharingRun& run, bool predict, double seconds) {
    SimulatedNetwork network({run.latency, 0, 0, 0, 0, 1});
    Transport& end = network.add();
    const Shape ball(Sphere{{0, 0, 0}, 0.5});
    CentralServer server(end, {ball});
    std::vector<std::unique_ptr<CentralClient>> clients;
    for (std::uint32_t i = 0; i < 2; ++i)
        clients.push_back(std::make_unique<CentralClient>(
            network.add(), CentralClientOptions{ball, i + 1, begins[i], end.address(), predict}));
    SharingMeter meter(run);
    std::uint64_t bytes_before = 0;
    for (double time = -3; time < seconds; time += dt) {
        network.advance(dt);
        if (time < 0) bytes_before = network.counts().bytes;
        server.update();
        for (std::size_t i = 0; i < 2; ++i) {
            clients[i]->update();
            clients[i]->act(time < 0 ? Vec3{} : wish_of(i, static_cast<std::uint64_t>(time)), dt);
        }
        if (time >= 0)
            meter.add(time,
                      {{clients[0]->own(), clients[0]->other(2)}, {clients[1]->own(), clients[1]->other(1)}});
    }
    meter.finish();
    for (const auto& c : clients) {
        run.setbacks += c->corrections();
        run.worst_setback = std::max(run.worst_setback, c->worst_correction());
    }
    run.kilobytes = static_cast<double>(network.counts().bytes - bytes_before) / seconds / 1000;
}

void share_between_peers(SharingRun& run, double seconds) {
    SimulatedNetwork network({run.latency, 0, 0, 0, 0, 1});
    Transport* const ends[] = {&network.add(), &network.add()};
    const Shape ball(Sphere{{0, 0, 0}, 0.5});
    std::vector<std::unique_ptr<SharedWorld>> worlds;
    SharingMeter meter(run);
    std::vector<SharedId> ids;
    Vec3 held[2];
    for (std::uint32_t i = 0; i < 2; ++i) {
        SharedOptions options;
        options.peer = i + 1;
        options.reckoning.error_threshold = 0.01;
        options.proximity.error_threshold = 0.002;
        worlds.push_back(std::make_unique<SharedWorld>(*ends[i], options));
    }
    worlds[0]->start();
    worlds[1]->join(ends[0]->address());
    const auto update = [&] {
        network.advance(dt);
        for (const auto& w : worlds) w->update();
    };
    for (int i = 0; i < 60 * 60 && !(worlds[1]->joined() && worlds[0]->peers().size() == 1); ++i) update();
    for (std::size_t i = 0; i < 2; ++i) {
        MovingState state;
        state.position = begins[i];
        ids.push_back(worlds[i]->add(ball, state));
    }
    for (int i = 0; i < 60 * 5; ++i) update();
    const std::uint64_t bytes_before = network.counts().bytes;
    for (std::size_t i = 0; i < 2; ++i) held[i] = worlds[i]->state(ids[i]).position;
    std::uint64_t turns[2] = {~0ULL, ~0ULL};
    for (double time = 0; time < seconds; time += dt) {
        for (std::size_t i = 0; i < 2; ++i) {
            // The user's wish, from the next turn on; a verdict counts until then.
            const auto turn = static_cast<std::uint64_t>(time);
            if (turn == turns[i]) continue;
            turns[i] = turn;
            MovingState state = worlds[i]->state(ids[i]);
            state.velocity = wish_of(i, turn);
            worlds[i]->move(ids[i], state);
        }
        update();
        for (std::size_t i = 0; i < 2; ++i) {
            const MovingState state = worlds[i]->state(ids[i]);
            const double jump = length(state.position - held[i]) - length(state.velocity) * dt;
            if (jump > 1e-6 && worlds[i]->agreement().arbiter({ids[0], ids[1]}) != worlds[i]->self())
                ++run.setbacks, run.worst_setback = std::max(run.worst_setback, jump);
            held[i] = state.position;
        }
        meter.add(time, {{worlds[0]->state(ids[0]).position, worlds[0]->state(ids[1]).position},
                         {worlds[1]->state(ids[1]).position, worlds[1]->state(ids[0]).position}});
    }
    meter.finish();
    run.kilobytes = static_cast<double>(network.counts().bytes - bytes_before) / seconds / 1000;
}

}  // namespace

SharingRun run_sharing(SharingMethod method, double latency, double seconds) {
    SharingRun run{method, latency};
    if (method == SharingMethod::shared) {
        share_between_peers(run, seconds);
    } else {
        share_through_server(run, method == SharingMethod::central_with_prediction, seconds);
    }
    return run;
}

ShootingRun run_shooting(ShotMethod method, double latency, double loss, double seconds) {
    constexpr double radius = 0.25, view_delay = 0.1;
    ShootingRun run{method, latency};
    SimulatedNetwork network({latency, 0.1 * latency, loss, 0, 0, 1});
    Transport& end = network.add();
    CentralOptions options;
    options.shape = Shape(Sphere{{0, 0, 0}, radius});
    options.compensate = method != ShotMethod::present;
    options.rewind_most = 2;
    CentralServer server(end, options);
    double moved = 0;
    server.on_shot([&](const JudgedShot& s) {
        run.hits += s.target != 0 ? 1 : 0;
        run.around_corners += s.around_the_corner ? 1 : 0;
        run.rewound += s.rewound;
        moved += s.target_moved / radius;
        run.most_moved = std::max(run.most_moved, s.target_moved / radius);
    });
    const auto client = [&](std::uint32_t id, const Vec3& begin) {
        CentralClientOptions o;
        o.shape = options.shape;
        o.id = id;
        o.begin = begin;
        o.server = end.address();
        o.view_delay = method == ShotMethod::as_seen_between ? view_delay : 0;
        return std::make_unique<CentralClient>(network.add(), o);
    };
    const Vec3 gun{0, 0, -20};
    const auto shooter = client(1, {0, 0, -30}), target = client(2, {});
    HandStrokes strokes({}, 1.5, 1.5, 77);
    const auto frames = static_cast<std::size_t>(seconds / dt);
    for (std::size_t f = 0; f < frames + 240; ++f) {
        network.advance(dt);
        server.update();
        shooter->update(), target->update();
        shooter->act({}, dt);
        target->act(strokes.at(static_cast<double>(f) * dt).velocity, dt);
        if (f < 240 || f % 30 != 7 || f > frames) continue;
        shooter->shoot(gun, shooter->other(2) - gun);
        ++run.shots;
    }
    const double judged = static_cast<double>(std::max<std::uint64_t>(run.shots, 1));
    run.rewound /= judged;
    run.moved = moved / judged;
    return run;
}

}  // namespace graze::bench
