// Writes the JSON of a GLB file piece by piece: an assembly may have very many parts.
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/detail/json_text.h"
#include "graze/base/detail/utf8.h"
#include "graze/base/float_rounding.h"
#include "graze/io/gltf/detail/glb_layout.h"
#include "graze/io/gltf/detail/gltf_root.h"

namespace graze::inline v1::detail {
namespace {

// The first triangle of a part; triangles are in the order of their polygons.
TriangleId first_triangle(const Mesh& mesh, std::uint64_t polygon) {
    if (mesh.all_triangles()) return static_cast<TriangleId>(polygon);
    std::size_t first = 0, last = mesh.triangle_count();
    while (first < last) {
        const std::size_t middle = (first + last) / 2;
        if (mesh.polygon_of(static_cast<TriangleId>(middle)) < polygon)
            first = middle + 1;
        else
            last = middle;
    }
    return static_cast<TriangleId>(first);
}

class GlbJson {
  public:
    GlbJson(const GlbLayout& layout, Output& out)
        : layout_(layout), out_(out), animated_nodes_(layout.moving.size()) {}

    void write() {
        put(R"({"asset":{"version":"2.0","generator":"graze","extras":{"graze":{)");
        put_frame();
        put(R"(}}},"scene":0,"scenes":[{"nodes":[)");
        if (layout_.has_root())
            put("0");
        else
            put_node_numbers(layout_.tree.roots());
        put(R"(]}],"nodes":[)");
        put_nodes();
        put(R"(],"meshes":[)");
        for (const GlbMesh& m : layout_.meshes) {
            if (&m != layout_.meshes.data()) put(",");
            put_mesh(m);
        }
        put(R"(],"accessors":[)");
        for (const GlbMesh& m : layout_.meshes) {
            if (&m != layout_.meshes.data()) put(",");
            put_accessors(m);
        }
        put_animation_accessors();
        put(R"(],"bufferViews":[)");
        put_views();
        put("]");
        put_animation();
        put(R"(,"buffers":[{"byteLength":)", layout_.binary_size(), "}]}");
    }

  private:
    template <typename... Pieces>
    void put(const Pieces&... pieces) {
        (put_one(pieces), ...);
    }
    void put_one(std::string_view text) { out_.write(text); }
    void put_one(std::uint64_t number) {
        char* const p = out_.room(24);
        out_.end_at(std::to_chars(p, p + 24, number).ptr);
    }
    void put_one(double number) { put_json(number); }
    void put_name(std::string_view name) { put_json(name); }
    void put_json(auto value) {
        scratch_.clear();
        append_json(scratch_, value);
        out_.write(scratch_);
    }
    void put_list(const auto& numbers) {
        const char* separator = "[";
        for (const double number : numbers) {
            put(separator, number);
            separator = ",";
        }
        put("]");
    }

    void put_frame() {
        const Assembly& assembly = layout_.assembly;
        put(R"("version":)", std::uint64_t{gltf_frame_version});
        if (assembly.metres_per_unit) put(R"(,"metres_per_unit":)", *assembly.metres_per_unit);
        if (assembly.up)
            put(R"(,"up":")", std::string_view("xyz").substr(static_cast<std::size_t>(*assembly.up), 1),
                "\"");
        if (layout_.has_root()) put(R"(,"root":0)");
    }

    // The file has the root first, then the tree, then the meshes of nodes that have both a pose and
    // children.
    std::uint64_t node_number(std::size_t node) const { return node + (layout_.has_root() ? 1U : 0U); }

    void put_node_numbers(const std::vector<std::uint32_t>& nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i) put(i > 0 ? "," : "", node_number(nodes[i]));
    }

