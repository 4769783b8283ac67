// What is measured about sliding beside the cost of steps.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "bench/benchmarks.h"

namespace graze::bench {

struct SlidingExperiments {
    std::string text;
    nlohmann::ordered_json table_4_3, methods;
    std::size_t wrong = 0;  // poses of Slider that overlap something
};

// Table 4.3 of Zachmann (2000), and all ways to slide on the same hands, with their largest penetration.
SlidingExperiments sliding_experiments(const RunOptions& run_options, const SlidingSelection& selection);

}  // namespace graze::bench
