// The nodes of a glTF file: their names, their transformations, and what graze itself says in a file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/io/detail/gltf_json.h"
#include "graze/io/detail/placed_parts.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1::detail {

// First the scale, then the rotation (x, y, z, w), then the translation. Throws Error for a rotation of zero.
Affine gltf_trs(const Vec3& translation, const std::array<double, 4>& rotation, const Vec3& scale);

// The node's own transformation. Throws Error for one that is not affine.
Affine gltf_transformation(const tinygltf::Node& node);

// The coordinates of a file: glTF's, or graze's own below the root that gltf_root.h tells of.
struct GltfFrame {
    bool written_by_graze = false;          // then names are meant as they are, even if empty
    std::optional<double> metres_per_unit;  // of what is below `root`
    std::optional<Axis> up;
    std::optional<std::size_t> root;  // a node to pass over, with its transformation
};

// `roots` are the nodes of the scene. What graze says is believed if the root is as graze makes it.
GltfFrame gltf_frame(const tinygltf::Model& model, const std::vector<int>& roots);

// Of equal names all but the first get " (2)", " (3)", never a name that another has.
void make_unique(std::vector<std::string>& names);

}  // namespace graze::inline v1::detail