    void put_nodes() {
        const std::vector<PathTree::Node>& nodes = layout_.tree.nodes();
        if (layout_.has_root()) {
            put(R"({"name":"unit and axis","matrix":)");
            put_matrix(layout_.root_matrix);
            put(R"(,"children":[)");
            put_node_numbers(layout_.tree.roots());
            put("]},");
        }
        std::vector<const Part*> apart;
        for (const PathTree::Node& node : nodes) {
            put(&node == nodes.data() ? "" : ",", R"({"name":)");
            put_name(node.name);
            const Part* const part = node.part ? &layout_.assembly.parts[*node.part] : nullptr;
            // A pose must not move the children.
            const bool is_apart =
                part && !node.children.empty() && (part->world_from_part != Pose() || animation_of(*part));
            if (part && !is_apart)
                put_part(*part, node_number(static_cast<std::size_t>(&node - nodes.data())));
            if (!node.children.empty()) {
                put(R"(,"children":[)");
                put_node_numbers(node.children);
                if (is_apart) {
                    put(",", node_number(nodes.size() + apart.size()));
                    apart.push_back(part);
                }
                put("]");
            }
            put("}");
        }
        for (std::size_t i = 0; i < apart.size(); ++i) {
            put(R"(,{"extras":{"graze":"mesh of the parent"})");
            put_part(*apart[i], node_number(nodes.size() + i));
            put("}");
        }
    }

    const PartAnimation* animation_of(const Part& part) const {
        return layout_.animation_of(static_cast<std::size_t>(&part - layout_.assembly.parts.data()));
    }

    void put_part(const Part& part, std::uint64_t node) {
        if (const auto number = layout_.number_of(*part.mesh)) put(R"(,"mesh":)", std::uint64_t{*number});
        if (const PartAnimation* const animation = animation_of(part)) {
            // What is animated has no matrix.
            animated_nodes_[static_cast<std::size_t>(animation - layout_.moving.data())] = node;
            const Pose& first = animation->world_from_part.front();
            const Quat q = first.rotation();
            put(R"(,"translation":)");
            put_list(std::array{first.translation().x, first.translation().y, first.translation().z});
            put(R"(,"rotation":)");
            put_list(std::array{q.x, q.y, q.z, q.w});
            return;
        }
        const Pose::Matrix& m = part.world_from_part.matrix();
        Pose::Matrix turn = m;
        for (auto& row : turn) row[3] = 0;
        if (m == Pose().matrix()) return;
        if (turn == Pose().matrix()) {
            put(R"(,"translation":)");
            put_list(std::array{m[0][3], m[1][3], m[2][3]});
        } else {
            put(R"(,"matrix":)");
            put_matrix(m);
        }
    }

