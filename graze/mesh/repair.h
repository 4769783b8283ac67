// Mending what is wrong with a mesh, and saying what was done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// Pairs of faces on the same corners that are wound against each other: the two sides of a sheet, or the wall
// between two solids.
enum class DoubleSided : std::uint8_t {
    keep,  // both: together they enclose nothing and harm nothing
    one,   // the first of each pair: for meshes that were written with a back to every face
    none,  // neither: two solids with a wall between them become one
};

struct RepairOptions {
    double weld_distance =
        0;  // vertices at most this far apart become one; 0: only those with equal coordinates
    bool drop_degenerate = true;
    bool drop_duplicates = true;
    DoubleSided double_sided = DoubleSided::keep;
    bool orient = true;
    bool drop_unused_vertices = true;
    // Holes are closed if there is a limit, and they keep to all limits there are.
    std::optional<std::size_t> close_holes_edges;  // at most so many edges
    std::optional<double> close_holes_length;      // at most this long, all round

    std::size_t places = 10;       // of each kind of change, how many to locate
    Progress* progress = nullptr;  // stage "mending"; cancelling raises Error "cancelled"
    Threads threads{};
};

struct RepairPlace {
    std::optional<PolygonId> polygon;  // of the mesh that was given; none: a vertex or a new face
    Vec3 at;
};

// How often, and where first.
struct RepairCount {
    std::uint64_t count = 0;
    std::vector<RepairPlace> first;
};

struct RepairReport {
    // What was changed.
    RepairCount merged_vertices;
    double farthest_merge = 0;       // how far a vertex was moved
    RepairCount shortened_polygons;  // corners repeated next to each other were taken out
    RepairCount collapsed_polygons;  // dropped: fewer than three different corners
    RepairCount flat_polygons;  // dropped: triangles whose corners are on a line; neighbours got the corner
    RepairCount duplicate_polygons;     // dropped: the same corners, wound alike
    RepairCount double_sided_polygons;  // dropped: the same corners, wound the other way
    RepairCount turned_polygons;        // wound the other way now
    RepairCount closed_holes;           // at the middle of the hole
    std::uint64_t new_polygons = 0;     // in these
    RepairCount dropped_vertices;       // that no polygon uses

    // What was found and left.
    RepairCount kept_flat_polygons;  // no neighbour to give the corner to
    RepairCount kept_double_sided;   // pairs, at the second
    RepairCount unorientable_edges;  // the surface is one-sided there
    RepairCount
        undecided_pieces;    // inside out, maybe inside another: which it is was too much work to find out
    RepairCount voids;       // closed pieces left inside out because they lie inside others
    RepairCount open_holes;  // rims that are left; at the first side of each

    bool changed() const;
};

struct Repaired {
    Mesh mesh;
    RepairReport report;
};

// Polygons, parts and their order stay where nothing is wrong with them; a mesh of triangles stays one. New
// faces come last in their part. All parts together are taken as one body. A mesh that was mended is not
// changed by doing it again with the same options. The same for any number of threads.
//
// Orientation: faces are turned so that all are wound alike across edges of two triangles. Closed pieces then
// face outwards; those inside others stay to these as they were (so that voids stay voids), turned with the
// outermost. Of other pieces the smaller number of triangles is turned.
//
// Throws Error for a weld distance that is negative, or too small to tell coordinates of that size apart.
Repaired repaired(const Mesh& mesh, const RepairOptions& options = {});

}  // namespace graze::inline v1
