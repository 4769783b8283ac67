// What the benchmark of rays found, and how it is told.
#pragma once

#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "bench/harness/report.h"

namespace graze::bench {

struct RayMethodResult {
    double first_nanoseconds = 0, any_nanoseconds = 0;  // per ray
    // Rays whose nearest triangle is another one, or none, or of which it is not known that they hit
    // anything.
    std::size_t wrong_first = 0, wrong_any = 0;
};

// One kind of rays at one object.
struct RayRow {
    std::string object, rays;
    std::size_t triangles = 0, count = 0, hits = 0;
    std::size_t checked = 0;               // with every triangle asked by itself
    std::vector<RayMethodResult> methods;  // in the order of the names
};

struct RayResults {
    std::vector<std::string> method_names;
    std::vector<Tone> method_tones;
    std::vector<RayRow> rows;
};

// The geometric mean over all rows of method `a`'s time by that of method `b`.
double mean_ratio(const RayResults& results, std::size_t a, std::size_t b,
                  double RayMethodResult::* nanoseconds);

void report(const RunOptions& run_options, const RayResults& results, const Disturbance& disturbance);

}  // namespace graze::bench
