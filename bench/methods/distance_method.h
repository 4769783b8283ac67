// One way to find out how far two meshes are apart, made comparable with the others.
#pragma once

#include <memory>
#include <vector>

#include "bench/methods/copies_method.h"

namespace graze::bench {

class DistanceMethod : public CopiesMethod {
  public:
    using CopiesMethod::CopiesMethod;

    // Timed: sets the pose and asks.
    virtual double distance_at(std::size_t pose) = 0;
};

using DistanceMethods = std::vector<std::unique_ptr<DistanceMethod>>;

std::unique_ptr<DistanceMethod> graze_distance_method();
// With a cache that lives from one query to the next, and from one prepare() to the next.
std::unique_ptr<DistanceMethod> graze_cached_distance_method();
// Peers that were found when the benchmark was built.
DistanceMethods peer_distance_methods();

// Built only where the peer is installed.
DistanceMethods fcl_distance_methods();

}  // namespace graze::bench
