// When do two moving solids first share volume? From their spheres (Weller 2012, 5.3.5).
#pragma once

#include "graze/base/motion.h"
#include "graze/spheres/proximity/proximity.h"

namespace graze::inline v1 {

struct SphereImpactOptions {
    // The spheres count as touching when they are this near, as a part of the size of the smaller solid's
    // sphere tree. Must be positive.
    double tolerance = 1e-4;
    Budget budget{};  // in balls tested
};

struct SphereImpact {
    Answer hit = Answer::no;
    // No spheres touch before this time: the first time at which some come as near as the tolerance, or the
    // end. The solids, which are larger than their spheres, may meet a little earlier, never later. If the
    // budget was used up, the time up to which nothing was found.
    double time = 0;
    Contact contact;  // of the two spheres at that time, if there was a hit
    std::uint64_t steps = 0, tests = 0;
    QueryStatus status = QueryStatus::complete;
};

// The whole of both motions, from the earlier begin to the later end. For any motion, turning ones too: the
// gap between the spheres is measured, and the time goes on as far as the motions cannot close it. (The
// source has centres that move straight within a step, and quadratic equations.) Both shapes are closed
// meshes.
SphereImpact sphere_time_of_impact(const Shape& a, const SphereTree& tree_a, const Motion& motion_a,
                                   const Shape& b, const SphereTree& tree_b, const Motion& motion_b,
                                   const SphereImpactOptions& options = {});
SphereImpact sphere_time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                   const Motion& motion_b, const SphereImpactOptions& options = {});

}  // namespace graze::inline v1
