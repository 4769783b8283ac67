// Reads meshes from files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/file_path.h"
#include "graze/base/progress.h"
#include "graze/base/skipped.h"
#include "graze/base/threads.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

enum class Format { stl, obj, ply, off, gltf, graze, step, iges, threemf, ifc, other };
// gltf: as text or GLB, written as GLB. graze: a saved shape (saved_shape.h). Separate programs (docs/io.md)
// read step and iges, tessellated by Open CASCADE, threemf (3MF), ifc, tessellated by web-ifc, and other, any
// other format that Assimp reads.

// Limits for a program that imports a file. At a limit the program is ended, and an Error says so. All
// programs that run at once in one process together use at most three quarters of the machine's memory:
// further programs wait.
struct ImportLimits {
    std::uint64_t memory = 0;  // bytes of address space; 0: a share of those three quarters, or all of it if
                               // the share is too little
    double seconds = 600;      // wall-clock time
};

// A description of the protection of these programs on this machine, beside limits ("in a sandbox (seccomp,
// ...)").
std::string import_protection();

// The formats whose importers are found, as people write them ("STEP", "IGES", ...). What an importer needs
// itself, as IFC needs Node.js, is not looked for.
std::vector<std::string> imported_formats();

// How curved surfaces of STEP, IGES and IFC files become triangles.
struct Tessellation {
    // In metres, how far a triangle may be from its surface; the tessellator may exceed it by a factor of two
    // or so. Default: 0.1 mm, or a thousandth of the diagonal of the part's box if that is less.
    std::optional<double> deflection;
    double angle = 0.5;  // in radians, between neighbouring triangles of one surface
};

struct LoadOptions {
    std::optional<Format> format;  // default: by content if it identifies the format, else by the extension
    // Metres per unit. It holds whatever the file says (Loaded::stated_unit); STL, OBJ and OFF never say it.
    std::optional<double> unit;
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
    Threads threads{};             // to build a tree with (load), to read several files on (load_assembly)
    Tessellation tessellation{};   // STEP, IGES and IFC
    ImportLimits import_limits{};  // STEP, IGES, IFC, 3MF and formats that Assimp reads
    // IFC: also what is no thing: spaces, openings, zones, grids and annotations. They would clash with all
    // that is in them.
    bool ifc_spaces = false;
    // False: of the files that a file names (buffers of glTF), only those below its own folder are read,
    // links resolved. True: files anywhere, absolute paths as well.
    bool allow_outside = false;
};

// Whether the end of a file's name is that of a format that is read here, whatever is in the file.
bool has_known_extension(const FilePath& file);

struct Loaded {
    Mesh mesh;
    std::string format;  // "stl (binary)", "stl (ascii)", "obj", "ply (binary)", "off", "glb", "graze", ...
    bool single_precision = false;  // the source holds floats
    std::optional<Axis> up;         // if the source says which axis is up
    std::optional<double>
        stated_unit{};             // in metres, if the source says its unit; the mesh has what was asked for
    std::vector<Skipped> skipped;  // empty: everything in the file is in the mesh, or is irrelevant to shape
    // Corners with equal coordinates merged into one vertex (STL repeats every corner).
    std::uint64_t merged_vertices = 0;
};

// Throws Error, with the file, the line, facet or byte, and the problem, for anything that is not a mesh in
// the format: missing, empty, truncated, foreign, hostile. Memory is bounded by the file's size (docs/io.md,
// "Memory").
Loaded load_mesh(const FilePath& file, const LoadOptions& options = {});

// Reads a file of any format as a shape. A saved shape includes its tree; for other formats the tree is
// built.
Shape load(const FilePath& file, const LoadOptions& options = {});

// As load_mesh, from memory; `name` stands for the file in messages. Ignores `options.format`.
Loaded parse_mesh(std::span<const std::byte> content, Format format, const std::string& name,
                  const LoadOptions& options = {});

}  // namespace graze::inline v1
