// The items of a picture, checked and ready to be drawn.
#pragma once

#include <deque>
#include <vector>

#include "graze/render/detail/mesh_look.h"
#include "graze/render/detail/view.h"
#include "graze/render/draw.h"

namespace graze::inline v1::detail {

struct SceneItem {
    const Mesh* mesh = nullptr;
    const MeshLook* look = nullptr;
    Pose world_from_mesh{};
    Vec3 color;          // from 0 to 1 each
    double opacity = 1;  // above 0
    bool edges = false;
    std::optional<bool> filled{};   // none: if it is closed
    double crease_cosine = 1;       // above 1: nothing is smooth
    std::uint32_t first_point = 0;  // of its vertices among the points of the picture

    bool smooth() const { return crease_cosine < 1; }
};

struct Scene {
    // Throws Error for items and options out of range. `items` must outlive the scene.
    Scene(std::span<const DrawItem> items, const Camera& camera, const DrawOptions& options);

    Vec3 camera_point(const SceneItem& item, VertexId v) const {
        return view.camera_from_world(item.world_from_mesh(item.mesh->vertices()[v]));
    }
    Vec3 camera_direction(const SceneItem& item, const Vec3& local) const {
        return view.rotate_from_world(item.world_from_mesh.rotate(local));
    }

    View view;
    std::vector<SceneItem> items;  // only visible ones
    std::uint64_t point_count = 0;
    // In camera space. Points at a positive distance are cut away.
    struct Cut {
        Vec3 point, normal;
        double distance(const Vec3& p) const { return dot(p - point, normal); }
    };
    std::optional<Cut> cut;
    // The depth of the section plane, if it faces the eye and cuts a solid item, which is then filled there.
    std::optional<DepthFunction> cut_depth;  // none: no item is filled
    bool is_capped(const SceneItem& item) const {
        return cut_depth.has_value() && item.filled.value_or(item.look->closed) && item.opacity >= 1;
    }

  private:
    void find_looks(const Threads& threads);
    std::deque<MeshLook> looks_;  // one per mesh
};

}  // namespace graze::inline v1::detail
