// Converts the meshes of a glTF file.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/io/detail/placed_parts.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/gltf/detail/gltf_accessors.h"
#include "graze/io/gltf/detail/gltf_json.h"
#include "graze/io/gltf/detail/gltf_triangles.h"
#include "graze/io/gltf/detail/gltf_vertices.h"
#include "graze/mesh/detail/welder.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// Builds the requested meshes, each once. Vertices are those that triangles use, in the order of their
// accessors; vertices with equal coordinates are merged: glTF splits vertices wherever normals or texture
// coordinates differ, and a closed surface must stay closed. Every primitive is a part of the mesh. Functions
// throw Error naming the mesh.
class GltfMeshes {
  public:
    // `file_bytes` is the base of the limits. All arguments must outlive this object.
    GltfMeshes(const GltfJson& json, GltfBytes& bytes, std::uint64_t file_bytes, Progress* progress);

    // The mesh in `placed`. Meshes of the same primitives become one mesh.
    PlacedParts::MeshId add_to(PlacedParts& placed, std::size_t mesh);

    std::string name(std::size_t mesh) const { return json_.model.meshes[mesh].name; }

    std::uint64_t merged_vertices() const { return merged_vertices_; }
    bool has_doubles() const { return has_doubles_; }
    std::vector<Skipped> skipped() const;

  private:
    struct PrimitiveKey {
        int positions, indices, mode;
        std::string name;
        friend auto operator<=>(const PrimitiveKey&, const PrimitiveKey&) = default;
    };

    // A mesh that is being built.
    struct Soup {
        Welder welder;
        std::vector<Vec3> vertices;  // when all primitives are welded
        std::vector<std::array<VertexId, 3>> triangles;
        std::vector<MeshPart> parts;
    };

    std::vector<PrimitiveKey> keys_of(std::size_t mesh);
    std::string part_name(const tinygltf::Primitive& primitive, bool only_one) const;
    Mesh build(std::span<const PrimitiveKey> primitives);
    void add_primitives(std::span<const PrimitiveKey> primitives, Soup& soup, bool are_last);
    GltfTriangles triangles_of(const PrimitiveKey& primitive, std::uint64_t vertex_count);
    void claim(std::uint64_t corners);

    const GltfJson& json_;
    GltfBytes& bytes_;
    GltfAccessors accessors_;
    std::uint64_t file_bytes_;
    Ticker ticker_;
    std::vector<std::optional<PlacedParts::MeshId>> ids_;
    std::map<std::vector<PrimitiveKey>, PlacedParts::MeshId> known_;
    std::uint64_t corners_ = 0, merged_vertices_ = 0;
    std::uint64_t points_ = 0, lines_ = 0, unfinished_ = 0, without_positions_ = 0;
    bool has_doubles_ = false;
};

}  // namespace graze::inline v1::detail
