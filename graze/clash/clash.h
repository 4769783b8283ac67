// Finds every clash in an assembly: which parts overlap, contain, touch or come too close to one another?
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/budget.h"
#include "graze/base/file_path.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/clash/rules/rules.h"
#include "graze/mesh/assembly.h"
#include "graze/query/relation/relation.h"

namespace graze::inline v1 {

// Far more than ordinary pairs need, pairs with a million triangles included; see docs/clash.md.
inline constexpr std::uint64_t usual_tests_per_pair = 1'000'000'000;

// Lengths in the unit of the assembly's coordinates.
struct ClashOptions {
    double clearance = 0;  // pairs that are closer are reported, unless rules say otherwise; 0: none
    double touch = 0;      // overlaps no deeper than this count as touching
    // Parts are taken for their triangles: overlaps that the faceting of curved faces, or the rounding of
    // coordinates, explains are clashes. Otherwise they count as touching (see ClashFinding::faceting).
    bool as_tessellated = false;
    // How pairs with a part that is not closed are handled: compared as surfaces, or reported as `undecided`.
    OpenMeshes open_parts = OpenMeshes::as_surfaces;
    // The budget of all queries on one pair. If it is used up, the pair is reported as `undecided`, or with
    // the results so far (see ClashFinding::out_of_budget). Counted in tests, so that reports are the same
    // everywhere; Budget{} is no limit.
    Budget budget_per_pair = Budget::of_tests(usual_tests_per_pair);
    // Bytes that meshes and shapes may take; 0: no limit. Shapes that do not fit are written to files in the
    // folder `cache`, or a temporary one, and are read again. With `keep_cache` the files stay for later
    // runs.
    std::uint64_t memory = 0;
    FilePath cache;
    bool keep_cache = false;
    // A file that grows with the work, so that a killed run can continue; empty: none. A file of another job
    // (see ClashRun::key) is overwritten. The caller removes the file after saving the report.
    FilePath checkpoint;
    bool fresh = false;               // ignore and remove the contents of the checkpoint
    std::optional<ClashShard> shard;  // compare only this share of the pairs
    // Only pairs of a part that matches a pattern of `a` and one that matches a pattern of `b`, in addition
    // to what rules say. All others count as ignored. Throws Error for a side that matches no part.
    std::optional<RuleSides> between{};
    Threads threads{};
    Progress* progress = nullptr;  // cancelling ends the work early; see ClashReport::complete
};

// Compares all pairs of parts whose boxes are close enough, each exactly (see relation). The result is the
// same for any number of threads, apart from ClashReport::run, unless the work is cancelled or a budget of
// time runs out. Reports the stages "building trees" and "comparing parts". Throws Error for options out of
// range.
ClashReport clash(const Assembly& assembly, const ClashOptions& options = {}, const ClashRules& rules = {});
ClashReport clash(const Assembly& assembly, const ClashRules& rules);

}  // namespace graze::inline v1
