// The benchmarks of graze-bench. Each prints its tables, writes JSON and plots, and returns the exit code: 0,
// or 2 if methods that claim to be exact disagree.
#pragma once

#include <string>

#include "bench/harness/report.h"

namespace graze::bench {

struct PairSelection {
    std::string scene;   // empty: all
    std::string method;  // only methods whose name contains this; empty: all
};

// Two triangles: graze, the seeds' tests and the peers.
int run_pair_benchmark(const Settings& settings, const PairSelection& selection);

// Table 3.1 of Zachmann 2000 with today's numbers, and where its break-even lies now.
int run_table31_benchmark(const Settings& settings);

}  // namespace graze::bench
