// Objects to test against a copy of themselves.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::bench {

struct MeshObject {
    std::string name;
    std::function<Mesh()> make;  // made when it is its turn, so that only one is in memory
};

struct MeshObjectSelection {
    // Only objects whose name contains one of these; empty: all. A name of graze/models/objects.h with a
    // number of triangles, like "doorlock-50k" or "pipes-2M", adds that object.
    std::vector<std::string> names;
    std::filesystem::path data;  // folder with OBJ files; empty: generated objects only
    bool large = false;          // a sphere of a million triangles as well
};

// Generated ones first, then the files by name. Throws graze::Error if nothing is left.
std::vector<MeshObject> mesh_objects(const MeshObjectSelection& selection);

// Calls measure(name, mesh) for each; objects without triangles are left out, which stderr says. Throws
// graze::Error if no object has triangles.
void for_each_mesh(const MeshObjectSelection& selection,
                   const std::function<void(const std::string&, const Mesh&)>& measure);

// The same for other objects; only those that `names` select, as in MeshObjectSelection. None is no error.
void for_each_of(const std::vector<MeshObject>& objects, const std::vector<std::string>& names,
                 const std::function<void(const std::string&, const Mesh&)>& measure);

// Says on stderr that generated objects alone are measured, if that is so.
void say_if_absent(const std::filesystem::path& data);

// "sphere-100k"
std::string sphere_name(std::uint32_t triangles);

}  // namespace graze::bench
