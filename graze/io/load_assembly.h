// Reading assemblies: named parts from one or several files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/io/load.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// What becomes a part of its own.
enum class PartsFrom : std::uint8_t {
    names,   // the objects of a file that has them (OBJ `o`), else its groups (OBJ `g`, solids of text STL)
    groups,  // every group of every object
    files,   // whole files
};

struct LoadAssemblyOptions {
    LoadOptions load;
    PartsFrom parts_from = PartsFrom::names;
    bool keep_soups = false;  // AssemblyFile::soup
};

// What became of one file.
struct AssemblyFile {
    std::string file;  // as given
    std::string stem;  // what the paths of its parts start with
    std::string format;
    bool single_precision = false;
    std::optional<Axis> up;
    std::vector<Skipped> skipped;
    std::uint64_t merged_vertices = 0;           // as in Loaded
    std::uint64_t unused_vertices = 0;           // that no part uses
    std::size_t first_part = 0, part_count = 0;  // of the assembly
    std::optional<Mesh> soup;  // the whole file as load_mesh gives it, if asked for; none if it places parts
};

struct LoadedAssembly {
    Assembly assembly;
    std::vector<AssemblyFile> files;  // in the order given
};

// The files side by side, in one unit. A part's path is "stem/name": the file's name without its extension,
// then the name in the file; a part without a name, and a whole file, is called after the file alone. A name
// that comes again in a file continues its part. Files of the same stem get "stem (2)", "stem (3)" in the
// order given. Every part has a mesh of its own with just the vertices it uses, and at least one polygon.
// Files are read on all of `options.load.threads`, each on one; the result is the same for any number of
// them, and so is the error if files cannot be read: that of the first of them. Throws Error as load_mesh
// does, and for no files.
LoadedAssembly load_assembly(std::span<const std::filesystem::path> files,
                             const LoadAssemblyOptions& options = {});

// The same for one file in memory; `name` stands for the file.
LoadedAssembly parse_assembly(std::span<const std::byte> content, Format format, const std::string& name,
                              const LoadAssemblyOptions& options = {});

}  // namespace graze::inline v1
