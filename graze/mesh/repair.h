// Repairs the defects of a mesh, and reports the changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// What to do with pairs of faces that have the same corners and opposite winding: the two sides of a sheet,
// or the wall between two solids.
enum class DoubleSided : std::uint8_t {
    keep,  // keep both: together they enclose nothing and harm nothing
    one,   // keep the first of each pair: for meshes with a back to every face
    none,  // keep neither: two solids with a wall between them become one
};

struct RepairOptions {
    // Vertices at most this far apart become one; 0: only those with equal coordinates.
    double weld_distance = 0;
    bool drop_degenerate = true;
    bool drop_duplicates = true;
    DoubleSided double_sided = DoubleSided::keep;
    bool orient = true;
    bool drop_unused_vertices = true;
    // Holes are closed if at least one limit is given, and only holes within all given limits.
    std::optional<std::size_t> close_holes_edges;  // at most this many edges
    std::optional<double> close_holes_length;      // at most this long, all round

    std::size_t places = 10;       // the number of places to report for each kind of change
    Progress* progress = nullptr;  // stage "mending"; cancelling raises Error "cancelled"
    Threads threads{};
};

struct RepairPlace {
    std::optional<PolygonId> polygon;  // of the original mesh; none: a vertex or a new face
    Vec3 at;
};

// The number of changes, and the places of the first.
struct RepairCount {
    std::uint64_t count = 0;
    std::vector<RepairPlace> first;
};

struct RepairReport {
    // Changes.
    RepairCount merged_vertices;
    double farthest_merge = 0;       // the largest distance that a vertex was moved
    RepairCount shortened_polygons;  // repeated consecutive corners were removed
    RepairCount collapsed_polygons;  // dropped: fewer than three different corners
    // Dropped: triangles with collinear corners; a neighbour got the middle corner.
    RepairCount flat_polygons;
    RepairCount duplicate_polygons;     // dropped: the same corners, the same winding
    RepairCount double_sided_polygons;  // dropped: the same corners, opposite winding
    RepairCount turned_polygons;        // winding reversed
    RepairCount closed_holes;           // at the middle of the hole
    std::uint64_t new_polygons = 0;     // in closed holes
    RepairCount dropped_vertices;       // that no polygon uses

    // Defects that were found and kept.
    RepairCount kept_flat_polygons;  // no neighbour to give the middle corner to
    RepairCount kept_double_sided;   // pairs, located at the second face
    RepairCount unorientable_edges;  // the surface is one-sided there
    RepairCount undecided_pieces;    // inside out, perhaps inside another piece: too expensive to decide
    RepairCount voids;               // closed pieces left inside out because they lie inside others
    RepairCount open_holes;          // holes that are left; located at the first side of each

    bool changed() const;
};

struct Repaired {
    Mesh mesh;
    RepairReport report;
};

// Polygons, parts and their order stay unchanged if nothing is wrong with them; a mesh of triangles stays a
// mesh of triangles. New faces come last in their part. All parts together count as one body. A second repair
// with the same options changes nothing. The result is the same for any number of threads.
//
// Orientation: faces are turned so that all windings agree across edges of two triangles. Closed pieces then
// face outwards. Pieces inside others keep their orientation relative to these (so that voids stay voids) and
// are turned with the outermost. In other pieces the smaller number of triangles is turned.
//
// Throws Error for a weld distance that is negative, or too small relative to the rounding of the
// coordinates.
Repaired repaired(const Mesh& mesh, const RepairOptions& options = {});

}  // namespace graze::inline v1
