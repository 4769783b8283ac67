#include "bench/methods/file_method.h"

#include <filesystem>

#include "graze/io/load.h"

namespace graze::bench {
namespace {

std::uint64_t read_with_graze(const std::filesystem::path& file) {
    return load_mesh(file).mesh.triangle_count();
}

}  // namespace

std::vector<FileMethod> file_methods() {
    std::vector<FileMethod> methods{{"graze", read_with_graze}};
#if defined(GRAZE_BENCH_ASSIMP)
    for (FileMethod& method : assimp_file_methods()) methods.push_back(std::move(method));
#endif
    return methods;
}

}  // namespace graze::bench
