// The flag grid of Gottstein 1994 in the experiments of his section 7.1 (tables 7.1 and 7.2).
#pragma once

#include <string>
#include <vector>

#include "bench/harness/report.h"

namespace graze::bench {

struct SeedRow {
    std::string scene;
    std::size_t pairs = 0;             // asked about in each step
    int depth = 0;                     // of the deep grid
    double overlaps = 0;               // found in each step, on average
    std::vector<double> microseconds;  // per step, in the order of the names
};

struct SeedResults {
    std::vector<std::string> method_names;
    std::vector<SeedRow> rows;
    std::vector<std::string> errors;
};

// Times are those of making the movers' flags and asking about all pairs; moving is not in them. The least
// time of each step over `repeats` counts.
SeedResults run_flag_grid_experiment(std::size_t repeats);

std::string seed_sections(const RunOptions& run_options, const SeedResults& results);
nlohmann::ordered_json seed_json(const SeedResults& results);

}  // namespace graze::bench
