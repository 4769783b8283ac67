// Writing meshes and assemblies to files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/io/load.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

struct SaveOptions {
    std::optional<Format> format;  // default: by the file's extension
    bool ascii = false;            // STL and PLY: text instead of binary, with full double precision
    Progress* progress = nullptr;  // cancelling raises Error "cancelled" and leaves no file
    Threads threads{};             // to build the tree of a saved shape with
};

// What the format could not hold. All zero and false: reading the file again gives the mesh back, but for the
// numbering of vertices where the format has none (STL).
struct Saved {
    std::uint64_t rounded_coordinates =
        0;  // coordinates of used vertices that the format could not hold exactly
    std::uint64_t unused_vertices_dropped = 0;
    std::uint64_t renamed_parts =
        0;                       // names changed: line breaks and the like replaced by blanks, ends trimmed
    bool parts_dropped = false;  // the mesh has part names and the format none
    bool polygons_cut = false;   // polygons were written as triangles
    bool unit_dropped = false;   // the mesh knows its unit and the format has no place for it
    bool up_dropped = false;     // the assembly says which way is up and the format cannot
};

// Writes to a temporary file beside `file` and renames it when complete, so that a failure leaves no half
// file. An existing file keeps its permissions; a symbolic link stays, and what it points to is replaced.
// Throws Error if the file cannot be written, or if a coordinate does not fit the format (beyond the range of
// float). As graze it builds the shape of the mesh and saves that (saved_shape.h).
Saved save_mesh(const Mesh& mesh, const std::filesystem::path& file, const SaveOptions& options = {});

// The same, appended to `content`. `options.format` plays no part. On Error, `content` is as before.
Saved format_mesh(const Mesh& mesh, Format format, std::string& content, const SaveOptions& options = {});

// Does the format that the file's name stands for keep an assembly as such: parts with their paths and poses,
// and meshes that they share? GLB does.
bool keeps_assemblies(const std::filesystem::path& file);

// All parts of an assembly in one file. As GLB with the tree of their paths, each mesh once, poses exact and
// coordinates rounded to float. As any other format in the place where they are, as one mesh: OBJ with an
// object of each part's path, graze with a part of that name, the others without names.
Saved save_assembly(const Assembly& assembly, const std::filesystem::path& file,
                    const SaveOptions& options = {});
Saved format_assembly(const Assembly& assembly, Format format, std::string& content,
                      const SaveOptions& options = {});

}  // namespace graze::inline v1
