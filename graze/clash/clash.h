// Every clash in an assembly: which parts overlap, swallow, touch or come too close to one another?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/finding.h"
#include "graze/clash/rules.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/content_hash.h"
#include "graze/query/relation.h"

namespace graze::inline v1 {

// Lengths in the unit of the assembly's coordinates.
struct ClashSettings {
    double clearance = 0;  // pairs that are closer are found, unless rules say otherwise; 0: none
    double touch = 0;      // overlaps no deeper than this count as touching
    // Pairs with a part that is not closed: compared as surfaces, or found `undecided`.
    OpenMeshes open_parts = OpenMeshes::as_surfaces;
    // For deciding the relation of a pair; used up: the pair is found `undecided`.
    Budget budget_per_pair{};
    Threads threads{};
    Progress* progress = nullptr;  // cancelling ends the work early; see ClashReport::complete
};

struct ClashPart {
    std::string path;
    std::uint64_t triangles = 0;
    bool closed = true;  // encloses a solid; if not, the edges that keep it from that (see ClosedSurface)
    std::uint64_t open_edges = 0, inconsistent_edges = 0;
    std::string why_not_closed;  // "4 open edges, the first at triangle 0 from ..."
    ContentHash hash;            // of its mesh
    Pose world_from_part;
    Box box;  // in the world

    friend bool operator==(const ClashPart&, const ClashPart&) = default;
};

// Of pairs of parts.
struct ClashCounts {
    std::uint64_t pairs = 0;           // the sum of all that follow
    std::uint64_t apart_by_boxes = 0;  // their boxes in the world are far enough apart
    std::uint64_t ignored = 0;         // by rules, of those with boxes close to each other
    std::uint64_t apart = 0;           // found far enough apart by a closer look
    std::uint64_t clash = 0;
    std::uint64_t inside = 0;  // either in the other
    std::uint64_t clearance = 0;
    std::uint64_t touch = 0;
    std::uint64_t allowed = 0;       // overlapping or inside, as rules allow; not counted there
    std::uint64_t undecided = 0;     // out of budget, or not closed where that is refused
    std::uint64_t not_compared = 0;  // cancelled before

    std::uint64_t clashes() const { return clash + inside; }
    friend bool operator==(const ClashCounts&, const ClashCounts&) = default;
};

struct ClashReport {
    std::vector<ClashPart> parts;        // as in the assembly
    std::vector<ClashFinding> findings;  // worst first
    ClashCounts counts;
    std::optional<double> metres_per_unit;

    // False: cancelled, or some pair undecided. What was found is true, but may not be all.
    bool complete() const { return counts.undecided == 0 && counts.not_compared == 0; }
};

// Compares all pairs of parts whose boxes are close enough, each exactly (see relation). The same for any
// number of threads, unless it is cancelled or a budget of time runs out. Reports the stages "building trees"
// and "comparing parts". Throws Error for settings out of range.
ClashReport clash(const Assembly& assembly, const ClashSettings& settings = {}, const ClashRules& rules = {});

}  // namespace graze::inline v1
