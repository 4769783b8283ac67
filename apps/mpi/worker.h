// A rank that compares what it is given.
#pragma once

#include <chrono>

#include "graze/base/progress.h"
#include "graze/clash/run.h"

namespace graze::mpi {

// How often ranks say that they are alive, and how long they may be silent.
struct Patience {
    std::chrono::milliseconds between_signs{500};
    std::chrono::seconds silence{60};
};

// Until there is no more work. Throws Error if the coordinator is silent for too long.
void work(ClashRun& run, Progress& progress, const Patience& patience);

}  // namespace graze::mpi
