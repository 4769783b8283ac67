// Rank 0: gives out portions, compares some itself, and collects what all have found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graze/base/progress.h"
#include "graze/clash/distribute/run.h"
#include "messages.h"
#include "worker.h"

namespace graze::mpi {

struct DeadRank {
    int rank = 0;
    std::string reason;  // empty: it did not say
};

struct Outcome {
    std::vector<DeadRank> dead;  // ranks that ended before they were done
    std::size_t missing = 0;     // portions
};

// Returns when everything is compared, the work is cancelled, or a rank is dead. Findings go to `run`.
Outcome coordinate(ClashRun& run, const std::vector<Introduction>& ranks, Progress& progress,
                   const Patience& patience);

}  // namespace graze::mpi
