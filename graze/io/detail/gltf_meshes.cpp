#include "graze/io/detail/gltf_meshes.h"

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

// Triangles as the mode strings them together (glTF 2.0, 3.7.2.1). Corners that are left over make none.
std::vector<VertexId> as_triangles(const std::vector<VertexId>& corners, int mode) {
    const std::size_t n = corners.size();
    std::vector<VertexId> triangles;
    if (n < 3) return triangles;
    triangles.reserve(3 * (n - 2));
    for (std::size_t i = 0; i + 2 < n; ++i) {
        std::array<VertexId, 3> t;
        if (mode == TINYGLTF_MODE_TRIANGLE_STRIP)
            t = {corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]};
        else
            t = {corners[i + 1], corners[i + 2], corners[0]};
        // A corner given twice is how strips are joined and fans closed: no triangle is meant.
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
        triangles.insert(triangles.end(), t.begin(), t.end());
    }
    return triangles;
}

// Different indices among the corners, rising. `count` is how many vertices there are to choose from.
std::vector<VertexId> used_vertices(const std::vector<VertexId>& corners, std::uint64_t count) {
    std::vector<VertexId> used;
    if (count <= 4 * corners.size()) {
        std::vector<bool> is_used(static_cast<std::size_t>(count));
        for (const VertexId v : corners) is_used[v] = true;
        for (std::size_t v = 0; v < is_used.size(); ++v)
            if (is_used[v]) used.push_back(static_cast<VertexId>(v));
        return used;
    }
    used = corners;
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    return used;
}

// Replaces vertices by what became of them. `used` rises.
void renumber(std::vector<VertexId>& corners, const std::vector<VertexId>& used,
              const std::vector<VertexId>& became) {
    if (!used.empty() && used.back() < 4 * corners.size()) {
        std::vector<VertexId> table(std::size_t{used.back()} + 1);
        for (std::size_t i = 0; i < used.size(); ++i) table[used[i]] = became[i];
        for (VertexId& v : corners) v = table[v];
        return;
    }
    for (VertexId& v : corners)
        v = became[static_cast<std::size_t>(std::ranges::lower_bound(used, v) - used.begin())];
}

// Moves where it can: meshes may be large.
void append(std::vector<VertexId>& all, std::vector<VertexId> more) {
    if (all.empty())
        all = std::move(more);
    else
        all.insert(all.end(), more.begin(), more.end());
}

std::vector<std::array<VertexId, 3>> grouped(const std::vector<VertexId>& corners) {
    std::vector<std::array<VertexId, 3>> triangles(corners.size() / 3);
    for (std::size_t t = 0; t < triangles.size(); ++t)
        triangles[t] = {corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]};
    return triangles;
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

// A name given by graze, else that of the material. Only one primitive needs no name.
std::string GltfMeshes::part_name(const tinygltf::Primitive& primitive, bool only_one) const {
    if (primitive.extras.Has("graze")) return primitive.extras.Get("graze").Get<std::string>();
    const auto material = static_cast<std::size_t>(primitive.material);
    if (only_one || primitive.material < 0 || material >= json_.material_names.size()) return {};
    return json_.material_names[material];
}

// What is there to be built; counts what is not.
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

// Accessors may be used any number of times, so that a small file could stand for any number of triangles. An
// honest one has no more than three corners per byte: a strip with indices of one byte each.
void GltfMeshes::claim(std::uint64_t corners) {
    corners_ += corners;
    if (corners > std::uint64_t{1} << 40 || corners_ > 4 * (file_bytes_ + bytes_.fetched_bytes()) + 1000000)
        throw Error("makes the file stand for more triangles than it has data for");
    ticker_.at(corners_);
}

// Three for each triangle, as indices into the positions.
std::vector<VertexId> GltfMeshes::corners_of(const PrimitiveKey& primitive, std::uint64_t vertex_count) {
    std::vector<VertexId> corners;
    const bool is_strip = primitive.mode != TINYGLTF_MODE_TRIANGLES;
    if (primitive.indices >= 0) {
        const GltfElements indices = accessors_.indices(primitive.indices);
        claim(indices.size() * (is_strip ? 3 : 1));
        corners.resize(static_cast<std::size_t>(indices.size()));
        for (std::size_t i = 0; i < corners.size(); ++i) {
            corners[i] = indices.index(i);
            if (corners[i] >= vertex_count)
                throw Error("its index " + std::to_string(corners[i]) + " is out of range (" +
                                std::to_string(vertex_count) + " vertices)",
                            "accessor " + std::to_string(primitive.indices));
        }
    } else {
        claim(vertex_count * (is_strip ? 3 : 1));
        corners.resize(static_cast<std::size_t>(vertex_count));
        for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = static_cast<VertexId>(i);
    }
    if (is_strip) {
        if (corners.size() < 3) unfinished_ += corners.size();
        return as_triangles(corners, primitive.mode);
    }
    unfinished_ += corners.size() % 3;
    corners.resize(corners.size() - corners.size() % 3);
    return corners;
}

Mesh GltfMeshes::build(const std::vector<PrimitiveKey>& primitives) {
    Welder welder;
    std::vector<VertexId> all;
    std::vector<MeshPart> parts;
    for (std::size_t first = 0; first < primitives.size();) {
        // Primitives in a row that share their positions are welded together: each may use only a few.
        const int accessor = primitives[first].positions;
        const GltfElements positions = accessors_.numbers(accessor, TINYGLTF_TYPE_VEC3);
        if (positions.size() > std::numeric_limits<VertexId>::max())
            throw Error("has too many elements", "accessor " + std::to_string(accessor));
        std::vector<VertexId> corners;
        for (; first < primitives.size() && primitives[first].positions == accessor; ++first) {
            std::vector<VertexId> own = corners_of(primitives[first], positions.size());
            const std::size_t start = (all.size() + corners.size()) / 3, count = own.size() / 3;
            if (start + count > std::numeric_limits<PolygonId>::max())
                throw Error("has more triangles than a mesh can hold");
            parts.push_back(
                {primitives[first].name, static_cast<PolygonId>(start), static_cast<PolygonId>(count)});
            append(corners, std::move(own));
        }
        const std::vector<VertexId> used = used_vertices(corners, positions.size());
        renumber(corners, used, weld(welder, positions, used, accessor));
        append(all, std::move(corners));
    }
    std::vector<Vec3> vertices = welder.take_vertices();
    vertices.shrink_to_fit();  // there may be very many meshes
    return {std::move(vertices), grouped(all), std::move(parts)};
}

// What becomes of the used ones.
std::vector<VertexId> GltfMeshes::weld(Welder& welder, const GltfElements& positions,
                                       const std::vector<VertexId>& used, int accessor) {
    has_doubles_ = has_doubles_ || positions.is_double();
    const std::size_t before = welder.vertices().size();
    std::vector<VertexId> became(used.size());
    std::vector<Vec3> points;
    constexpr std::size_t most_at_once = 65536;
    for (std::size_t first = 0; first < used.size(); first += points.size()) {
        points.resize(std::min(most_at_once, used.size() - first));
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i] = positions.vec3(used[first + i]);
            if (!is_in_range(points[i]))
                throw Error(
                    is_finite(points[i]) ? "coordinate is beyond 1e100" : "coordinate is not a finite number",
                    "accessor " + std::to_string(accessor) + ", element " + std::to_string(used[first + i]));
        }
        welder.add(points, became.data() + first);
    }
    merged_vertices_ += used.size() - (welder.vertices().size() - before);
    return became;
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
