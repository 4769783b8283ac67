// The earliest impacts of objects that move during a step.
//
//     const std::vector<graze::ObjectMotion> step{{crate, {here, there}}, {ball, fall}};
//     const auto impacts = graze::earliest_impacts(world, step, {.most = 1});
//     if (!impacts.empty()) ...    // nothing meets before impacts[0].impact.at_least
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/motion.h"
#include "graze/query/sweep/time_of_impact.h"
#include "graze/world/world.h"

namespace graze::inline v1 {

struct ObjectMotion {
    ObjectId object;
    Motion motion;
};

struct WorldImpact {
    ObjectId a, b;  // a has the lower index
    TimeOfImpact impact;
};

struct WorldImpactOptions {
    ImpactOptions impact{};  // for each pair
    std::size_t most =
        std::numeric_limits<std::size_t>::max();  // the earliest so many; others may be left out
    Budget budget_per_pair{};
    Threads threads{};
};

// All pairs of which one object moves, by the earliest time, then by the objects: those that meet, and those
// that the budget left undecided, with the time until which they surely do not. Before all others come pairs
// that have no answer (unsupported: a half-space that turns, say), whose times are NaN. Objects without a
// motion rest. All are as of the last update; those that hibernate meet nothing. Swept boxes tell which pairs
// to compare. Throws Error for an object that is none of the world, or has two motions, and for impact
// options that time_of_impact refuses.
std::vector<WorldImpact> earliest_impacts(const World& world, std::span<const ObjectMotion> motions,
                                          const WorldImpactOptions& options = {});

}  // namespace graze::inline v1
