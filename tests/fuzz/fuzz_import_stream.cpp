// What an importer writes after a hostile file has taken it over: refused with an Error, or sound parts.
#include <cstring>
#include <set>

#include "graze/io/import/detail/import_stream.h"
#include "tests/fuzz/mesh_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using graze::fuzz::require;
    const auto pull = [&](std::span<std::byte> into) {
        if (into.size() > size) throw graze::Error("the stream ends");
        if (!into.empty()) std::memcpy(into.data(), data, into.size());
        data += into.size();
        size -= into.size();
    };
    graze::detail::PartsFile file;
    try {
        file = graze::detail::read_import_stream(pull, {}, nullptr);
    } catch (const graze::Error& e) {
        require(!e.problem().empty());
        return 0;
    }
    std::set<std::string> paths;
    for (const graze::Part& part : file.assembly.parts) {
        graze::fuzz::check_mesh(*part.mesh);
        require(paths.insert(part.path).second);
        require(part.mesh->metres_per_unit() == file.assembly.metres_per_unit);
    }
    require(!paths.empty());
    return 0;
}
