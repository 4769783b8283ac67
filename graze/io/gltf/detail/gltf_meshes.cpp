#include "graze/io/gltf/detail/gltf_meshes.h"

#include <algorithm>
#include <array>
#include <limits>

#include "graze/base/error.h"
#include "graze/io/detail/text.h"

namespace graze::inline v1::detail {
namespace {

// An upper bound of the work, for progress.
std::uint64_t corner_count(const tinygltf::Model& model) {
    std::uint64_t corners = 0;
    for (const tinygltf::Mesh& mesh : model.meshes) {
        for (const tinygltf::Primitive& primitive : mesh.primitives) {
            const auto position = primitive.attributes.find("POSITION");
            const int accessor = primitive.indices >= 0                   ? primitive.indices
                                 : position != primitive.attributes.end() ? position->second
                                                                          : -1;
            if (accessor >= 0 && static_cast<std::size_t>(accessor) < model.accessors.size())
                corners += model.accessors[static_cast<std::size_t>(accessor)].count;
        }
    }
    return corners;
}

}  // namespace

GltfMeshes::GltfMeshes(const GltfJson& json, GltfBytes& bytes, std::uint64_t file_bytes, Progress* progress)
    : json_(json),
      bytes_(bytes),
      accessors_(json.model, bytes),
      file_bytes_(file_bytes),
      ticker_(progress, "parsing", corner_count(json.model)),
      ids_(json.model.meshes.size()) {}

PlacedParts::MeshId GltfMeshes::add_to(PlacedParts& placed, std::size_t mesh) {
    std::optional<PlacedParts::MeshId>& known_id = ids_[mesh];
    if (known_id) return *known_id;
    try {
        std::vector<PrimitiveKey> keys = keys_of(mesh);
        auto known = known_.find(keys);
        if (known == known_.end()) {
            const PlacedParts::MeshId id = placed.add_mesh(build(keys));
            known = known_.emplace(std::move(keys), id).first;
        }
        known_id = known->second;
        return known->second;
    } catch (const Error& e) {
        const std::string& name = json_.model.meshes[mesh].name;
        throw e.within("mesh " + std::to_string(mesh) + (name.empty() ? "" : " " + excerpt(name)));
    }
}

// A name written by graze, else that of the material. A single primitive needs no name.
std::string GltfMeshes::part_name(const tinygltf::Primitive& primitive, bool only_one) const {
    if (primitive.extras.Has("graze")) return primitive.extras.Get("graze").Get<std::string>();
    const auto material = static_cast<std::size_t>(primitive.material);
    if (only_one || primitive.material < 0 || material >= json_.material_names.size()) return {};
    return json_.material_names[material];
}

// The primitives to be built; counts the others as skipped.
std::vector<GltfMeshes::PrimitiveKey> GltfMeshes::keys_of(std::size_t mesh) {
    const std::vector<tinygltf::Primitive>& primitives = json_.model.meshes[mesh].primitives;
    std::vector<PrimitiveKey> keys;
    for (const tinygltf::Primitive& primitive : primitives) {
        if (primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN)
            throw Error("its mode " + std::to_string(primitive.mode) + " is not known",
                        "primitive " + std::to_string(&primitive - primitives.data()));
        const auto position = primitive.attributes.find("POSITION");
        if (primitive.mode < TINYGLTF_MODE_TRIANGLES)
            ++(primitive.mode == TINYGLTF_MODE_POINTS ? points_ : lines_);
        else if (position == primitive.attributes.end())
            ++without_positions_;
        else
            keys.push_back({position->second, primitive.indices, primitive.mode,
                            part_name(primitive, primitives.size() == 1)});
    }
    return keys;
}

// Accessors may be used any number of times, so that a small file could represent any number of triangles. An
// honest file has no more than three corners per byte: a strip with indices of one byte each.
void GltfMeshes::claim(std::uint64_t corners) {
    corners_ += corners;
    if (corners > std::uint64_t{1} << 40 || corners_ > 4 * (file_bytes_ + bytes_.fetched_bytes()) + 1000000)
        throw Error("makes the file stand for more triangles than it has data for");
    ticker_.at(corners_);
}

GltfTriangles GltfMeshes::triangles_of(const PrimitiveKey& primitive, std::uint64_t vertex_count) {
    std::optional<GltfElements> indices;
    if (primitive.indices >= 0) indices = accessors_.indices(primitive.indices);
    const GltfTriangles triangles(indices, vertex_count, primitive.mode);
    claim(triangles.corner_count() * (triangles.is_strung() ? 3 : 1));
    unfinished_ += triangles.unfinished_corners();
    return triangles;
}

Mesh GltfMeshes::build(std::span<const PrimitiveKey> primitives) {
    Soup soup;
    while (!primitives.empty()) {
        // Consecutive primitives that share their positions are welded together: each may use only a few.
        const auto same = std::ranges::find_if_not(
            primitives, [&](const PrimitiveKey& p) { return p.positions == primitives.front().positions; });
        const auto count = static_cast<std::size_t>(same - primitives.begin());
        add_primitives(primitives.first(count), soup, count == primitives.size());
        primitives = primitives.subspan(count);
    }
    // There may be very many meshes.
    std::vector<Vec3>& vertices = soup.vertices;
    if (vertices.capacity() - vertices.size() > vertices.size() / 8) vertices.shrink_to_fit();
    return {std::move(vertices), std::move(soup.triangles), std::move(soup.parts)};
}

// Visits the triangles twice: to find the vertices to weld, and to write their new numbers.
void GltfMeshes::add_primitives(std::span<const PrimitiveKey> primitives, Soup& soup, bool are_last) {
    const GltfElements positions = accessors_.numbers(primitives.front().positions, TINYGLTF_TYPE_VEC3);
    if (positions.size() > std::numeric_limits<VertexId>::max())
        throw Error("has too many elements", positions.name());
    has_doubles_ = has_doubles_ || positions.is_double();
    std::vector<GltfTriangles> sources;
    std::uint64_t corners = 0;
    for (const PrimitiveKey& primitive : primitives) {
        sources.push_back(triangles_of(primitive, positions.size()));
        corners += sources.back().corner_count();
    }

    GltfVertices vertices(positions, corners);
    std::size_t total = soup.triangles.size();
    for (std::size_t i = 0; i < primitives.size(); ++i) {
        const std::size_t start = total;
        sources[i].for_each([&](const std::array<VertexId, 3>& triangle) {
            for (const VertexId v : triangle) vertices.mark(v);
            ++total;
        });
        if (total > std::numeric_limits<PolygonId>::max())
            throw Error("has more triangles than a mesh can hold");
        soup.parts.push_back(
            {primitives[i].name, static_cast<PolygonId>(start), static_cast<PolygonId>(total - start)});
    }
    const std::size_t before = soup.welder.vertices().size();
    merged_vertices_ += vertices.weld(soup.welder);
    merged_vertices_ -= soup.welder.vertices().size() - before;
    // Before the triangles are stored: the welder is large.
    if (are_last) soup.vertices = soup.welder.take_vertices();

    if (total - soup.triangles.size() >= soup.triangles.size()) soup.triangles.reserve(total);
    for (const GltfTriangles& source : sources)
        source.for_each([&](const std::array<VertexId, 3>& t) {
            soup.triangles.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
        });
}

std::vector<Skipped> GltfMeshes::skipped() const {
    std::vector<Skipped> skipped;
    const auto add = [&](const char* what, std::uint64_t count) {
        if (count > 0) skipped.push_back({what, count});
    };
    add("point primitives", points_);
    add("line primitives", lines_);
    add("primitives without positions", without_positions_);
    add("corners that make no whole triangle", unfinished_);
    return skipped;
}

}  // namespace graze::inline v1::detail
