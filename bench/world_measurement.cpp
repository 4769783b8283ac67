#include "bench/world_measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bench/harness/timing.h"

namespace graze::bench {

WorldRun run_in_world(BroadPhaseMethod& method, const MovingBoxesOptions& scene, const WorldLimits& limits,
                      BoxAnswers& answers) {
    WorldRun run;
    std::vector<IdPair> pairs;
    double spent = 0;
    for (std::size_t repeat = 0; repeat < limits.repeats && spent < limits.seconds; ++repeat) {
        MovingBoxes boxes(scene);
        if (!method.set_up(boxes.boxes(), boxes.world(), Deadline(limits.set_up_seconds))) break;
        for (std::size_t step = 0; step < limits.steps && (spent < limits.seconds || step == 0); ++step) {
            const std::span<const NumberedBox> moved = boxes.step();
            pairs.clear();
            const double nanoseconds = nanoseconds_of([&] { method.step(moved, pairs); });
            spent += nanoseconds * 1e-9;
            if (auto wrong = answers.check(step, method.name(), boxes.boxes(), moved, pairs)) {
                run.wrong = std::move(wrong);
                if (run.wrong->method == method.name()) return run;
            }
            if (step == run.milliseconds.size()) run.milliseconds.push_back(nanoseconds * 1e-6);
            run.milliseconds[step] = std::min(run.milliseconds[step], nanoseconds * 1e-6);
        }
    }
    return run;
}

WorldRow measure_world(const BroadPhaseMethods& methods, const MovingBoxesOptions& scene,
                       const WorldLimits& limits, const TakesPart& takes_part,
                       std::vector<std::string>& errors) {
    WorldRow row;
    row.scene = scene;
    row.times.resize(methods.size());
    BoxAnswers answers;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const Participation participation = takes_part(m, scene);
        if (participation == Participation::too_long) row.times[m].outcome = WorldOutcome::too_long;
        if (participation != Participation::yes) continue;
        const WorldRun run = run_in_world(*methods[m], scene, limits, answers);
        methods[m]->clear();
        row.times[m] = world_time(run.milliseconds);
        if (!run.wrong) continue;
        errors.push_back(fmt::format("{} ({:g} overlaps per box, {})", run.wrong->sentence,
                                     scene.overlaps_per_box, name(scene.sizes)));
        for (std::size_t i = 0; i <= m; ++i)
            if (methods[i]->name() == run.wrong->method) row.times[i].outcome = WorldOutcome::wrong;
    }
    row.overlaps_per_box =
        2 * answers.mean_pairs() / static_cast<double>(std::max<std::size_t>(1, scene.objects));
    return row;
}

}  // namespace graze::bench
