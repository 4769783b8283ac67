// Whole worlds, from poses to callbacks: the stages of an update, two threads, and ten objects in a closed
// box.
#pragma once

#include <string>
#include <vector>

#include "bench/harness/report.h"

namespace graze::bench {

struct PipelineRow {
    std::string scene;
    std::size_t objects = 0, movers = 0;
    unsigned threads = 1;
    double near_pairs = 0;                  // tested in each update, on average
    std::vector<double> stage_nanoseconds;  // per mover: moved, broad, interest, exact, notified
    double milliseconds = 0;                // per update
};

struct CageRow {
    std::string object;
    std::size_t triangles = 0;
    double queries = 0, touching = 0, responses = 0;  // per step: with boxes that overlap, with contact
    double microseconds = 0;                          // per such query
};

struct PipelineResults {
    std::vector<PipelineRow> rows;
    std::vector<CageRow> cages;
    std::vector<std::string> errors;
};

// Objects: how many the large scenes have. Steps: of each scene.
PipelineResults run_pipeline_experiment(std::size_t objects, std::size_t steps);

std::string pipeline_sections(const RunOptions& run_options, const PipelineResults& results);
nlohmann::ordered_json pipeline_json(const PipelineResults& results);

}  // namespace graze::bench
