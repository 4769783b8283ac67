// Shared worlds: appendix A of Ohlenburg 2003 (position, error and traffic of one object at four latencies,
// with dead reckoning alone, with remote collision prediction, and with adaptive tracking as well), and what
// users of networks know: error against traffic against jerk by loss and latency.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/plot.h"
#include "bench/scenes/shared_alternatives.h"
#include "bench/scenes/shared_slalom.h"
#include "graze/share/network/simulated_network.h"
#include "graze/share/rehearsal/hand_strokes.h"
#include "graze/share/shared_world.h"

namespace graze::bench {
namespace {

constexpr double slalom_latencies[] = {0.01, 0.1, 0.2, 0.5};
constexpr std::size_t plotted_every = 6;  // frames
constexpr const char* motion_names[] = {"slalom, 0.5 m", "hand, 20 mm"};
constexpr const char* follow_names[] = {"first order", "second order", "position history"};
constexpr const char* sharing_names[] = {"central", "central, predicted", "shared"};
constexpr const char* shot_names[] = {"where it is", "where it was seen", "the same, shown 0.1 s behind"};
constexpr const char* slalom_names[] = {"dead reckoning", "with prediction", "with tracking"};

// Hands that one peer moves and another watches.
struct GridCell {
    double loss = 0, latency = 0;
    bool smooth = false;
    double mean_error = 0, worst_error = 0, kilobytes = 0, share = 0;
    double jerk = 0, true_jerk = 0;  // root mean square, in m / s^3
};

class JerkMeter {
  public:
    void add(const Vec3& position, double dt) {
        if (count_ >= 3) {
            const Vec3 third = position - last_[0] * 3 + last_[1] * 3 - last_[2];
            sum_ += dot(third, third) / (dt * dt * dt * dt * dt * dt);
            ++jerks_;
        }
        last_ = {position, last_[0], last_[1]};
        ++count_;
    }
    double mean_square() const { return jerks_ > 0 ? sum_ / static_cast<double>(jerks_) : 0; }

  private:
    std::array<Vec3, 3> last_{};
    std::size_t count_ = 0, jerks_ = 0;
    double sum_ = 0;
};

GridCell run_hands(double loss, double latency, bool smooth, double seconds) {
    constexpr double dt = 1.0 / 60;
    constexpr std::size_t hands = 6;
    SharedOptions options;
    options.reckoning = {ReckoningOrder::second, 0.02, 0.1, 5};
    options.following.convergence = smooth ? Convergence::smooth : Convergence::jump;
    options.proximity.window = 0;
    options.predict_collisions = false;  // hands pass through one another here
    SimulatedNetwork network({latency, 0.1 * latency, loss, 0, 0, 1});
    Transport &here = network.add(), &there = network.add(3);
    options.peer = 1;
    SharedWorld owner(here, options);
    options.peer = 2;
    SharedWorld watcher(there, options);
    owner.start();
    watcher.join(here.address());
    const auto step = [&] {
        network.advance(dt);
        owner.update();
        watcher.update();
    };
    for (int i = 0; i < 60 * 60 && !watcher.joined(); ++i) step();
    std::vector<SharedId> ids;
    std::vector<HandStrokes> strokes;
    for (std::size_t i = 0; i < hands; ++i) {
        MovingState state;
        state.position.x = 3 * static_cast<double>(i);
        ids.push_back(owner.add(Shape(Sphere{{0, 0, 0}, 0.1}), state));
        strokes.emplace_back(state.position, 1.5, 1.5, 100 + i);
    }
    for (int i = 0; i < 5 * 60; ++i) step();
    GridCell cell{loss, latency, smooth};
    std::vector<JerkMeter> shown(hands), true_jerks(hands);
    const SharedCounts before = owner.counts();
    std::size_t samples = 0;
    const auto frames = static_cast<std::size_t>(seconds / dt);
    for (std::size_t f = 0; f < frames; ++f) {
        network.advance(dt);
        for (std::size_t i = 0; i < hands; ++i)
            owner.move(ids[i], strokes[i].at(static_cast<double>(f) * dt));
        owner.update();
        watcher.update();
        for (std::size_t i = 0; i < hands; ++i) {
            if (!watcher.contains(ids[i])) continue;
            const Vec3 truth = owner.state(ids[i]).position, seen = watcher.state(ids[i]).position;
            const double error = length(seen - truth);
            cell.mean_error += error;
            cell.worst_error = std::max(cell.worst_error, error);
            ++samples;
            shown[i].add(seen, dt);
            true_jerks[i].add(truth, dt);
        }
    }
    cell.mean_error /= static_cast<double>(std::max<std::size_t>(samples, 1));
    for (std::size_t i = 0; i < hands; ++i) {
        cell.jerk += shown[i].mean_square() / hands;
        cell.true_jerk += true_jerks[i].mean_square() / hands;
    }
    cell.jerk = std::sqrt(cell.jerk), cell.true_jerk = std::sqrt(cell.true_jerk);
    cell.kilobytes = static_cast<double>(owner.counts().motion_bytes - before.motion_bytes) / 1000 / seconds;
    cell.share = static_cast<double>(owner.counts().motion_updates - before.motion_updates) /
                 static_cast<double>(hands * frames);
    return cell;
}

class ShareBenchmark {
  public:
    ShareBenchmark(const RunOptions& run_options, const ShareSelection& selection)
        : run_options_(run_options), selection_(selection) {}

