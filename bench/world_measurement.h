// One broad phase in one scene: answers checked, time taken.
#pragma once

#include <functional>

#include "bench/methods/broad_phase_method.h"
#include "bench/scenes/box_answers.h"
#include "bench/world_report.h"

namespace graze::bench {

struct WorldLimits {
    std::size_t steps = 300;
    std::size_t repeats = 1;  // the least time of each step counts
    double seconds = 10;      // after which a method's run in one scene ends with the step it is in
    double set_up_seconds = 30;
};

// Milliseconds of every step that was done, from the set-up or the last step to the pairs; making the motion
// and checking the answers is not in them.
struct WorldRun {
    std::vector<double> milliseconds;
    std::optional<WrongAnswer> wrong;  // of this method or of one that was here before
};
WorldRun run_in_world(BroadPhaseMethod& method, const MovingBoxesOptions& scene, const WorldLimits& limits,
                      BoxAnswers& answers);

// Whether a method, by its number, takes part in a scene; if not, whether because it would take too long.
enum class Participation { yes, no, too_long };
using TakesPart = std::function<Participation(std::size_t method, const MovingBoxesOptions& scene)>;

// All methods in one scene. Wrong answers are added to `errors`.
WorldRow measure_world(const BroadPhaseMethods& methods, const MovingBoxesOptions& scene,
                       const WorldLimits& limits, const TakesPart& takes_part,
                       std::vector<std::string>& errors);

}  // namespace graze::bench
