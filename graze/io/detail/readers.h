// The readers behind load.h. They throw Error with the place in the file but without its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graze/io/detail/file_reader.h"
#include "graze/io/load.h"

namespace graze::inline v1::detail {

// The objects of a file whose format puts groups into objects (OBJ). A mesh has both as parts, one beside the
// other.
struct Objects {
    std::vector<std::string> names;  // one per statement, in the order of the file; names may repeat
    // For each part of the mesh 1 + its object; 0: none. Empty: no objects.
    std::vector<std::uint32_t> of_part;
};

// A file of one soup, with names as runs of polygons in it.
struct SoupFile {
    Loaded loaded;
    Objects objects;
};

// A file whose format places parts. Paths are those in the file, unique, without its stem; a part may have an
// empty path. Poses are rigid: scale, shear and mirrors are applied to the meshes, equal meshes are shared.
struct PartsFile {
    Assembly assembly;  // with the unit and the upward axis of the file
    std::string format;
    bool single_precision = false;
    std::vector<Skipped> skipped;
    std::uint64_t merged_vertices = 0;
    std::optional<double> stated_unit{};  // as in Loaded
};

using AnyFile = std::variant<SoupFile, PartsFile>;

// The common base of load_mesh and load_assembly.
AnyFile load_file(const std::filesystem::path& file, const LoadOptions& options);
AnyFile parse_file(std::span<const std::byte> content, Format format, const std::string& name,
                   const LoadOptions& options);

// Read by a separate program.
PartsFile read_imported(const std::filesystem::path& file, Format format, const LoadOptions& options);

inline constexpr std::size_t stl_header_size = 84, stl_facet_size = 50;

// Whether the file's size and the number of facets in its header are those of a binary STL file with at least
// one facet. `head` is the first 84 bytes, or fewer. No text passes this test: its number of facets would be
// half a billion.
bool is_binary_stl(std::span<const std::byte> head, std::uint64_t size);

// Whether the text starts with the word "solid", as binary files may too, and has no zero bytes.
bool is_ascii_stl(std::string_view content);

// The next `count` bytes of a file; valid until the next call.
using NextBytes = std::function<const std::byte*(std::size_t count)>;

// Reads only the facets, which follow the header.
Loaded read_binary_stl_facets(std::uint32_t count, const NextBytes& next, const LoadOptions& options);

Loaded read_stl(std::string_view content, const LoadOptions& options);
Loaded read_ascii_stl(std::string_view content, const LoadOptions& options);

// These functions release their `content` before they make the mesh, which may take as much memory.
Loaded read_obj(SharedArray<std::byte> content, const LoadOptions& options, Objects* objects = nullptr);
Loaded read_ply(SharedArray<std::byte> content, const LoadOptions& options);
Loaded read_off(SharedArray<std::byte> content, const LoadOptions& options);

// PLY from a file of which `head` was already read; only text is read as a whole.
Loaded load_ply(FileReader& reader, std::span<const std::byte> head, const LoadOptions& options);

// glTF as text or GLB. `folder` holds the files that it names; without a folder such a file is refused.
PartsFile read_gltf(std::span<const std::byte> content, const LoadOptions& options,
                    const std::optional<std::filesystem::path>& folder);

inline bool is_glb(std::string_view content) {
    return content.starts_with("glTF");
}

bool is_ply(std::string_view content);
bool is_off(std::string_view content);  // whether it starts with the word OFF, COFF, ...

std::uint32_t stl_facet_count(std::span<const std::byte> head);

}  // namespace graze::inline v1::detail
