// A rank that compares what it is given.
#pragma once

#include <chrono>
#include <vector>

#include "graze/base/progress.h"
#include "graze/clash/distribute/run.h"
#include "messages.h"

namespace graze::mpi {

// How often ranks say that they are alive, and how long they may be silent.
struct Patience {
    std::chrono::milliseconds between_signs{500};
    std::chrono::seconds silence{60};
};

// Returns when there is no more work. Ends the process if the coordinator is gone or silent for too long.
void work(ClashRun& run, const std::vector<Introduction>& ranks, Progress& progress,
          const Patience& patience);

}  // namespace graze::mpi
