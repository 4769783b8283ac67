// The JSON of a glTF file, checked and as tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/detail/tinygltf.h"

namespace graze::inline v1::detail {

struct GltfBuffer {
    std::uint64_t byte_length = 0;
    std::optional<std::string> uri;
};

struct GltfJson {
    // Its asset, scenes, nodes, meshes, accessors and buffer views; the rest is empty.
    // Every index is from 0 to 2^31 - 1, or -1 where there is none, but need not be in range of its table.
    tinygltf::Model model;
    std::vector<GltfBuffer> buffers;
    std::vector<std::string> material_names, required_extensions;
    std::uint64_t animations = 0, morph_targets = 0;
};

// Throws Error saying the place ("nodes[3].mesh" or "byte 17") for text that is not JSON, and for values that
// are not of the kind that glTF 2.0 wants; and for required extensions that would change the shape.
//
// Only what has a bearing on shape reaches tinygltf, and only after its type was checked, for tinygltf (2.7)
// drops values of the wrong type without a word, cuts large indices off, recurses into whatever is nested in
// extras and gives up on a file because of a broken texture.
GltfJson read_gltf_json(std::string_view json);

}  // namespace graze::inline v1::detail