    int run() {
        for (const double latency : slalom_latencies)
            for (const SlalomMethod method :
                 {SlalomMethod::reckoning, SlalomMethod::with_prediction, SlalomMethod::with_tracking})
                slaloms_.push_back(run_slalom(method, latency));
        for (const double loss : {0.0, 0.02, 0.2})
            for (const double latency : {0.0, 0.05, 0.1, 0.2, 0.5})
                for (const bool smooth : {false, true})
                    cells_.push_back(run_hands(loss, latency, smooth, selection_.seconds));
        for (const FollowedMotion motion : {FollowedMotion::slalom, FollowedMotion::hands})
            for (const FollowMethod method :
                 {FollowMethod::first_order, FollowMethod::second_order, FollowMethod::history})
                for (const double latency : {0.0, 0.1, 0.5})
                    follows_.push_back(run_follow(motion, method,
                                                  motion == FollowedMotion::slalom ? 0.5 : 0.02, latency,
                                                  selection_.seconds));
        for (const SharingMethod method :
             {SharingMethod::central, SharingMethod::central_with_prediction, SharingMethod::shared})
            for (const double latency : slalom_latencies)
                sharings_.push_back(run_sharing(method, latency, selection_.seconds));
        for (const ShotMethod method :
             {ShotMethod::present, ShotMethod::as_seen, ShotMethod::as_seen_between})
            for (const double latency : slalom_latencies)
                shootings_.push_back(run_shooting(method, latency, 0.02, selection_.seconds));
        publish("share", run_options_, watch_, sections(), json());
        write_plots();
        return 0;
    }

  private:
    const SlalomRun& slalom(SlalomMethod method, double latency) const {
        return *std::ranges::find_if(
            slaloms_, [&](const SlalomRun& r) { return r.method == method && r.latency == latency; });
    }

    std::string sections() const {
        Table slalom_table({{"method", Align::left},
                            {"latency"},
                            {"updates"},
                            {"KB/s"},
                            {"mean error"},
                            {"after 3.75 s"},
                            {"7.5 s"},
                            {"11.25 s"},
                            {"10 to 15 s"}});
        for (const SlalomRun& r : slaloms_)
            slalom_table.add_row({slalom_names[static_cast<int>(r.method)],
                                  fmt::format("{:.0f} ms", 1000 * r.latency), fmt::format("{}", r.updates),
                                  fmt::format("{:.3f}", static_cast<double>(r.bytes) / 1000 / slalom_seconds),
                                  fmt::format("{:.3f} m", r.mean_error()),
                                  fmt::format("{:.2f} m", r.worst_error(3.7, 5.5)),
                                  fmt::format("{:.2f} m", r.worst_error(7.45, 8.4)),
                                  fmt::format("{:.2f} m", r.worst_error(11.2, 12.1)),
                                  fmt::format("{:.2f} m", r.worst_error(10, 15))});
        Table grid({{"loss"},
                    {"latency"},
                    {"shown", Align::left},
                    {"mean error"},
                    {"worst"},
                    {"KB/s"},
                    {"of every frame"},
                    {"jerk"},
                    {"of the hands"}});
        for (const GridCell& c : cells_)
            grid.add_row({fmt::format("{:.0f} %", 100 * c.loss), fmt::format("{:.0f} ms", 1000 * c.latency),
                          c.smooth ? "smooth" : "jumping", fmt::format("{:.1f} mm", 1000 * c.mean_error),
                          fmt::format("{:.0f} mm", 1000 * c.worst_error), fmt::format("{:.2f}", c.kilobytes),
                          fmt::format("{:.1f} %", 100 * c.share), fmt::format("{:.0f}", c.jerk),
                          fmt::format("{:.0f}", c.true_jerk)});
        Table claims({{"what is printed", Align::left}, {"measured", Align::left}, {"verdict", Align::left}});
        for (const auto& c : judged()) claims.add_row({c[0], c[1], c[2]});
        return section_text(run_options_, "One object between walls (Ohlenburg 2003, appendix A)",
                            slalom_table) +
               section_text(run_options_,
                            "Six hands, by loss and latency: thresholds of 20 mm and 0.1 radians", grid) +
               alternatives() + section_text(run_options_, "What Ohlenburg 2003 prints", claims);
    }

