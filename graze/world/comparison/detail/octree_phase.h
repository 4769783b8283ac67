// Boxes in the octants of an octree.
#pragma once

#include <memory>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::inline v1::detail {

std::unique_ptr<BroadPhase> make_octree_phase();

}  // namespace graze::inline v1::detail
