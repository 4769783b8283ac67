#include "graze/render/detail/scene.h"

#include <limits>
#include <map>
#include <string>

#include "graze/base/error.h"
#include "graze/base/trig.h"

namespace graze::inline v1::detail {
namespace {

SceneItem checked(const DrawItem& item, std::size_t index) {
    const std::string where = "item " + std::to_string(index);
    if (item.mesh == nullptr) throw Error("has no mesh", where);
    if (!(item.opacity >= 0 && item.opacity <= 1))
        throw Error("its opacity is not a number from 0 to 1", where);
    if (!(item.crease_degrees >= 0 && item.crease_degrees <= 180))
        throw Error("its crease angle is not from 0 to 180 degrees", where);
    SceneItem result;
    result.mesh = item.mesh;
    result.world_from_mesh = item.world_from_mesh;
    result.color = Vec3{static_cast<double>(item.color.r), static_cast<double>(item.color.g),
                        static_cast<double>(item.color.b)} /
                   255.0;
    result.opacity = item.opacity * item.color.a / 255.0;
    result.edges = item.edges;
    result.filled = item.filled;
    // A cosine of 1 would still smooth between triangles that are parallel to within rounding.
    result.crease_cosine = item.crease_degrees > 0 ? sin_cos_turns(item.crease_degrees / 360).cos : 2;
    return result;
}

void check(const DrawOptions& options) {
    if (!(options.edge_width > 0 && options.edge_width <= 100))
        throw Error("the width of lines is not above 0 and up to 100 pixels", "drawing");
    if (options.section && (!is_in_range(options.section->point) || !is_in_range(options.section->normal) ||
                            options.section->normal == Vec3{}))
        throw Error("the section plane has no direction, or a coordinate is out of range", "drawing");
}

}  // namespace

Scene::Scene(std::span<const DrawItem> all, const Camera& camera, const DrawOptions& options)
    : view(camera, options.width, options.height, box_of(all)) {
    check(options);
    for (std::size_t i = 0; i < all.size(); ++i) {
        SceneItem item = checked(all[i], i);
        if (!is_seen(all[i])) continue;
        item.first_point = static_cast<std::uint32_t>(point_count);
        point_count += item.mesh->vertices().size();
        // Half of all ids are left for the points that clipping and lines add.
        if (point_count > std::numeric_limits<std::uint32_t>::max() / 2)
            throw Error("there are more vertices than a picture can have", "item " + std::to_string(i),
                        "draw fewer parts");
        items.push_back(item);
    }
    if (options.section)
        cut = Cut{view.camera_from_world(options.section->point),
                  view.rotate_from_world(unit(options.section->normal))};
    if (cut) cut_depth = view.depth_of_plane(cut->point, cut->normal);
    find_looks(options.threads);
}

void Scene::find_looks(const Threads& threads) {
    std::map<const Mesh*, bool> needs_edges, needs_closed;
    for (const SceneItem& item : items) {
        bool& needs = needs_edges[item.mesh];
        needs = needs || item.edges || item.smooth();
        bool& closed = needs_closed[item.mesh];
        closed = closed || (cut.has_value() && !item.filled);
    }
    std::map<const Mesh*, const MeshLook*> look_of;
    for (SceneItem& item : items) {
        const MeshLook*& look = look_of[item.mesh];
        if (look == nullptr)
            look = &looks_.emplace_back(*item.mesh, needs_edges[item.mesh], needs_closed[item.mesh], threads);
        item.look = look;
    }
}

}  // namespace graze::inline v1::detail
