#include "bench/scenes/mesh_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"
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

// "doorlock-50k" or "pipes-2M": an object of the library's table with so many triangles.
std::optional<MeshObject> from_table(const std::string& name) {
    const std::size_t dash = name.rfind('-');
    if (dash == std::string::npos) return {};
    const auto table = generated_objects();
    const auto object =
        std::ranges::find(table, std::string_view(name).substr(0, dash), &GeneratedObject::name);
    if (object == table.end()) return {};
    std::uint32_t count = 0;
    const char* const first = name.data() + dash + 1;
    const char* const last = name.data() + name.size();
    const auto [end, error] = std::from_chars(first, last, count);
    const std::string_view unit(end, last);
    if (error != std::errc{} || count > 20 * 1000 || (unit != "k" && !(unit == "M" && count <= 20)))
        return {};
    const std::uint32_t triangles = count * (unit == "k" ? 1000 : 1'000'000);
    return MeshObject{name, [make = object->make, triangles] { return make(triangles, 1); }};
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
    for (const std::string& name : selection.names) {
        std::optional<MeshObject> object = from_table(name);
        const bool known = std::ranges::find(objects, name, &MeshObject::name) != objects.end();
        if (object && !known) objects.push_back(std::move(*object));
    }
    std::erase_if(objects, [&](const MeshObject& object) { return !wanted(object.name, selection.names); });
    if (objects.empty())
        throw Error("no object has such a name", "--objects",
                    "leave it out to see all names, or give one of `graze generate --list` with a number, "
                    "like doorlock-50k");
    return objects;
}

void for_each_mesh(const MeshObjectSelection& selection,
                   const std::function<void(const std::string&, const Mesh&)>& measure) {
    bool any = false;
    for (const MeshObject& object : mesh_objects(selection)) {
        fmt::print(stderr, "{}\n", object.name);
        const Mesh mesh = object.make();
        if (mesh.empty()) {
            fmt::print(stderr, "{}: left out, it has no triangles\n", object.name);
            continue;
        }
        any = true;
        measure(object.name, mesh);
    }
    if (!any) throw Error("no object has triangles", "--data", "give a folder with meshes, or leave it out");
}

void for_each_of(const std::vector<MeshObject>& objects, const std::vector<std::string>& names,
                 const std::function<void(const std::string&, const Mesh&)>& measure) {
    for (const MeshObject& object : objects) {
        if (!wanted(object.name, names)) continue;
        fmt::print(stderr, "{}\n", object.name);
        measure(object.name, object.make());
    }
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
