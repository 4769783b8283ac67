// Parts of an assembly that move along a path: what do they hit, and how close do they come to the rest?
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/motion.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/assembly.h"
#include "graze/query/sweep/least_distance.h"
#include "graze/query/sweep/time_of_impact.h"

namespace graze::inline v1 {

// Poses of a recorded path: step i is at time i. Between two poses, the origin of the path's frame moves
// straight and the rotation evenly. At a step a part is at path[i] * world_from_part. Throws Error for less
// than two poses.
Motion motion_along(std::span<const Pose> path, const Pose& world_from_part);

struct PartSweepOptions {
    // Coming closer than this counts as found, too. Pairs that are closer at the start are judged by contact.
    double clearance = 0;
    std::uint32_t samples_per_step = 4;  // of the clearance along the path
    bool measure = true;                 // whether the clearance along the path is wanted at all
    Budget budget_per_pair{};
    Threads threads{};
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
};

// A moving part and one that rests; indices into the assembly's parts.
struct SweptPair {
    std::size_t moving = 0, resting = 0;
    TimeOfImpact impact;
    bool close_at_start = false;  // closer than the clearance at the start
};

struct ClearanceSample {
    double step = 0;
    double distance = std::numeric_limits<double>::infinity();
    std::size_t moving = 0, resting = 0;  // the closest two
};

struct LeastClearance {
    std::size_t moving = 0, resting = 0;
    LeastDistance distance;  // certain over the whole path, not only at samples
};

struct PartSweep {
    std::vector<SweptPair> met;              // by time, then by parts; the first is the first contact
    std::vector<SweptPair> undecided;        // the budget was used up: nothing is met before at_least
    std::vector<ClearanceSample> clearance;  // along the path; empty if not wanted or nothing rests
    std::optional<LeastClearance> least;     // none if not wanted or nothing rests
    std::uint64_t pairs = 0, apart_by_boxes = 0;
};

// The parts in `moving` move together along the path; they are not compared with each other. Certain, as
// time_of_impact and least_distance are. The same for any number of threads.
PartSweep sweep_parts(const Assembly& assembly, std::span<const std::size_t> moving,
                      std::span<const Pose> path, const PartSweepOptions& options = {});

}  // namespace graze::inline v1