    void put_matrix(const Pose::Matrix& rows) {
        std::array<double, 16> columns{};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 4; ++j) columns[4 * j + i] = rows[i][j];
        columns[15] = 1;
        put_list(columns);
    }

    void put_mesh(const GlbMesh& m) {
        put(R"({"primitives":[)");
        std::uint64_t accessor = m.accessor;
        for (const MeshPart& part : m.mesh->parts()) {
            if (part.polygon_count == 0) continue;
            put(accessor == m.accessor ? "" : ",", R"({"attributes":{"POSITION":)", m.accessor, "}");
            ++accessor;
            if (m.indices != GlbIndices::none) put(R"(,"indices":)", accessor);
            if (!part.name.empty()) {
                put(R"(,"extras":{"graze":)");
                put_name(valid_utf8(part.name));
                put("}");
            }
            put("}");
        }
        put("]}");
    }

    void put_accessors(const GlbMesh& m) {
        const auto rounded = [](const Vec3& v) {
            return std::array{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
        };
        put_accessor(0, m.first_position, "5126", m.vertex_count, "VEC3");
        put(R"(,"min":)");
        put_list(rounded(m.mesh->box().lower));
        put(R"(,"max":)");
        put_list(rounded(m.mesh->box().upper));
        put("}");
        if (m.indices == GlbIndices::none) return;
        const bool is_short = m.indices == GlbIndices::two_bytes;
        const std::uint64_t view = is_short && layout_.wide_indices_size > 0 ? 2 : 1;
        for (const MeshPart& part : m.mesh->parts()) {
            if (part.polygon_count == 0) continue;
            const std::uint64_t first = first_triangle(*m.mesh, part.first_polygon);
            const std::uint64_t end =
                first_triangle(*m.mesh, std::uint64_t{part.first_polygon} + part.polygon_count);
            put(",");
            put_accessor(view, m.first_index + 3 * first * m.index_size(), is_short ? "5123" : "5125",
                         3 * (end - first), "SCALAR");
            put("}");
        }
    }

    // Does not close the object.
    void put_accessor(std::uint64_t view, std::uint64_t offset, const char* component, std::uint64_t count,
                      const char* type) {
        put(R"({"bufferView":)", view);
        if (offset > 0) put(R"(,"byteOffset":)", offset);
        put(R"(,"componentType":)", component, R"(,"count":)", count, R"(,"type":")", type, "\"");
    }

    // Times of all parts that move, one after the other, then places, then rotations.
    void put_animation_accessors() {
        if (layout_.moving.empty()) return;
        const std::uint64_t view = view_count();
        std::uint64_t poses = 0, done = 0;
        for (const PartAnimation& a : layout_.moving) poses += a.times.size();
        for (const PartAnimation& a : layout_.moving) {
            put(",");
            put_accessor(view, done * glb_time_size, "5126", a.times.size(), "SCALAR");
            put(R"(,"min":[)", double{nearest_float(a.times.front())}, R"(],"max":[)",
                double{nearest_float(a.times.back())}, "]},");
            put_accessor(view, poses * glb_time_size + done * glb_position_size, "5126", a.times.size(),
                         "VEC3");
            put("},");
            put_accessor(view, poses * (glb_time_size + glb_position_size) + done * glb_rotation_size, "5126",
                         a.times.size(), "VEC4");
            put("}");
            done += a.times.size();
        }
    }

    void put_animation() {
        if (layout_.moving.empty()) return;
        put(R"(,"animations":[{"name":"motion","samplers":[)");
        std::uint64_t accessor = layout_.first_animation_accessor();
        for (std::size_t i = 0; i < layout_.moving.size(); ++i, accessor += 3)
            put(i > 0 ? "," : "", R"({"input":)", accessor, R"(,"output":)", accessor + 1, R"(},{"input":)",
                accessor, R"(,"output":)", accessor + 2, "}");
        put(R"(],"channels":[)");
        for (std::size_t i = 0; i < layout_.moving.size(); ++i)
            put(i > 0 ? "," : "", R"({"sampler":)", std::uint64_t{2 * i}, R"(,"target":{"node":)",
                animated_nodes_[i], R"(,"path":"translation"}},{"sampler":)", std::uint64_t{2 * i + 1},
                R"(,"target":{"node":)", animated_nodes_[i], R"(,"path":"rotation"}})");
        put("]}]");
    }

    // Without that of animations.
    std::uint64_t view_count() const {
        return 1 + (layout_.wide_indices_size > 0 ? 1 : 0) + (layout_.short_indices_size > 0 ? 1 : 0);
    }

    void put_views() {
        const auto view = [&](std::uint64_t offset, std::uint64_t size, const char* rest) {
            if (size == 0) return;
            put(offset > 0 ? "," : "", R"({"buffer":0,"byteOffset":)", offset, R"(,"byteLength":)", size,
                rest, "}");
        };
        view(0, layout_.positions_size, R"(,"byteStride":12,"target":34962)");
        view(layout_.positions_size, layout_.wide_indices_size, R"(,"target":34963)");
        view(layout_.positions_size + layout_.wide_indices_size, layout_.short_indices_size,
             R"(,"target":34963)");
        if (!layout_.moving.empty()) view(layout_.first_time(), layout_.animation_size(), "");
    }

    const GlbLayout& layout_;
    Output& out_;
    std::vector<std::uint64_t> animated_nodes_;  // of each part that moves
    std::string scratch_;
};

}  // namespace

void write_glb_json(const GlbLayout& layout, Output& output) {
    GlbJson(layout, output).write();
}

}  // namespace graze::inline v1::detail
