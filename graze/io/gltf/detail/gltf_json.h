// The JSON of a glTF file, checked and converted to tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/gltf/detail/tinygltf.h"

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

// Throws Error with the place ("nodes[3].mesh" or "byte 17") for text that is not JSON, for values of other
// types than glTF 2.0 requires, and for required extensions that would change the shape.
//
// Only values that influence the shape reach tinygltf, and only after a check of their types, because
// tinygltf (2.7) silently drops values of the wrong type, truncates large indices, recurses into everything
// that is nested in extras and rejects a file because of a broken texture.
GltfJson read_gltf_json(std::string_view json);

}  // namespace graze::inline v1::detail
