// Boxes sorted along one axis, and a sweep along it.
#pragma once

#include <memory>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::inline v1::detail {

std::unique_ptr<BroadPhase> make_sweep_and_prune();

}  // namespace graze::inline v1::detail
