// The parts of an assembly as reports list them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/clash/compare/detail/shape_store.h"
#include "graze/clash/distribute/plan.h"

namespace graze::inline v1::detail {

// Also builds the shapes of meshes with a 1 in `builds`.
std::vector<ClashPart> describe_parts(const ClashPlan& plan, ShapeStore& store,
                                      std::span<const std::uint8_t> builds, const Threads& threads,
                                      Progress* progress);

}  // namespace graze::inline v1::detail
