#include "graze/io/gltf/detail/glb_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/detail/json_text.h"
#include "graze/base/detail/utf8.h"
#include "graze/base/error.h"
#include "graze/io/detail/text.h"
#include "graze/io/gltf/detail/gltf_root.h"

namespace graze::inline v1::detail {
namespace {

// Every corner is a separate vertex, in order: no indices are needed.
bool is_plain_list(const Mesh& mesh) {
    if (mesh.parts().size() > 1 || mesh.vertices().size() != 3 * mesh.triangle_count()) return false;
    VertexId next = 0;
    for (const auto& t : mesh.triangles())
        for (const VertexId v : t)
            if (v != next++) return false;
    return true;
}

std::uint64_t filled_parts(const Mesh& mesh) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(mesh.parts(), [](const MeshPart& part) { return part.polygon_count > 0; }));
}

void check_range(const Mesh& mesh, const std::string& path) {
    constexpr double limit = 0x1.ffffffp127;  // smaller magnitudes still round to a finite float
    for (const Vec3& corner : {mesh.box().lower, mesh.box().upper})
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (!(std::abs(corner[axis]) < limit))
                throw Error("has a coordinate beyond 3.4e38, the range of GLB files", "part " + excerpt(path),
                            "write OBJ instead");
}

}  // namespace

GlbLayout::GlbLayout(const Assembly& parts, std::span<const PartAnimation> animations)
    : assembly(parts),
      moving(animations),
      tree(parts, [this](std::string name) { return checked_name(std::move(name)); }),
      root_matrix(gltf_root(parts.metres_per_unit, parts.up)) {
    saved.renamed_parts += tree.repeated();
    collect_meshes();
    for (GlbMesh& m : meshes) lay_out(m);
}

std::uint64_t GlbLayout::animation_size() const {
    std::uint64_t poses = 0;
    for (const PartAnimation& a : moving) poses += a.times.size();
    return poses * glb_animated_pose_size;
}

const PartAnimation* GlbLayout::animation_of(std::size_t part) const {
    const auto found = std::ranges::find(moving, part, &PartAnimation::part);
    return found == moving.end() ? nullptr : &*found;
}

bool GlbLayout::has_root() const {
    return root_matrix != gltf_root({}, {});
}

std::string GlbLayout::checked_name(std::string name) {
    std::string utf8 = valid_utf8(name);
    if (utf8 != name) ++saved.renamed_parts;
    return utf8;
}

void GlbLayout::collect_meshes() {
    for (const Part& part : assembly.parts) {
        const Mesh& mesh = *part.mesh;
        if (mesh.empty()) {
            numbers_.try_emplace(&mesh);
            saved.parts_dropped = true;
        } else if (numbers_.try_emplace(&mesh, meshes.size()).second) {
            check_range(mesh, part.path);
            meshes.push_back({&mesh});
        }
    }
    if (meshes.empty()) throw Error("there are no triangles to write");
}

void GlbLayout::lay_out(GlbMesh& m) {
    const Mesh& mesh = *m.mesh;
    m.vertex_count = mesh.vertices().size() - mesh.unused_vertex_count();
    m.first_position = positions_size;
    positions_size += m.vertex_count * glb_position_size;
    if (!is_plain_list(mesh)) {
        // 65535 would start another strip.
        m.indices = m.vertex_count <= 0xffff ? GlbIndices::two_bytes : GlbIndices::four_bytes;
        std::uint64_t& size = m.indices == GlbIndices::two_bytes ? short_indices_size : wide_indices_size;
        m.first_index = size;
        size += 3 * mesh.triangle_count() * m.index_size();
    }
    m.accessor = accessor_count_;
    accessor_count_ += 1 + (m.indices == GlbIndices::none ? 0 : filled_parts(mesh));
    saved.unused_vertices_dropped += mesh.unused_vertex_count();
    saved.polygons_cut = saved.polygons_cut || !mesh.all_triangles();
    for (const MeshPart& part : mesh.parts()) {
        if (part.polygon_count == 0 && !part.name.empty()) saved.parts_dropped = true;
        if (valid_utf8(part.name) != part.name) ++saved.renamed_parts;
    }
}

}  // namespace graze::inline v1::detail
