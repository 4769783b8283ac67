// Closes hairline gaps of a mesh: open edges that lie along one another within a tolerance are joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

struct Assembly;

// Where the tolerance comes from if none is given: a share of the diagonal of the mesh's box.
inline constexpr double usual_stitch_share = 1e-3;

struct StitchOptions {
    // In the unit of the mesh; no point moves further. None: `usual_stitch_share` of the diagonal of the
    // mesh's box.
    std::optional<double> tolerance;
    // A mesh that would still be open stays as it is.
    bool only_if_closed = false;
    Threads threads{};
};

// A rim that stays open because it is further apart than the tolerance.
struct OpenRim {
    double length = 0;  // all round
    Vec3 middle;        // of its box
    friend bool operator==(const OpenRim&, const OpenRim&) = default;
};

struct StitchReport {
    double tolerance = 0;  // that was used
    bool was_closed = false, closed = false;
    std::uint64_t joined_edges = 0;     // pairs of open edges that became one
    std::uint64_t split_edges = 0;      // cut at a point that lay on them (T-junctions)
    std::uint64_t merged_points = 0;    // moved to another
    std::uint64_t added_triangles = 0;  // slivers that were missing
    double largest_move = 0;            // of a point; at most the tolerance
    double widest_gap = 0;              // that was closed; at most the tolerance
    // What cannot be joined within the tolerance. Counted even if the mesh stays as it is for that reason.
    std::uint64_t open_edges = 0, open_rims = 0;
    std::uint64_t open_pieces = 0;  // pieces that have such rims; pieces are not joined
    std::optional<OpenRim> longest_rim;

    bool changed() const { return joined_edges > 0; }
    // The surface is nowhere further from where it was.
    double moved_by() const { return largest_move > widest_gap ? largest_move : widest_gap; }
    friend bool operator==(const StitchReport&, const StitchReport&) = default;
};

struct Stitched {
    Mesh mesh;
    StitchReport report;
    // For each triangle of `mesh` the triangle of the original that it is or lies at. Empty: nothing changed.
    std::vector<TriangleId> source;
};

// Joins open edges of one triangle each that run along one another in opposite directions, the narrowest gaps
// first (zippering: Barequet and Kumar 1997). Where one edge ends beside another, that one gets the point
// (T-junctions): its triangle is cut in two, nothing moves. Ends that are near each other become one: one of
// the two moves there. Never across pieces that have no point in common, and never further than half the
// shortest edge at the point or of the triangle that is cut, so that no edge collapses. What is more than the
// tolerance apart stays open: a hole is a hole, a sheet a sheet.
//
// A closed mesh is returned as it is, sharing its arrays. Vertices, parts and their order stay; polygons that
// are cut become triangles. The same input gives the same bits. Near-linear time in the number of open edges.
// Throws Error for a tolerance that is not a number of at least 0.
Stitched stitched(const Mesh& mesh, const StitchOptions& options = {});

// Stitches the parts that are not closed, each by itself, and notes it in Part::stitched. Parts that share a
// mesh go on sharing it; one that would still be open stays as it is. Reports the stage "stitching";
// cancelling raises Error "cancelled".
void stitch_parts(Assembly& assembly, StitchOptions options = {}, Progress* progress = nullptr);

}  // namespace graze::inline v1
