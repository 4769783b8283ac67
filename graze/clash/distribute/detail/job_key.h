// The key of a job. Results of portions may be combined if their keys are equal.
#pragma once

#include <span>

#include "graze/clash/clash.h"
#include "graze/clash/distribute/plan.h"

namespace graze::inline v1::detail {

// Covers everything that influences the findings: the version of graze, names, poses and meshes of the parts
// (`hash_of_part`), the options that count, and the plan with the terms of its pairs, which stand for the
// rules.
ContentHash job_key(const ClashPlan& plan, const ClashOptions& options,
                    std::span<const ContentHash> hash_of_part);

}  // namespace graze::inline v1::detail
