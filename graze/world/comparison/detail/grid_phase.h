// Boxes in the cells of a uniform grid.
#pragma once

#include <memory>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::inline v1::detail {

std::unique_ptr<BroadPhase> make_grid_phase();

}  // namespace graze::inline v1::detail
