// Hands that take things: what a frame costs, how much of it is collision detection, and how near the shown
// hand is to the best one that a brute search finds.
#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "graze/interact/hand/recorded_hands.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

double grasp_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Its second longest side has this length, and its middle is the origin.
Shape thing_of_size(const std::string& name, std::uint32_t triangles, double side) {
    const Mesh mesh = make_object(name, triangles);
    const Vec3 size = mesh.box().size(), middle = mesh.box().center();
    const double longest = std::max({size.x, size.y, size.z}), shortest = std::min({size.x, size.y, size.z});
    const double second = size.x + size.y + size.z - longest - shortest;
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v = (v - middle) * (side / second);
    return Shape(Mesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}));
}

struct GraspTimes {
    std::vector<double> milliseconds;
    double collision = 0;  // seconds
    std::size_t held = 0, sunk_in = 0;

    double sum() const {
        double sum = 0;
        for (const double ms : milliseconds) sum += ms;
        return sum;
    }
    std::string at(double share) {
        std::ranges::sort(milliseconds);
        const double last = static_cast<double>(milliseconds.size() - 1);
        return fmt::format("{:.3f}", milliseconds[static_cast<std::size_t>(share * last)]);
    }
};

GraspTimes play(const HandModel& hand, const Shape& shape, GraspClass intended, HandFault fault) {
    GraspingTimes clock{grasp_seconds};
    Grasping scene({{shape}}, {.times = &clock});
    scene.add_hand(hand);
    RecordedGraspOptions options;
    options.intended = intended;
    options.fault = fault;
    options.box = shape.box();
    GraspTimes times;
    for (const TrackedHand& tracked : record_grasp(hand, options).frames) {
        const double begin = grasp_seconds();
        const HandFrame& frame = scene.follow(tracked);
        times.milliseconds.push_back(1e3 * (grasp_seconds() - begin));
        if (scene.held(0)) ++times.held;
        if (frame.state != HandState::clasping) continue;
        for (std::size_t link = 0; link < hand_link_count; ++link)
            if (intersects(hand.shape(link), frame.links[link], shape, scene.pose(0))) ++times.sunk_in;
    }
    times.collision = clock.collision;
    return times;
}

// How far the three joints of a finger are from where they should be, in radians.
double off(const FlexVector& flex, const FlexVector& target, std::size_t first) {
    double sum = 0;
    for (std::size_t j = first; j < first + 3; ++j) sum += (flex[j] - target[j]) * (flex[j] - target[j]);
    return std::sqrt(sum);
}

struct BruteForceFinger {
    double shown = 0, best = 0;  // radians from the tracked finger
};

// A fist closes around a thing that does not move. Index and middle finger: all poses of a grid of `steps`
// per joint, from the open finger to the tracked one.
std::vector<BruteForceFinger> compare_with_grid(const Shape& shape, int cuts) {
    const HandModel hand = make_hand();
    Grasping scene({{shape, Pose(), false}});
    scene.add_hand(hand);
    RecordedGraspOptions options;
    options.box = shape.box();
    const RecordedGrasp recorded = record_grasp(hand, options);
    for (std::size_t i = 0; i <= recorded.closed; ++i) scene.follow(recorded.frames[i]);
    const TrackedHand& tracked = recorded.frames[recorded.closed];
    for (int i = 0; i < 20; ++i) scene.follow(tracked);
    const HandFrame& shown = scene.hand(0);
    const FlexVector open = recorded.frames.front().flex;
    std::vector<BruteForceFinger> fingers;
    for (std::size_t finger = 1; finger <= 2; ++finger) {
        const std::size_t first = 3 + 4 * finger;
        BruteForceFinger result{off(shown.flex, tracked.flex, first), 1e9};
        FlexVector flex = shown.flex;
        const auto value = [&](std::size_t joint, int i) {
            return open[joint] + (tracked.flex[joint] - open[joint]) * i / cuts;
        };
        for (int a = 0; a <= cuts; ++a)
            for (int b = 0; b <= cuts; ++b)
                for (int c = 0; c <= cuts; ++c) {
                    flex[first] = value(first, a);
                    flex[first + 1] = value(first + 1, b);
                    flex[first + 2] = value(first + 2, c);
                    const double distance = off(flex, tracked.flex, first);
                    if (distance >= result.best) continue;
                    const HandPoses poses = hand.poses(shown.root, flex);
                    bool free = true;
                    for (const LinkKind kind : {LinkKind::inner, LinkKind::middle, LinkKind::outer}) {
                        const std::size_t link = finger_link(finger, kind);
                        free = free && !intersects(hand.shape(link), poses[link], shape, Pose());
                    }
                    if (free) result.best = distance;
                }
        fingers.push_back(result);
    }
    return fingers;
}

}  // namespace

