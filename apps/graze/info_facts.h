// What graze info finds out about a file, before it is put in words.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/progress.h"
#include "graze/io/load_assembly.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/measures.h"

namespace graze::app {

enum class Defect : std::uint8_t {
    open_edges,
    turned_edges,
    crowded_edges,
    touching_sheets,
    one_sided_pieces,
    duplicate_triangles,
    back_to_back_triangles,
    collapsed_triangles,
    flat_triangles,
    self_intersections,  // none are looked for in a graze without deforming shapes
};
inline constexpr std::size_t defect_kinds = 10;

// The name of a defect in JSON, and in words for `count` of them.
std::string_view name_of(Defect defect);
std::string words_for(Defect defect, std::uint64_t count);

// A place. Numbers are indices into the part's mesh; the point is in the world.
struct Spot {
    std::size_t part = 0;  // of the assembly: the first that has this mesh
    TriangleId triangle = 0;
    PolygonId polygon = 0;
    Vec3 at;
};

struct DefectCount {
    std::uint64_t count = 0;
    std::vector<Spot> first;  // a few
};

// A rim of the surface: of a hole, or of a sheet.
struct Rim {
    Spot start;
    std::uint64_t edges = 0;
    double length = 0;
    bool closed = true;
    std::uint64_t piece_triangles = 0;  // of the connected piece with this rim
};

// Facts about one mesh, or about all meshes of an assembly together. Defects of a shared mesh count once.
struct Facts {
    std::uint64_t vertices = 0, triangles = 0, polygons = 0, irregular_polygons = 0;
    std::uint64_t different_points = 0;  // of all vertices; `points` are those of triangles that have edges
    std::uint64_t points = 0, edges = 0, pieces = 0, closed_pieces = 0, clusters = 0, handles = 0;
    bool manifold = true, orientable = true;
    bool genus_known = true;     // `handles` counts those of all pieces
    std::string why_not_closed;  // empty: closed
    std::array<DefectCount, defect_kinds> defects;
    std::uint64_t rims = 0;
    std::vector<Rim> longest_rims;  // a few, the longest first
    SurfaceMeasures surface;
    std::optional<SolidMeasures> solid;  // closed meshes only

    bool closed() const { return why_not_closed.empty(); }
    const DefectCount& operator[](Defect d) const { return defects[static_cast<std::size_t>(d)]; }
    DefectCount& operator[](Defect d) { return defects[static_cast<std::size_t>(d)]; }
};

struct PartFacts {
    std::size_t mesh = 0;       // parts of the same mesh have the same number
    std::size_t instances = 1;  // parts with this mesh
};

struct FileFacts {
    LoadedAssembly loaded;
    std::vector<PartFacts> parts;
    std::vector<Facts> meshes;  // by number; empty unless asked for
    Facts all;                  // of all parts; a shared mesh counts once per part, its defects once
    std::size_t mesh_count = 0;
    std::size_t open_parts = 0;
    std::size_t first_open_part = 0;
    double volume_of_closed_parts = 0;
    std::optional<ContentHash> content_hash;  // of a file that is one mesh, with or without parts in it
    Box box;                                  // in the world
    std::optional<bool> closed_together;  // the parts as one surface, if some are open and there are several

    const AssemblyFile& file() const { return loaded.files[0]; }
    const Assembly& assembly() const { return loaded.assembly; }
    // A part's path in its file: without the file's own name.
    std::string path_of(std::size_t part) const;
};

// Throws Error as load_assembly does.
FileFacts find_facts(const std::filesystem::path& file, const LoadAssemblyOptions& options, bool keep_parts);

}  // namespace graze::app
