// Small scenes whose pictures are known: the camera looks down the z axis at the square from -1 to 1, which
// fills a square picture exactly.
#pragma once

#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/render/draw.h"

namespace graze::test {

inline Camera looking_down() {
    Camera camera;
    camera.eye = {0, 0, 10};
    camera.up = {0, 1, 0};
    camera.projection = Projection::orthographic;
    camera.view_height = 2;
    return camera;
}

// A rectangle at height z, facing up.
inline Mesh rectangle(double left, double right, double bottom, double top, double z) {
    return Mesh({{left, bottom, z}, {right, bottom, z}, {right, top, z}, {left, top, z}},
                {{0, 1, 2}, {0, 2, 3}});
}

inline DrawOptions plain_options(std::uint32_t side) {
    DrawOptions options;
    options.width = options.height = side;
    options.background_top = options.background_bottom = {0, 0, 0, 0};
    return options;
}

inline DrawItem item_of(const Mesh& mesh, const Color& color = {200, 200, 200}) {
    DrawItem item;
    item.mesh = &mesh;
    item.color = color;
    return item;
}

inline Picture draw_one(const DrawItem& item, const Camera& camera, const DrawOptions& options) {
    return draw(std::span(&item, 1), camera, options);
}

}  // namespace graze::test
