#include "graze/render/detail/edge_lines.h"

namespace graze::inline v1::detail {

EdgeLines::EdgeLines(const Scene& scene, const SceneItem& item, const Threads& threads)
    : item_(&item), faces_eye_(item.mesh->triangle_count()) {
    parallel_for(threads, faces_eye_.size(), 16384, [&](std::size_t first, std::size_t last) {
        for (std::size_t t = first; t < last; ++t) {
            const Vec3 normal = scene.camera_direction(item, item.look->normals[t].vector());
            const Vec3 point = scene.camera_point(item, item.mesh->triangles()[t][0]);
            faces_eye_[t] = scene.view.faces_eye(normal, point) ? 1 : 0;
        }
    });
}

bool EdgeLines::is_drawn(std::span<const EdgeUse> uses) const {
    if (uses.size() == 1) return true;  // a border
    for (std::size_t i = 1; i < uses.size(); ++i)
        if (is_drawn_between(uses[i - 1], uses[i])) return true;
    return false;
}

bool EdgeLines::is_drawn_between(const EdgeUse& a, const EdgeUse& b) const {
    const FaceNormal& normal_a = item_->look->normals[a.triangle];
    const FaceNormal& normal_b = item_->look->normals[b.triangle];
    if (!normal_a.exists() || !normal_b.exists()) return false;  // a degenerate triangle has no side
    // Consistently wound neighbours run along their edge in opposite directions; otherwise one of them is
    // flipped.
    const bool same_winding = a.outward != b.outward;
    const bool outline = (faces_eye_[a.triangle] == faces_eye_[b.triangle]) != same_winding;
    if (outline) return true;
    // Inside a polygon there are no edges, however its triangles bend.
    if (item_->mesh->polygon_of(a.triangle) == item_->mesh->polygon_of(b.triangle)) return false;
    const double cosine = dot(normal_a.vector(), normal_b.vector());
    return (same_winding ? cosine : -cosine) < item_->crease_cosine;
}

}  // namespace graze::inline v1::detail