    std::string alternatives() const {
        Table follows({{"motion", Align::left},
                       {"method", Align::left},
                       {"latency"},
                       {"updates"},
                       {"bytes/s"},
                       {"mean error"},
                       {"worst"}});
        for (const FollowRun& r : follows_)
            follows.add_row({motion_names[static_cast<int>(r.motion)],
                             follow_names[static_cast<int>(r.method)],
                             fmt::format("{:.0f} ms", 1000 * r.latency), fmt::format("{}", r.updates),
                             fmt::format("{:.0f}", static_cast<double>(r.bytes) / selection_.seconds),
                             fmt::format("{:.3f} m", r.mean_error), fmt::format("{:.2f} m", r.worst_error)});
        Table sharings({{"method", Align::left},
                        {"one way"},
                        {"own delay"},
                        {"error of the other"},
                        {"different outcome"},
                        {"set back"},
                        {"at most"},
                        {"KB/s of all"}});
        for (const SharingRun& r : sharings_)
            sharings.add_row(
                {sharing_names[static_cast<int>(r.method)], fmt::format("{:.0f} ms", 1000 * r.latency),
                 fmt::format("{:.0f} ms", 1000 * r.own_delay), fmt::format("{:.3f} m", r.other_error),
                 fmt::format("{:.1f} %", 100 * r.disagreement), fmt::format("{}", r.setbacks),
                 fmt::format("{:.2f} m", r.worst_setback), fmt::format("{:.2f}", r.kilobytes)});
        Table shootings({{"judged", Align::left},
                         {"one way"},
                         {"shots"},
                         {"hit"},
                         {"around a corner"},
                         {"looked back"},
                         {"gone since, mean"},
                         {"most"}});
        for (const ShootingRun& r : shootings_)
            shootings.add_row(
                {shot_names[static_cast<int>(r.method)], fmt::format("{:.0f} ms", 1000 * r.latency),
                 fmt::format("{}", r.shots), fmt::format("{:.0f} %", percent(r.hits, r.shots)),
                 fmt::format("{:.0f} %", percent(r.around_corners, r.shots)),
                 fmt::format("{:.0f} ms", 1000 * r.rewound), fmt::format("{:.2f} radii", r.moved),
                 fmt::format("{:.1f} radii", r.most_moved)});
        return section_text(run_options_, "Positions alone, beside dead reckoning", follows) +
               section_text(run_options_,
                            "A central server, with and without prediction, beside a shared world",
                            sharings) +
               section_text(run_options_, "Shots at a hand, with and without lag compensation", shootings);
    }

    static double percent(std::uint64_t part, std::uint64_t of) {
        return of > 0 ? 100 * static_cast<double>(part) / static_cast<double>(of) : 0;
    }
    static std::string held(bool holds) { return holds ? "holds" : "does not hold"; }