int run_grasp_benchmark(const RunOptions& run_options, const GraspSelection& selection) {
    const LoadWatch watch;
    const HandModel hand = make_hand();
    Table table({{"thing", Align::left},
                 {"triangles"},
                 {"grasp", Align::left},
                 {"tracker", Align::left},
                 {"ms, mean"},
                 {"median"},
                 {"99 %"},
                 {"most"},
                 {"collision, %"},
                 {"frames held"},
                 {"links that sink in"}});
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    std::size_t wrong = 0;
    for (const char* name :
         {"sphere", "cube", "hyperboloid", "saloon", "truck", "doorlock", "sponge", "chazelle"}) {
        for (const GraspClass intended : {GraspClass::power, GraspClass::precision, GraspClass::push}) {
            const Shape shape =
                thing_of_size(name, selection.triangles, intended == GraspClass::precision ? 17 : 40);
            for (const HandFault fault : {HandFault::none, HandFault::jitter, HandFault::impossible}) {
                GraspTimes times = play(hand, shape, intended, fault);
                wrong += times.sunk_in;
                const double frames = static_cast<double>(times.milliseconds.size()), ms = times.sum();
                const double share = ms > 0 ? 1e5 * times.collision / ms : 0;
                table.add_row({name, fmt::format("{}", shape.mesh().triangle_count()), name_of(intended),
                               name_of(fault), fmt::format("{:.3f}", ms / frames), times.at(0.5),
                               times.at(0.99), times.at(1), fmt::format("{:.0f}", share),
                               fmt::format("{}", times.held), fmt::format("{}", times.sunk_in)});
                json.push_back({{"thing", name},
                                {"triangles", shape.mesh().triangle_count()},
                                {"grasp", name_of(intended)},
                                {"tracker", name_of(fault)},
                                {"frames", times.milliseconds.size()},
                                {"ms_mean", ms / frames},
                                {"ms_most", times.milliseconds.back()},
                                {"collision_percent", share},
                                {"frames_held", times.held},
                                {"links_that_sink_in", times.sunk_in}});
            }
        }
    }
    Table best(
        {{"thing", Align::left}, {"finger", Align::left}, {"shown: radians off"}, {"best of the grid"}});
    nlohmann::ordered_json grid = nlohmann::ordered_json::array();
    for (const char* name : {"sphere", "hyperboloid", "saloon", "truck"}) {
        const auto fingers =
            compare_with_grid(thing_of_size(name, 2000, 40), static_cast<int>(selection.grid));
        for (std::size_t i = 0; i < fingers.size(); ++i) {
            best.add_row({name, name_of_finger(i + 1), fmt::format("{:.3f}", fingers[i].shown),
                          fmt::format("{:.3f}", fingers[i].best)});
            grid.push_back({{"thing", name},
                            {"finger", name_of_finger(i + 1)},
                            {"shown", fingers[i].shown},
                            {"best", fingers[i].best}});
        }
    }
    publish(
        "grasp", run_options, watch,
        section_text(run_options, "Frames of hands that take things: thread processor time", table) +
            section_text(run_options,
                         "How far fingers are from the tracked ones, and the best free pose of a grid", best),
        {{"hands", json}, {"grid", grid}});
    return wrong == 0 ? 0 : 2;
}

}  // namespace graze::bench
