// Every placed box against every other one.
#pragma once

#include <memory>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::inline v1::detail {

std::unique_ptr<BroadPhase> make_all_pairs_phase();

}  // namespace graze::inline v1::detail
