// OBJ from anyone: refused with an Error, or a sound mesh that survives being written and read again, and
// that falls into sound parts.
#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "tests/fuzz/mesh_checks.h"

namespace {

// Nothing may get lost or appear twice when a file is cut into its parts.
void check_parts(const std::uint8_t* data, std::size_t size, graze::PartsFrom parts_from) {
    using graze::fuzz::require;
    const std::span content(reinterpret_cast<const std::byte*>(data), size);
    graze::LoadAssemblyOptions options;
    options.parts_from = parts_from;
    graze::LoadedAssembly loaded;
    std::size_t triangles = 0;
    try {
        loaded = graze::parse_assembly(content, graze::Format::obj, "fuzz.obj", options);
        triangles = graze::parse_mesh(content, graze::Format::obj, "fuzz.obj").mesh.triangle_count();
    } catch (const graze::Error&) {
        return;
    }
    std::vector<std::string> paths;
    for (const graze::Part& part : loaded.assembly.parts) {
        graze::fuzz::check_mesh(*part.mesh);
        require(part.mesh->unused_vertex_count() == 0);
        require(part.path.starts_with("fuzz"));
        triangles -= part.mesh->triangle_count();
        paths.push_back(part.path);
    }
    require(triangles == 0);
    std::ranges::sort(paths);
    require(std::ranges::adjacent_find(paths) == paths.end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const auto parts_from : {graze::PartsFrom::names, graze::PartsFrom::groups, graze::PartsFrom::files})
        check_parts(data, size, parts_from);
    return graze::fuzz::check(data, size, graze::Format::obj);
}
