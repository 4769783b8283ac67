// Friction at the contacts that hold a part back.
#pragma once

#include <span>
#include <vector>

#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/detail/constraints.h"
#include "graze/interact/sliding/detail/least_constraint.h"

namespace graze::inline v1::detail {

// The motion with Coulomb's law at the active planes: each holds the point of the part that is on it, across
// the normal, as long as the force for that is at most `coefficient` times its push; else the point slips
// and is pulled back with that much. `frictionless` is the answer without friction. Returns no motion where
// the planes allow none.
Vector6 with_friction(const BodyMetric& metric, const Pose& world_from_part,
                      std::span<const SlidingPlane> planes, std::vector<HalfSpace6>& half_spaces,
                      const NearestPoint6& frictionless, const Vector6& from, double coefficient,
                      double tolerance);

}  // namespace graze::inline v1::detail
