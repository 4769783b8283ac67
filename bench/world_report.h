// What the benchmark of broad phases found, and how it is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "bench/harness/report.h"
#include "bench/scenes/moving_boxes.h"

namespace graze::bench {

enum class WorldOutcome {
    left_out,  // it did not take part
    too_long,  // it was not even set up in time, or would not have been
    wrong,     // it gave a wrong answer: its times do not count
    measured
};

// One method in one scene.
struct WorldTime {
    WorldOutcome outcome = WorldOutcome::left_out;
    std::size_t steps = 0;  // done
    double mean = 0;        // milliseconds per step, as the next two
    double first = 0;       // over the first ten steps
    double last = 0;        // over the last ten

    bool took_part() const { return outcome != WorldOutcome::left_out; }
    bool counts() const { return outcome == WorldOutcome::measured; }
};

// Means of what each step took, in milliseconds. No step at all took too long.
WorldTime world_time(const std::vector<double>& milliseconds);

// All methods in one scene.
struct WorldRow {
    MovingBoxesOptions scene;
    double overlaps_per_box = 0;   // measured
    std::vector<WorldTime> times;  // in the order of the names
};

struct WorldResults {
    std::vector<std::string> method_names;
    std::vector<Tone> method_tones;
    std::size_t steps = 0;  // asked for
    std::vector<WorldRow> rows;
    // 100 000 boxes of which one in a hundred moves, beside the same where all do.
    std::optional<WorldRow> few_movers, all_movers;
    std::optional<WorldRow> one_mover;  // among 500 (Zachmann 2000, 3.8.5)
    std::vector<WorldRow> growing;      // graze's kinds at constant density (Zachmann 2000, 3.8.6)
    std::vector<WorldRow> choices;      // graze's kinds, where many and where few move: which one is best?
    // Milliseconds per step of each of graze's kinds, a mean for each thousand steps.
    std::vector<std::pair<std::string, std::vector<double>>> endurance;
    std::vector<std::string> errors;
};

// The method with the given tone that took least; none if none of them took part to the end.
std::optional<std::size_t> fastest(const WorldResults& results, const WorldRow& row, Tone tone);

// How many times as fast as the fastest peer graze's tree, the first method, is wanted to be; 0 if nobody
// said.
double wanted_ratio(std::size_t objects);

// The tables and the content of the JSON.
std::string world_sections(const RunOptions& run_options, const WorldResults& results);
nlohmann::ordered_json world_json(const WorldResults& results);
// The same after a run of some parts (--only): parts that it left out are those of the file that was there.
// `parts` says of each by which command it was measured, on which machine, and what was wrong. `head` is that
// of this run; `earlier` may be null.
nlohmann::ordered_json with_earlier_parts(nlohmann::ordered_json json, const nlohmann::ordered_json& head,
                                          const nlohmann::ordered_json& earlier);
// Time per object and step over the number of objects, at one overlap per box and one size.
std::string world_plot(const WorldResults& results, const std::string& remark);
// The same for graze's kinds from ten objects on.
std::string growth_plot(const WorldResults& results, const std::string& remark);

}  // namespace graze::bench
