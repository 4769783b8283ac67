// One way to read a mesh from a file, made comparable with the others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace graze::bench {

struct FileMethod {
    std::string name;
    // Reads the file, lets go of it, and gives the number of triangles. Throws graze::Error.
    std::uint64_t (*read)(const std::filesystem::path& file);
};

// graze first, then the peers that were found when the benchmark was built.
std::vector<FileMethod> file_methods();

// In a file of its own that is built only where the peer is installed.
std::vector<FileMethod> assimp_file_methods();

}  // namespace graze::bench
