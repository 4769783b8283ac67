// Reads assemblies: named parts from one or several files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/file_path.h"
#include "graze/io/load.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// What becomes a separate part.
enum class PartsFrom : std::uint8_t {
    names,   // the objects of a file that has them (OBJ `o`), else its groups (OBJ `g`, solids of text STL)
    groups,  // every group of every object
    files,   // whole files
};

struct LoadAssemblyOptions {
    LoadOptions load;
    PartsFrom parts_from = PartsFrom::names;
    bool keep_soups = false;  // AssemblyFile::soup
    // For each file, in place of `load.unit`; empty: that for all.
    std::vector<std::optional<double>> units{};
};

// The result of reading one file.
struct AssemblyFile {
    std::string file;  // as given by the caller
    std::string stem;  // the start of the paths of its parts
    std::string format;
    bool single_precision = false;
    std::optional<Axis> up;                   // as the file says it
    bool turned = false;                      // so that its upward axis is that of the assembly
    std::optional<double> metres_per_unit{};  // as it was read; the assembly may be in another unit
    std::optional<double> stated_unit{};      // as in Loaded
    std::vector<Skipped> skipped;
    std::uint64_t merged_vertices = 0;           // as in Loaded
    std::uint64_t unused_vertices = 0;           // vertices that no part uses
    std::size_t first_part = 0, part_count = 0;  // index into the assembly's parts, and number
    // The whole file as load_mesh returns it, if requested; none if the file places parts.
    std::optional<Mesh> soup;
};

struct LoadedAssembly {
    Assembly assembly;
    std::vector<AssemblyFile> files;  // in the order given
};

// Reads several files into one assembly, in one unit: that of the first. Files that say which way is up are
// turned to the axis of the first that says it. A part's path is "stem/name": the file's name without
// its extension, then the name in the file; a part without a name, and a whole file, is named after the file
// alone. A name that occurs again in a file continues its part. Files of the same stem get "stem (2)", "stem
// (3)" in the order given. Every part has a mesh of its own with just the vertices it uses, and at least one
// polygon. Files are read on all of `options.load.threads`, each on one thread. The result is the same for
// any number of threads, and so is the error if files cannot be read: the error of the first such file.
// Throws Error as load_mesh does, and for an empty list of files.
LoadedAssembly load_assembly(const FilePaths& files, const LoadAssemblyOptions& options = {});

// The same for one file in memory; `name` stands for the file.
LoadedAssembly parse_assembly(std::span<const std::byte> content, Format format, const std::string& name,
                              const LoadAssemblyOptions& options = {});

}  // namespace graze::inline v1
