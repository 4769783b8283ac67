// Which spheres of a node go to which of its children.
#pragma once

#include <cstdint>
#include <span>

#include "graze/base/threads.h"
#include "graze/spheres/sphere.h"
#include "graze/spheres/tree/sphere_tree.h"

namespace graze::inline v1::detail {

struct ClusterOptions {
    std::uint32_t count = 4;  // of clusters
    SpherePartition partition = SpherePartition::neural_gas;
    std::uint32_t most_rounds = 40;
    std::uint64_t seed = 0;
};

// Writes the number of its cluster for each sphere, below `options.count`. At least two clusters have
// spheres, and none has nearly all of them, if there are two spheres or more. The same for any number of
// threads.
void cluster_spheres(std::span<const Sphere> spheres, const ClusterOptions& options, const Threads& threads,
                     std::span<std::uint8_t> cluster);

// exp(-x) for x >= 0, to about 1e-14, without libm.
double exp_of_minus(double x);

}  // namespace graze::inline v1::detail
