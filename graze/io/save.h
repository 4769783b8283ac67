// Writes meshes and assemblies to files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/file_path.h"
#include "graze/base/pose.h"
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

// What the format could not represent. All zero and false: reading the file again gives the same mesh, except
// for the numbering of vertices if the format has none (STL).
struct Saved {
    // Coordinates of used vertices that the format could not represent exactly.
    std::uint64_t rounded_coordinates = 0;
    std::uint64_t unused_vertices_dropped = 0;
    std::uint64_t renamed_parts =
        0;                       // names changed: line breaks and the like replaced by blanks, ends trimmed
    bool parts_dropped = false;  // the mesh has part names and the format does not
    bool polygons_cut = false;   // polygons were written as triangles
    bool unit_dropped = false;   // the mesh has a unit and the format does not
    bool up_dropped = false;     // the assembly has an upward axis and the format does not
};

// Writes to a temporary file beside `file` and renames it when complete, so that a failure leaves no
// incomplete file. An existing file keeps its permissions; a symbolic link stays, and its target is replaced.
// Throws Error if the file cannot be written, or if a coordinate does not fit the format (beyond the range of
// float). For format graze, builds the shape of the mesh and saves that (saved_shape.h).
Saved save_mesh(const Mesh& mesh, const FilePath& file, const SaveOptions& options = {});

// The same, appended to `content`. Ignores `options.format`. On Error, `content` is unchanged.
Saved format_mesh(const Mesh& mesh, Format format, std::string& content, const SaveOptions& options = {});

// Whether the format of the file's name can represent an assembly: parts with their paths and poses, and
// meshes that they share. GLB can.
bool keeps_assemblies(const FilePath& file);

// Writes all parts of an assembly to one file. As GLB with the tree of their paths, each mesh once, poses
// exact and coordinates rounded to float. In any other format as one mesh in world coordinates: OBJ with an
// object for each part's path, graze with a part of that name, the others without names.
Saved save_assembly(const Assembly& assembly, const FilePath& file, const SaveOptions& options = {});
Saved format_assembly(const Assembly& assembly, Format format, std::string& content,
                      const SaveOptions& options = {});

// How a part of an assembly moves: its poses at ascending times, in seconds.
struct PartAnimation {
    std::size_t part = 0;
    std::vector<double> times;
    std::vector<Pose> world_from_part;  // as many as times
};

// The same with parts that move, as GLB; viewers interpolate from pose to pose. Throws Error for another
// format, for a part that is not one of the assembly or moves twice, and for times that do not ascend from 0
// or more. In the file, poses of moving parts are rounded to float.
Saved save_animation(const Assembly& assembly, std::span<const PartAnimation> moving, const FilePath& file,
                     const SaveOptions& options = {});

}  // namespace graze::inline v1