    std::vector<std::array<std::string, 3>> judged() const {
        const auto worst = [&](SlalomMethod m, double latency, double from, double to) {
            return slalom(m, latency).worst_error(from, to);
        };
        const auto plain = SlalomMethod::reckoning, predicted = SlalomMethod::with_prediction,
                   tracked = SlalomMethod::with_tracking;
        const double least = worst(predicted, 0.01, 3.7, 5.5), most = worst(predicted, 0.5, 3.7, 5.5);
        const double at_once = worst(plain, 0.5, 7.45, 8.4), foreseen = worst(predicted, 0.5, 7.45, 8.4);
        double ratio = 0;
        for (const double latency : slalom_latencies)
            ratio = std::max(ratio, worst(predicted, latency, 9.3, 15) / worst(plain, latency, 9.3, 15));
        const double near_plain = slalom(predicted, 0.01).mean_error(),
                     near_tracked = slalom(tracked, 0.01).mean_error();
        const double reduction = slalom_seconds * 60 / static_cast<double>(slalom(plain, 0.2).updates);
        return {{"dead reckoning: traffic reduced by two orders of magnitude",
                 fmt::format("{:.0f} times fewer updates than frames on this path", reduction),
                 held(reduction >= 100)},
                {"prediction: the collision at 3.75 s is right, whatever the latency",
                 fmt::format("{:.2f} m at 10 ms, {:.2f} m at 500 ms", least, most), held(most < least + 0.5)},
                {"prediction: at 7.5 s the error falls by more than 20 %",
                 fmt::format("{:.2f} to {:.2f} m at 500 ms: {:.0f} %", at_once, foreseen,
                             100 * (1 - foreseen / at_once)),
                 held(foreseen < 0.8 * at_once)},
                {"prediction: at 9.4 to 13.1 s the error is minimal",
                 fmt::format("at most {:.2f} times that of dead reckoning", ratio), held(ratio < 0.5)},
                {"tracking: near others the error falls, for more traffic",
                 fmt::format("mean {:.3f} to {:.3f} m at 10 ms, {} to {} updates", near_plain, near_tracked,
                             slalom(predicted, 0.01).updates, slalom(tracked, 0.01).updates),
                 held(near_tracked < near_plain)},
                judged_history(FollowedMotion::slalom, FollowMethod::first_order),
                judged_history(FollowedMotion::hands, FollowMethod::second_order),
                judged_server(),
                judged_corners()};
    }

    // "Less bandwidth than dead reckoning, with equal or better accuracy" (4.2.3).
    std::array<std::string, 3> judged_history(FollowedMotion motion, FollowMethod beside) const {
        const auto run = [&](FollowMethod method) -> const FollowRun& {
            return *std::ranges::find_if(follows_, [&](const FollowRun& r) {
                return r.motion == motion && r.method == method && r.latency == 0.1;
            });
        };
        const FollowRun &history = run(FollowMethod::history), &reckoning = run(beside);
        return {fmt::format("positions alone: less traffic than dead reckoning, as accurate ({})",
                            motion_names[static_cast<int>(motion)]),
                fmt::format("{:.0f} against {:.0f} bytes/s, mean error {:.3f} against {:.3f} m",
                            static_cast<double>(history.bytes) / selection_.seconds,
                            static_cast<double>(reckoning.bytes) / selection_.seconds, history.mean_error,
                            reckoning.mean_error),
                held(history.bytes < reckoning.bytes && history.mean_error <= reckoning.mean_error)};
    }
    // "Always consistent; costs a full round trip" (4.3).
    std::array<std::string, 3> judged_server() const {
        bool holds = true;
        double least = 1e300, most = 0;
        for (const SharingRun& r : sharings_) {
            if (r.method != SharingMethod::central) continue;
            holds = holds && r.disagreement == 0 && r.own_delay >= 2 * r.latency;
            least = std::min(least, r.own_delay - 2 * r.latency);
            most = std::max(most, r.own_delay - 2 * r.latency);
        }
        return {"central server: all see the same outcome, a round trip late",
                fmt::format("no frame with different outcomes; a round trip and {:.0f} to {:.0f} ms",
                            1000 * least, 1000 * most),
                held(holds)};
    }
    // "Shooting around the corner" (4.2.1).
    std::array<std::string, 3> judged_corners() const {
        const auto at = [&](ShotMethod method) -> const ShootingRun& {
            return *std::ranges::find_if(
                shootings_, [&](const ShootingRun& r) { return r.method == method && r.latency == 0.2; });
        };
        const ShootingRun &now = at(ShotMethod::present), &seen = at(ShotMethod::as_seen);
        return {"lag compensation: shots hit what the shooter saw, and around corners",
                fmt::format("{:.0f} % hit instead of {:.0f} % at 200 ms; {:.0f} % around a corner",
                            percent(seen.hits, seen.shots), percent(now.hits, now.shots),
                            percent(seen.around_corners, seen.shots)),
                held(seen.hits > now.hits && seen.around_corners > 0)};
    }

