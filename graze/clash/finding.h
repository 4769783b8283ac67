// What is found about two parts of an assembly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/vec3.h"
#include "graze/query/relation/relation.h"

namespace graze::inline v1 {

// As mock-up tools class pairs of parts; from the worst on, as reports list them.
enum class FindingKind : std::uint8_t {
    clash,      // they overlap, deeper than the tolerance
    inside,     // one is swallowed by the other
    undecided,  // out of budget before it could be told, or a part is not closed and surfaces were not to be
                // compared
    clearance,  // apart, but closer than asked
    touch,      // surfaces meet, but do not overlap, or by no more than the tolerance
};
const char* name_of(FindingKind kind);  // "clash", "inside", ...

// A length or volume that is not further from the truth than it says.
struct DepthBounds {
    double value = 0;    // so deep it is somewhere
    double at_most = 0;  // and nowhere deeper
    friend bool operator==(const DepthBounds&, const DepthBounds&) = default;
};
struct VolumeBounds {
    double value = 0, error = 0;
    friend bool operator==(const VolumeBounds&, const VolumeBounds&) = default;
};

// Where two surfaces cross: a polyline in the world. A closed one does not repeat its first point.
struct FoundCurve {
    std::vector<Vec3> points;
    bool closed = false;
    friend bool operator==(const FoundCurve&, const FoundCurve&) = default;
};

// A connected piece of what two parts have in common. For open parts: what their surfaces have in common,
// without depth and volume.
struct FoundRegion {
    Box box;
    std::optional<DepthBounds> depth;
    Vec3 point, nearest;  // the deepest point, and the nearest one of the surface that it is inside of
    std::optional<VolumeBounds> volume;
    // On average, at least: twice the volume over the area of the triangles around it. Parts that are in the
    // same place twice reach nowhere into each other, but what they share is thick.
    std::optional<double> thickness;
    std::vector<FoundCurve> curves;
    friend bool operator==(const FoundRegion&, const FoundRegion&) = default;
};

// How far two parts are apart, and where.
struct FoundGap {
    double value = 0;
    Vec3 point_a, point_b;
    friend bool operator==(const FoundGap&, const FoundGap&) = default;
};

// A rule that allows an overlap: a fit.
struct Allowance {
    std::uint32_t line = 0;  // of the rules, from 1
    double depth = 0;
    friend bool operator==(const Allowance&, const Allowance&) = default;
};

// Against an earlier run.
enum class FindingStatus : std::uint8_t { added, changed, same };
const char* name_of(FindingStatus status);  // "new", "changed", "same"

// What may be left open about a pair when its budget is used up.
enum class Figure : std::uint8_t {
    relation,   // how they lie to each other
    clearance,  // whether they are closer than asked
    point,      // where to look
    distance,   // given as found so far: they are no further apart
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
    Vec3 point;                              // where to look
    std::optional<DepthBounds> depth;        // of the deepest region
    std::optional<VolumeBounds> volume;      // of all that is common
    std::optional<double> thickness;         // of the thickest region
    std::optional<FoundGap> gap;             // of clearance and inside
    std::optional<double> wanted_clearance;  // of clearance
    std::optional<Allowance> allowed;        // the overlap is no deeper than a rule allows: no clash
    std::optional<FindingStatus> status;     // where there is a baseline
    std::vector<FoundRegion> regions;        // deepest first
    std::vector<Figure> out_of_budget;       // what is missing for that reason, in the order above

    friend bool operator==(const ClashFinding&, const ClashFinding&) = default;
};

// What is impossible for things made of matter, and nobody allowed.
bool is_clash(const ClashFinding& finding);

// Worst first: by kind, what is allowed after what is not; deep or thick overlaps, narrow gaps and large
// volumes before others; then in the order of the parts. Strict and total: no two findings of one report are
// equal.
bool worse(const ClashFinding& x, const ClashFinding& y);

}  // namespace graze::inline v1
