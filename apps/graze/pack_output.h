// What graze pack writes, and what it reads back.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "graze/spheres/packing/pack.h"
#include "graze/spheres/packing/packing_file.h"
#include "graze/spheres/packing/validate.h"
#include "report.h"

namespace graze::app {

enum class PackFile { json, ply, picture, mesh, shape };
// By the ending of the name. Throws Error for others.
PackFile pack_file_of(const std::string& name);

struct PackOutput {
    const Packed& packed;
    const Shape& shape;
    PackingSource named;
    bool neighbours = false;  // in JSON
    std::string size;         // of pictures, as typed
    bool by_cluster = false;  // colours of pictures: else by size
    Threads threads{};
    // For each triangle of the shape the one of the file that it comes from; empty: itself.
    std::span<const TriangleId> source{};
};
// Throws Error.
void write_packing(Session& session, const PackOutput& output, const std::string& file);

// The spheres of a file of the schema graze.packing/1. Throws Error.
std::vector<Sphere> read_packing(const std::string& file);

Json to_json(const PackingCheck& check);

}  // namespace graze::app
