// Writes meshes that bend as an animation that viewers play.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graze/base/file_path.h"
#include "graze/io/save.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// A mesh and where its vertices are at each key.
struct BendingPart {
    std::string name;
    Mesh mesh;
    std::vector<std::span<const Vec3>> keys;
};

// As GLB: each key but the first is a morph target of its own, and viewers go straight from key to key. The
// first key is what a program without animations shows. z is up. Positions are rounded to float; each key
// takes 12 bytes for a vertex. Throws Error for another format, for times that do not ascend from 0 or more,
// and for parts that do not have one key for each time, with one position for each vertex.
Saved save_bending(std::span<const BendingPart> parts, std::span<const double> times, const FilePath& file,
                   const SaveOptions& options = {});

}  // namespace graze::inline v1
