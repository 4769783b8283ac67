// A finding about two parts of an assembly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/vec3.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/intersection_curve.h"

namespace graze::inline v1 {

// The classes that mock-up tools use for pairs of parts; from the worst on, as reports list them.
enum class FindingKind : std::uint8_t {
    clash,      // they overlap, deeper than the tolerance
    inside,     // one part is contained in the other
    undecided,  // out of budget before a decision, or a part is not closed and surfaces were not to be
                // compared
    clearance,  // separated, but closer than the clearance
    touch,      // surfaces meet, but do not overlap, or by no more than the tolerance
};
const char* name_of(FindingKind kind);  // "clash", "inside", ...

// A length or volume with bounds on its error.
struct DepthBounds {
    double value = 0;    // the depth at some point
    double at_most = 0;  // the depth is nowhere larger
    friend bool operator==(const DepthBounds&, const DepthBounds&) = default;
};
struct VolumeBounds {
    double value = 0, error = 0;
    friend bool operator==(const VolumeBounds&, const VolumeBounds&) = default;
};

// What is known of an overlap beyond its triangles. Where a part has curved faces, its facets are not where
// its surface is; and numbers in files are rounded.
struct Faceting {
    double tolerance = 0;   // how deep an overlap the faces around it may feign, together
    bool explains = false;  // the overlap is no deeper and no thicker: the parts merely touch
    bool curved = false;    // a face around it is curved; otherwise the tolerance is of rounding alone
    // Between the surfaces themselves, where their kinds tell (coaxial cylinders, ...); negative: they
    // overlap by as much, however deep their facets do.
    std::optional<double> gap{};
    friend bool operator==(const Faceting&, const Faceting&) = default;
};

// A connected piece of the intersection of two parts. For open parts: of the intersection of their surfaces,
// without depth and volume.
struct FoundRegion {
    Box box;
    std::optional<DepthBounds> depth;
    Vec3 point, nearest;  // the deepest point, and the nearest point of the surface that it is inside of
    std::optional<VolumeBounds> volume;
    // A lower bound of the average thickness: twice the volume over the area of the triangles around the
    // region. Two equal parts in the same place have no depth anywhere, but their intersection is thick.
    std::optional<double> thickness;
    std::vector<IntersectionCurve> curves;
    std::optional<Faceting> faceting{};  // none: the triangles are all that is known
    friend bool operator==(const FoundRegion&, const FoundRegion&);
};

// The distance between two parts, and where: what a report keeps of a Contact.
struct FoundGap {
    double distance = 0;
    Vec3 point_a, point_b;
    friend bool operator==(const FoundGap&, const FoundGap&) = default;
};

// A rule that allows an overlap: a fit.
struct Allowance {
    std::uint32_t line = 0;  // line in the rules, from 1
    double depth = 0;
    friend bool operator==(const Allowance&, const Allowance&) = default;
};

// Compared with an earlier run.
enum class FindingStatus : std::uint8_t { added, changed, same };
const char* name_of(FindingStatus status);  // "new", "changed", "same"

// Figures that may be missing for a pair when its budget is used up.
enum class Figure : std::uint8_t {
    relation,   // how the parts lie to each other
    clearance,  // whether the parts are closer than the clearance
    point,      // a point to look at
    distance,   // the value found so far is an upper bound
    regions,    // and curves
    volume,     // and thickness
    depth,      // bounds, if given, are wide
};
const char* name_of(Figure figure);  // "relation", "clearance", ...

struct ClashFinding {
    std::string id;            // stable from run to run; see identity.h
    std::size_t a = 0, b = 0;  // indices into ClashReport::parts, a < b
    FindingKind kind = FindingKind::touch;
    Relation relation = Relation::touching;  // exact, without tolerances
    bool as_surfaces = false;                // a part is open: surfaces were compared, not solids
    Vec3 point;                              // a point to look at
    std::optional<DepthBounds> depth;        // of the deepest region
    std::optional<VolumeBounds> volume;      // of the whole intersection
    std::optional<double> thickness;         // of the thickest region
    std::optional<Faceting> faceting;        // of the worst region; none: the triangles are all that is known
    std::optional<FoundGap> gap;             // for clearance and inside
    std::optional<double> wanted_clearance;  // for clearance
    std::optional<Allowance> allowed;        // the overlap is no deeper than a rule allows: no clash
    std::optional<FindingStatus> status;     // if there is a baseline
    std::vector<FoundRegion> regions;        // deepest first
    std::vector<Figure> out_of_budget;  // figures missing because the budget was used up, in the order above

    friend bool operator==(const ClashFinding&, const ClashFinding&);
};

// Impossible for solid bodies, and no rule allows it.
bool is_clash(const ClashFinding& finding);

// Worst first: by kind, findings that are allowed after those that are not; deep or thick overlaps, narrow
// gaps and large volumes before others; then in the order of the parts. Strict and total: no two findings of
// one report are equal.
bool worse(const ClashFinding& x, const ClashFinding& y);

}  // namespace graze::inline v1
