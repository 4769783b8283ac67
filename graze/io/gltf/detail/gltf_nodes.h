// The nodes of a glTF file: their names, their transformations, and the data that graze itself writes into a
// file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/io/detail/placed_parts.h"
#include "graze/io/gltf/detail/gltf_json.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1::detail {

// First the scale, then the rotation (x, y, z, w), then the translation. Throws Error for a rotation of zero.
Affine gltf_trs(const Vec3& translation, const std::array<double, 4>& rotation, const Vec3& scale);

// The node's own transformation. Throws Error for one that is not affine.
Affine gltf_transformation(const tinygltf::Node& node);

// The coordinate frame of a file: that of glTF, or graze's own below the root described in gltf_root.h.
struct GltfFrame {
    bool written_by_graze = false;          // names are literal, even if empty
    std::optional<double> metres_per_unit;  // of the nodes below `root`
    std::optional<Axis> up;
    std::optional<std::size_t> root;  // a node to skip, with its transformation
};

// `roots` are the nodes of the scene. The data of graze is used only if the root is as graze writes it.
GltfFrame gltf_frame(const tinygltf::Model& model, const std::vector<int>& roots);

// Of equal names all but the first get " (2)", " (3)", never a name that already exists.
void make_unique(std::vector<std::string>& names);

}  // namespace graze::inline v1::detail
