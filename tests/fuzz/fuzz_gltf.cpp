// glTF from anyone, as text or GLB: refused with an Error, or sound parts at unique paths that survive being
// written and read again.
#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "tests/fuzz/mesh_checks.h"

namespace {

using graze::fuzz::require;

std::vector<std::string> sorted_paths(const graze::Assembly& assembly) {
    std::vector<std::string> paths;
    for (const graze::Part& part : assembly.parts) paths.push_back(part.path);
    std::ranges::sort(paths);
    return paths;
}

// Poses are kept exactly, and so are vertices once they are floats.
void check_glb_round_trip(const graze::Assembly& assembly) {
    std::string content;
    try {
        graze::format_assembly(assembly, graze::Format::gltf, content);
    } catch (const graze::Error&) {
        return;  // coordinates beyond the range of floats
    }
    graze::Assembly again =
        graze::parse_assembly(std::as_bytes(std::span(content)), graze::Format::gltf, "again.glb").assembly;
    require(again.parts.size() == assembly.parts.size());
    require(again.metres_per_unit == assembly.metres_per_unit && again.up == assembly.up);
    std::string twice;
    const graze::Saved saved = graze::format_assembly(again, graze::Format::gltf, twice);
    require(saved.rounded_coordinates == 0 && saved.renamed_parts == 0);
    for (graze::Part& part : again.parts) part.path.erase(0, std::string_view("again").size());
    std::vector<std::string> expected = sorted_paths(assembly);
    for (std::string& path : expected) path.insert(path.begin(), '/');
    require(sorted_paths(again) == expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span content(reinterpret_cast<const std::byte*>(data), size);
    graze::LoadedAssembly loaded;
    try {
        loaded = graze::parse_assembly(content, graze::Format::gltf, "fuzz.glb");
    } catch (const graze::Error& e) {
        graze::fuzz::check_error(e);
        return 0;
    }
    const graze::Assembly& assembly = loaded.assembly;
    for (const graze::Part& part : assembly.parts) {
        graze::fuzz::check_mesh(*part.mesh);
        require(part.mesh->unused_vertex_count() == 0);
        require(part.mesh->metres_per_unit() == assembly.metres_per_unit);
    }
    const std::vector<std::string> paths = sorted_paths(assembly);
    require(std::ranges::adjacent_find(paths) == paths.end());
    check_glb_round_trip(assembly);
    return graze::fuzz::check(data, size, graze::Format::gltf);
}
