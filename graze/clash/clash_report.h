// The results of a clash search in an assembly, and how they were found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/base/skipped.h"
#include "graze/clash/finding.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/content_hash.h"
#include "graze/query/relation/relation.h"

namespace graze::inline v1 {

// A file that parts came from; see note_files.
struct ClashFile {
    std::string file, format;
    bool single_precision = false;
    std::uint64_t part_count = 0;
    std::vector<Skipped> skipped;  // elements that did not become part of a mesh
    // As it was read, and as the file says it. None: not known; the file does not say it.
    std::optional<double> metres_per_unit{}, stated_unit{};
    bool turned = false;  // to the upward axis of the files before it
    friend bool operator==(const ClashFile&, const ClashFile&);
};

struct ClashPart {
    std::string path;
    std::optional<std::size_t> file;  // index into ClashReport::files
    std::uint64_t triangles = 0;
    bool closed = true;          // encloses a solid
    std::string why_not_closed;  // "4 open edges, the first at triangle 0 from ..."
    ContentHash hash;            // of the mesh, without names: see geometry_hash
    Pose world_from_part;
    Box box;                              // in world coordinates
    std::vector<Attribute> attributes{};  // as in Part
    // What tables call it: the end of the path that no other part shares (docs/clash.md, "Names"). Empty in
    // reports that were not made by clash().
    std::string name{};
    // As in Part; places in world coordinates. Findings no larger than its moved_by() may come from it.
    std::optional<StitchReport> stitched{};

    // The name, or the path where there is none.
    const std::string& shown() const { return name.empty() ? path : name; }

    friend bool operator==(const ClashPart&, const ClashPart&);
};

// Numbers of pairs of parts.
struct ClashCounts {
    std::uint64_t pairs = 0;           // the sum of all that follow
    std::uint64_t apart_by_boxes = 0;  // boxes in the world are far enough apart
    std::uint64_t ignored = 0;         // ignored by rules, of those with boxes close to each other
    std::uint64_t apart = 0;           // far enough apart by an exact test
    std::uint64_t clash = 0;
    std::uint64_t inside = 0;  // one part in the other
    std::uint64_t clearance = 0;
    std::uint64_t touch = 0;
    std::uint64_t allowed = 0;       // overlapping or inside, as rules allow; not counted there
    std::uint64_t undecided = 0;     // out of budget before a decision, or not closed where that is refused
    std::uint64_t not_compared = 0;  // cancelled before

    std::uint64_t clashes() const { return clash + inside; }
    friend bool operator==(const ClashCounts&, const ClashCounts&) = default;
};

// Patterns of parts, as in rules: any of them.
struct RuleSides {
    std::vector<std::string> a, b;
    friend bool operator==(const RuleSides&, const RuleSides&);
};

// Those of ClashOptions that influence the findings.
struct UsedOptions {
    double clearance = 0, touch = 0;
    OpenMeshes open_parts = OpenMeshes::as_surfaces;
    std::optional<std::uint64_t> budget{};  // tests per pair; none: no limit
    std::optional<RuleSides> between{};     // only pairs of a part of `a` and one of `b`
    bool as_tessellated = false;
    friend bool operator==(const UsedOptions&, const UsedOptions&);
};

// A rule that matches no two parts: most likely a mistyped name.
struct UnusedRule {
    std::uint32_t line = 0;  // from 1
    std::string text;
    friend bool operator==(const UnusedRule&, const UnusedRule&);
};
struct UsedRules {
    std::string file;
    std::vector<UnusedRule> unused;
    friend bool operator==(const UsedRules&, const UsedRules&);
};

// A clash or too narrow a gap of an earlier run that no longer exists.
struct ResolvedFinding {
    ClashFinding finding;  // the earlier finding; its a and b are 0
    std::string path_a, path_b;
    std::optional<std::size_t> part_a, part_b;  // the parts now; none: the part is gone
    friend bool operator==(const ResolvedFinding&, const ResolvedFinding&);
};
struct BaselineSummary {
    std::string file;
    std::uint64_t added = 0, changed = 0, same = 0;  // findings; see ClashFinding::status
    std::vector<ResolvedFinding> resolved;           // worst first
    friend bool operator==(const BaselineSummary&, const BaselineSummary&);
};

// One of several runs that share the pairs of an assembly among them.
struct ClashShard {
    std::uint32_t number = 1, count = 1;  // number from 1
    friend bool operator==(const ClashShard&, const ClashShard&) = default;
};

// Data that may differ between runs with the same findings.
struct RunFacts {
    double seconds = 0;
    std::uint32_t threads = 1;
    std::string version;  // of graze
    std::optional<ClashShard> shard;
    std::string job;            // equal for runs that share one job, as shards do
    std::uint64_t share = 0;    // pairs that this run had to compare
    std::uint64_t resumed = 0;  // number of these taken from a checkpoint
    friend bool operator==(const RunFacts&, const RunFacts&);
};

struct ClashReport {
    std::vector<ClashFile> files;        // empty: the assembly was not read from files
    std::vector<ClashPart> parts;        // as in the assembly
    std::vector<ClashFinding> findings;  // worst first
    ClashCounts counts;
    std::optional<double> metres_per_unit;
    UsedOptions options;
    std::optional<UsedRules> rules;           // none: no rules
    std::optional<BaselineSummary> baseline;  // none: not compared with an earlier run
    // Sentences about the input that a reader should know: its size looks wrong, a file was turned. Whoever
    // read it adds them.
    std::vector<std::string> remarks{};
    RunFacts run;

    // Number of findings, other than `undecided`, that lack figures because the budget was used up.
    std::uint64_t cut_short() const;
    // False: cancelled, some pair undecided, or figures missing. The findings are true, but some may be
    // missing.
    bool complete() const { return counts.undecided == 0 && counts.not_compared == 0 && cut_short() == 0; }

    friend bool operator==(const ClashReport&, const ClashReport&);
};

}  // namespace graze::inline v1
