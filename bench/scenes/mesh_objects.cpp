#include "bench/scenes/mesh_objects.h"

#include <fmt/format.h>

#include <algorithm>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#if defined(GRAZE_BENCH_IO)
#include "graze/io/load.h"
#endif

namespace graze::bench {
namespace {

MeshObject sphere(std::uint32_t triangles) {
    return {sphere_name(triangles), [triangles] { return make_sphere(1, triangles); }};
}

std::vector<MeshObject> generated(bool large) {
    std::vector<MeshObject> objects{sphere(10'000), sphere(100'000)};
    if (large) objects.push_back(sphere(1'000'000));
    objects.push_back({"torus-40k", [] { return make_torus(1, 0.3, 250, 80); }});
    objects.push_back({"box-30k", [] { return make_box({1, 2, 3}, 50); }});
    return objects;
}

std::vector<MeshObject> from_files(const std::filesystem::path& folder) {
    std::vector<MeshObject> objects;
#if defined(GRAZE_BENCH_IO)
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        const std::filesystem::path& file = entry.path();
        if (file.extension() != ".obj") continue;
        objects.push_back({file.stem().string(), [file] { return load_mesh(file).mesh; }});
    }
    std::sort(objects.begin(), objects.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
#else
    static_cast<void>(folder);
#endif
    return objects;
}

bool wanted(const std::string& name, const std::vector<std::string>& names) {
    return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& part) {
               return name.find(part) != std::string::npos;
           });
}

}  // namespace

std::string sphere_name(std::uint32_t triangles) {
    return triangles >= 1'000'000 ? "sphere-" + std::to_string(triangles / 1'000'000) + "M"
                                  : "sphere-" + std::to_string(triangles / 1000) + "k";
}

std::vector<MeshObject> mesh_objects(const MeshObjectSelection& selection) {
    std::vector<MeshObject> objects = generated(selection.large);
    for (MeshObject& object : from_files(selection.data)) objects.push_back(std::move(object));
    std::erase_if(objects, [&](const MeshObject& object) { return !wanted(object.name, selection.names); });
    if (objects.empty())
        throw Error("no object has such a name", "--objects", "leave it out to see all names");
    return objects;
}

void say_if_absent(const std::filesystem::path& data) {
    if (data.empty()) {
        fmt::print(stderr, "without --data only generated objects are measured\n");
    } else if (!std::filesystem::is_directory(data)) {
        fmt::print(stderr, "{}: there is no such folder; only generated objects are measured\n",
                   data.string());
    }
}

}  // namespace graze::bench
