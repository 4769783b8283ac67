// Every clash in an assembly: which parts overlap, swallow, touch or come too close to one another?
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "graze/base/budget.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/clash/rules/rules.h"
#include "graze/mesh/assembly.h"
#include "graze/query/relation/relation.h"

namespace graze::inline v1 {

// Far more than ordinary pairs take, those of a million triangles included; see docs/clash.md.
inline constexpr std::uint64_t usual_tests_per_pair = 1'000'000'000;

// Lengths in the unit of the assembly's coordinates.
struct ClashOptions {
    double clearance = 0;  // pairs that are closer are found, unless rules say otherwise; 0: none
    double touch = 0;      // overlaps no deeper than this count as touching
    // Pairs with a part that is not closed: compared as surfaces, or found `undecided`.
    OpenMeshes open_parts = OpenMeshes::as_surfaces;
    // For all that is asked about a pair. Used up: the pair is found `undecided`, or with what is known so
    // far (see ClashFinding::out_of_budget). Counted in tests, so that reports are the same everywhere;
    // Budget{} is no limit.
    Budget budget_per_pair = Budget::of_tests(usual_tests_per_pair);
    // Bytes that meshes and shapes may take; 0: no limit. Shapes that do not fit go to files in the folder
    // `cache`, or a temporary one, and are read again. With `keep_cache` files stay for later runs.
    std::uint64_t memory = 0;
    std::filesystem::path cache;
    bool keep_cache = false;
    // A file that grows with the work, so that a run that was killed goes on where it was; empty: none. It
    // must be of the same job (see ClashRun::key), or is begun anew. Who has the report in a safe place
    // removes it.
    std::filesystem::path checkpoint;
    bool fresh = false;               // what the checkpoint holds is not taken, but removed
    std::optional<ClashShard> shard;  // compares a share of the pairs only
    Threads threads{};
    Progress* progress = nullptr;  // cancelling ends the work early; see ClashReport::complete
};

// Compares all pairs of parts whose boxes are close enough, each exactly (see relation). The same for any
// number of threads, unless it is cancelled or a budget of time runs out, apart from ClashReport::run.
// Reports the stages "building trees" and "comparing parts". Throws Error for options out of range.
ClashReport clash(const Assembly& assembly, const ClashOptions& options = {}, const ClashRules& rules = {});
ClashReport clash(const Assembly& assembly, const ClashRules& rules);

}  // namespace graze::inline v1