    nlohmann::ordered_json json() const {
        nlohmann::ordered_json result;
        for (const SlalomRun& r : slaloms_) {
            nlohmann::ordered_json samples;
            for (std::size_t i = 0; i < r.samples.size(); i += plotted_every) {
                const SlalomSample& s = r.samples[i];
                samples.push_back({s.time, s.true_x, s.shown_x, s.error, s.kilobytes});
            }
            result["slalom"].push_back({{"method", slalom_names[static_cast<int>(r.method)]},
                                        {"latency", r.latency},
                                        {"updates", r.updates},
                                        {"bytes", r.bytes},
                                        {"mean_error", r.mean_error()},
                                        {"worst_error", r.worst_error(0, 16)},
                                        {"columns", {"time", "true x", "shown x", "error", "KB/s"}},
                                        {"samples", samples}});
        }
        for (const GridCell& c : cells_)
            result["grid"].push_back({{"loss", c.loss},
                                      {"latency", c.latency},
                                      {"smooth", c.smooth},
                                      {"mean_error", c.mean_error},
                                      {"worst_error", c.worst_error},
                                      {"kilobytes_per_second", c.kilobytes},
                                      {"share_of_every_frame", c.share},
                                      {"jerk", c.jerk},
                                      {"true_jerk", c.true_jerk}});
        for (const FollowRun& r : follows_)
            result["follows"].push_back({{"motion", motion_names[static_cast<int>(r.motion)]},
                                         {"method", follow_names[static_cast<int>(r.method)]},
                                         {"latency", r.latency},
                                         {"updates", r.updates},
                                         {"bytes", r.bytes},
                                         {"mean_error", r.mean_error},
                                         {"worst_error", r.worst_error}});
        for (const SharingRun& r : sharings_)
            result["sharing"].push_back({{"method", sharing_names[static_cast<int>(r.method)]},
                                         {"latency", r.latency},
                                         {"own_delay", r.own_delay},
                                         {"other_error", r.other_error},
                                         {"different_outcome", r.disagreement},
                                         {"setbacks", r.setbacks},
                                         {"worst_setback", r.worst_setback},
                                         {"kilobytes_per_second", r.kilobytes}});
        for (const ShootingRun& r : shootings_)
            result["shots"].push_back({{"judged", shot_names[static_cast<int>(r.method)]},
                                       {"latency", r.latency},
                                       {"shots", r.shots},
                                       {"hits", r.hits},
                                       {"around_corners", r.around_corners},
                                       {"looked_back", r.rewound},
                                       {"gone_since", r.moved},
                                       {"most_gone_since", r.most_moved}});
        for (const auto& c : judged())
            result["claims"].push_back({{"printed", c[0]}, {"measured", c[1]}, {"verdict", c[2]}});
        return result;
    }

    // Twelve figures: position, error and traffic at each latency, with a line for each method.
    void write_plots() const {
        struct Quantity {
            const char *name, *label;
            double SlalomSample::* value;
        };
        for (const double latency : slalom_latencies)
            for (const Quantity& q : {Quantity{"position", "x in m", &SlalomSample::shown_x},
                                      Quantity{"error", "m", &SlalomSample::error},
                                      Quantity{"traffic", "KB/s", &SlalomSample::kilobytes}}) {
                std::vector<Line> lines;
                if (q.value == &SlalomSample::shown_x) {
                    lines.push_back({"true", Tone::peer, {}});
                    const auto& samples = slaloms_.front().samples;
                    for (std::size_t i = 0; i < samples.size(); i += plotted_every)
                        lines[0].points.emplace_back(samples[i].time, samples[i].true_x);
                }
                for (const SlalomRun& r : slaloms_) {
                    if (r.latency != latency) continue;
                    Line line{slalom_names[static_cast<int>(r.method)],
                              r.method == SlalomMethod::with_tracking ? Tone::graze : Tone::seed,
                              {}};
                    for (std::size_t i = 0; i < r.samples.size(); i += plotted_every)
                        line.points.emplace_back(r.samples[i].time, std::max(r.samples[i].*q.value, 0.0));
                    lines.push_back(std::move(line));
                }
                write_file(
                    run_options_, fmt::format("share-{}-{:.0f}ms.svg", q.name, 1000 * latency),
                    line_plot(fmt::format("{} at {:.0f} ms", q.name, 1000 * latency), "s", q.label, lines));
            }
    }

    const RunOptions& run_options_;
    const ShareSelection& selection_;
    LoadWatch watch_;
    std::vector<SlalomRun> slaloms_;
    std::vector<GridCell> cells_;
    std::vector<FollowRun> follows_;
    std::vector<SharingRun> sharings_;
    std::vector<ShootingRun> shootings_;
};

}  // namespace

int run_share_benchmark(const RunOptions& run_options, const ShareSelection& selection) {
    return ShareBenchmark(run_options, selection).run();
}

}  // namespace graze::bench
