// Every clash in an assembly: which parts overlap, lie inside one another, or touch?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/assembly.h"
#include "graze/query/intersect.h"
#include "graze/query/relation.h"

namespace graze::inline v1 {

struct ClashOptions {
    // Pairs with a part that is not closed: compared as surfaces, or found `not_closed`.
    OpenMeshes open_parts = OpenMeshes::as_surfaces;
    Budget budget_per_pair{};  // used up: the pair is found `undecided`
    Threads threads{};
    Progress* progress = nullptr;  // cancelling ends the work early; see ClashReport::complete
};

struct ClashPart {
    std::string path;
    std::uint64_t triangles = 0;
    bool closed = true;  // encloses a solid; if not, the edges that keep it from that (see ClosedSurface)
    std::uint64_t open_edges = 0, inconsistent_edges = 0;
    std::string why_not_closed;  // "4 open edges, the first at triangle 0 from ..."
};

// Two parts that are not apart.
struct ClashFinding {
    std::size_t a = 0, b = 0;                // indices into ClashReport::parts, a < b
    Relation relation = Relation::touching;  // anything but apart
    std::optional<Witness> witness;  // two triangles with a common point in the world, if surfaces meet
};

// Overlapping, or one inside the other: what is impossible for things made of matter.
bool is_clash(Relation r);

struct ClashCounts {
    std::uint64_t pairs = 0;           // of parts; the sum of all that follow
    std::uint64_t apart_by_boxes = 0;  // their boxes in the world do not overlap
    std::uint64_t apart = 0;           // found apart by a closer look
    std::uint64_t touching = 0;
    std::uint64_t overlapping = 0;
    std::uint64_t inside = 0;  // either in the other
    std::uint64_t not_closed = 0;
    std::uint64_t undecided = 0;     // out of budget
    std::uint64_t not_compared = 0;  // cancelled before

    std::uint64_t clashes() const { return overlapping + inside; }
    friend bool operator==(const ClashCounts&, const ClashCounts&) = default;
};

struct ClashReport {
    std::vector<ClashPart> parts;  // as in the assembly
    // Overlapping first, then inside, undecided, not closed and touching; then by a and b.
    std::vector<ClashFinding> findings;
    ClashCounts counts;
    std::optional<double> metres_per_unit;

    // False: cancelled, or some pair out of budget. What was found is true, but may not be all.
    bool complete() const { return counts.undecided == 0 && counts.not_compared == 0; }
};

// Compares all pairs of parts whose boxes overlap, each exactly (see relation). The same for any number of
// threads, unless it is cancelled or a budget of time runs out. Reports the stages "building trees" and
// "comparing parts".
ClashReport clash(const Assembly& assembly, const ClashOptions& options = {});

}  // namespace graze::inline v1
