// Reading meshes from files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

enum class Format { stl, obj, ply, off, gltf, graze, step, iges, other };
// gltf: as text or GLB, written as GLB. graze: a saved shape (saved_shape.h). step and iges are tessellated
// by Open CASCADE, other is whatever else Assimp reads; both by programs of their own (docs/io.md).

// What a program that imports a file may take. At a limit it is ended, and Error says so.
// Those that run at once in one process keep, all together, to three quarters of the machine's memory: the
// others wait.
struct ImportLimits {
    std::uint64_t memory = 0;  // bytes of address space; 0: a share of those, or all where that is too little
    double seconds = 600;      // on the wall clock
};

// In words: what keeps these programs from harm on this machine, beside limits ("in a sandbox (seccomp,
// ...)").
std::string import_protection();

// How curved surfaces of STEP and IGES files become triangles.
struct Tessellation {
    // In metres, how far a triangle may be from its surface; the tessellator keeps to it but for a factor of
    // two or so. Default: 0.1 mm, or a thousandth of the diagonal of the part's box where that is less.
    std::optional<double> deflection;
    double angle = 0.5;  // in radians, between neighbouring triangles of one surface
};

struct LoadOptions {
    std::optional<Format> format;  // default: by content where that is telling, else by the extension
    std::optional<double> unit;    // metres per unit, for files that do not say (STL, OBJ and OFF never do)
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
    Threads threads{};             // to build a tree with (load), to read several files on (load_assembly)
    Tessellation tessellation{};   // STEP and IGES
    ImportLimits import_limits{};  // STEP, IGES and formats that Assimp reads
    // Of the files that a file names (buffers of glTF) only those below its own folder are read, links
    // resolved. True: those anywhere, absolute paths as well.
    bool allow_outside = false;
};

// Something in the file that did not become part of the mesh, and how often ("line elements", 12).
struct Skipped {
    std::string what;
    std::uint64_t count = 0;
    friend bool operator==(const Skipped&, const Skipped&) = default;
};

struct Loaded {
    Mesh mesh;
    std::string format;  // "stl (binary)", "stl (ascii)", "obj", "ply (binary)", "off", "glb", "graze", ...
    bool single_precision = false;  // the source holds floats
    std::optional<Axis> up;         // where the source says which way is up
    std::vector<Skipped> skipped;  // empty: everything in the file is in the mesh, or has no bearing on shape
    std::uint64_t merged_vertices =
        0;  // corners with equal coordinates made one vertex (STL repeats every corner)
};

// Throws Error, saying the file, the line, facet or byte, and what is wrong, for anything that is not a mesh
// in the format: missing, empty, truncated, foreign, hostile. Memory is bounded by the
// file's size (docs/io.md, "Memory").
Loaded load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});

// A file of any of the formats as a shape. A saved shape comes with its tree; for the others it is built.
Shape load(const std::filesystem::path& file, const LoadOptions& options = {});

// The same as load_mesh from memory; `name` stands for the file in messages. `options.format` plays no part.
Loaded parse_mesh(std::span<const std::byte> content, Format format, const std::string& name,
                  const LoadOptions& options = {});

}  // namespace graze::inline v1
