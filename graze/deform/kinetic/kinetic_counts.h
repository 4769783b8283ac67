// What a kinetic hierarchy had to do.
#pragma once

#include <cstdint>

#include "graze/base/platform.h"

namespace graze::inline v1 {

struct KineticCounts {
    std::uint64_t steps = 0;         // straight flights of all vertices
    std::uint64_t leaf_events = 0;   // a vertex of a leaf overtook the one on a side
    std::uint64_t tree_events = 0;   // the vertex of one child overtook that of the other
    std::uint64_t updates = 0;       // sides that got another vertex, ancestors of events included
    std::uint64_t redirections = 0;  // of a vertex: flight plans that changed during a step
    std::uint64_t certificates = 0;  // of which the time of failure was computed
    std::uint64_t batches = 0;       // of simultaneous events

    std::uint64_t events() const { return leaf_events + tree_events; }
};

}  // namespace graze::inline v1
