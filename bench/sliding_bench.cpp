// Parts that hands of every kind move through a gearbox: what a step costs, and how far the part gets. Beside
// it, sliding as Zachmann (2000, 4.5.4) has it, with the steps that took the part through something.
#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/sliding_experiments.h"
#include "graze/base/error.h"
#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/backtracking_slider.h"
#include "graze/interact/sliding/slider.h"
#include "graze/models/captives.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox_motions.h"
#include "graze/models/hands.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

double thread_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct HeldScene {
    std::string name;
    std::vector<PlacedShape> part, obstacles;
    Vec3 centre;
    double size = 0;
};

HeldScene held_scene(const std::string& name, const Assembly& assembly,
                     const std::vector<std::size_t>& held) {
    HeldScene scene{name, {}, {}, {}, 0};
    std::map<const Mesh*, Shape> shapes;
    Box box;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const Part& part = assembly.parts[i];
        const auto [shape, added] = shapes.try_emplace(part.mesh.get());
        if (added) shape->second = Shape(*part.mesh);
        const bool moves = std::ranges::find(held, i) != held.end();
        (moves ? scene.part : scene.obstacles).push_back({shape->second, part.world_from_part});
        if (moves) box.grow(part.world_from_part(part.mesh->box()));
    }
    scene.centre = box.center();
    scene.size = length(box.size());
    return scene;
}

bool collides(const HeldScene& scene, const Pose& pose, std::span<const StartingContact> starting) {
    for (std::size_t h = 0; h < scene.part.size(); ++h) {
        for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
            const bool ignored = std::ranges::any_of(
                starting, [&](const StartingContact& s) { return s.held == h && s.obstacle == o; });
            if (!ignored && intersects(scene.part[h].shape, pose * scene.part[h].pose,
                                       scene.obstacles[o].shape, scene.obstacles[o].pose))
                return true;
        }
    }
    return false;
}

// Of the steps of one hand.
struct StepTimes {
    std::vector<double> ms;
    double behind = 0;        // distance from the hand, summed
    std::size_t through = 0;  // steps whose way collides at one of some places
    double looks = 0;

    std::string row(double share) const {
        std::vector<double> sorted = ms;
        std::ranges::sort(sorted);
        return fmt::format(
            "{:.3f}", sorted[std::min(sorted.size() - 1,
                                      static_cast<std::size_t>(share * static_cast<double>(sorted.size())))]);
    }
    double mean() const {
        return std::accumulate(ms.begin(), ms.end(), 0.0) / static_cast<double>(ms.size());
    }
};

StepTimes god_object(const HeldScene& scene, const Path& hand) {
    StepTimes times;
    Slider slider(scene.part, scene.obstacles);
    for (const Pose& wanted : hand) {
        const double before = thread_milliseconds();
        const SlidingStep step = slider.follow(wanted);
        times.ms.push_back(thread_milliseconds() - before);
        times.behind += length(step.to_hand);
        times.looks += step.looks;
        times.through += collides(scene, step.pose, slider.starting_contacts());
    }
    return times;
}

StepTimes backtracking(const HeldScene& scene, const Path& hand) {
    StepTimes times;
    BacktrackingSlider slider(scene.part, scene.obstacles);
    for (const Pose& wanted : hand) {
        const Pose from = slider.pose();
        const double before = thread_milliseconds();
        slider.follow(wanted);
        times.ms.push_back(thread_milliseconds() - before);
        times.behind += length(slider.pose()(scene.centre) - wanted(scene.centre));
        // The way that it did not test, if it went straight.
        const Motion way = Motion::straight(from, slider.pose(), scene.centre);
        bool through = false;
        for (int i = 1; i < 16 && !through; ++i) through = collides(scene, way.at(i / 16.0), {});
        times.through += through;
    }
    return times;
}

}  // namespace

int run_sliding_benchmark(const RunOptions& run_options, const SlidingSelection& selection) {
    const LoadWatch watch;
    std::vector<HeldScene> scenes;
    Assembly captives;
    for (const Captive& c : add_captives(captives)) scenes.push_back(held_scene(c.what, captives, {c.part}));
    const Gearbox gearbox = make_gearbox({.triangles = selection.triangles, .clean = true});
    const std::vector<TakenOut> motions = gearbox_motions(gearbox);
    if (!motions.empty())
        scenes.push_back(held_scene(fmt::format("lid and screws, gearbox of {} triangles", gearbox.triangles),
                                    gearbox.assembly, motions[0].parts));

    Table table({{"part", Align::left},
                 {"hand", Align::left},
                 {"ms, mean"},
                 {"median"},
                 {"99 %"},
                 {"most"},
                 {"looks"},
                 {"behind, % of size"},
                 {"poses that collide"},
                 {"backtracking: ms, mean"},
                 {"99 %"},
                 {"behind"},
                 {"ways that collide"}});
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    std::size_t wrong = 0;
    for (const HeldScene& scene : scenes) {
        for (const HandStyle style : hand_styles) {
            const Path hand = hand_path({style, selection.steps, scene.size, selection.seed}, scene.centre);
            const StepTimes ours = god_object(scene, hand), theirs = backtracking(scene, hand);
            wrong += ours.through;
            const double steps = static_cast<double>(hand.size()), percent = 100 / scene.size / steps;
            table.add_row({scene.name, name_of(style), fmt::format("{:.3f}", ours.mean()), ours.row(0.5),
                           ours.row(0.99), ours.row(1), fmt::format("{:.1f}", ours.looks / steps),
                           fmt::format("{:.1f}", ours.behind * percent), fmt::format("{}", ours.through),
                           fmt::format("{:.3f}", theirs.mean()), theirs.row(0.99),
                           fmt::format("{:.1f}", theirs.behind * percent),
                           fmt::format("{}", theirs.through)});
            json.push_back({{"part", scene.name},
                            {"hand", name_of(style)},
                            {"steps", hand.size()},
                            {"ms_mean", ours.mean()},
                            {"behind_percent", ours.behind * percent},
                            {"poses_that_collide", ours.through},
                            {"backtracking_ms_mean", theirs.mean()},
                            {"backtracking_behind_percent", theirs.behind * percent},
                            {"backtracking_ways_that_collide", theirs.through}});
        }
    }
    const SlidingExperiments more = sliding_experiments(run_options, selection);
    publish("sliding", run_options, watch,
            section_text(run_options, "Steps of held parts: thread processor time", table) + more.text,
            {{"hands", json}, {"table_4_3", more.table_4_3}, {"methods", more.methods}});
    wrong += more.wrong;
    return wrong == 0 ? 0 : 2;
}

}  // namespace graze::bench
