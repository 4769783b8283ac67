// What is in the model files of a 3MF package: the core specification 1.3 and the production extension 1.1.
// Other extensions are left out and counted.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "stream_writer.h"

namespace graze::importers {

// The content of a file in the package, by its name without a "/" before it; none if there is none.
using PackageFiles = std::function<std::optional<std::string>(const std::string& name)>;

struct ThreemfPlacement {  // a component of an object, or an item to build
    std::uint32_t object = 0;
    std::string path;  // of the model file with the object; empty: the same file
    std::string uuid;
    Matrix place = identity;
};

struct ThreemfObject {
    std::string name, part_number, type, uuid;
    std::vector<std::pair<std::string, std::string>> metadata;
    Mesh mesh;
    std::vector<ThreemfPlacement> components;  // empty: the object is its mesh
};

struct ThreemfModel {
    double metres_per_unit = 1e-3;
    std::map<std::uint32_t, ThreemfObject> objects;
    std::vector<ThreemfPlacement> items;
    std::map<std::string, std::uint64_t> skipped;
};

// Throws ImportError, naming `path` and the place in it, for anything that is not such a file. No document
// type is accepted, so that there are no entities but the five of XML itself.
ThreemfModel read_threemf_model(std::string xml, const std::string& path);

// The name of the package's model file.
std::string threemf_root(const PackageFiles& files);

// Sends the whole package.
void import_threemf(const PackageFiles& files, StreamWriter& writer);

}  // namespace graze::importers
