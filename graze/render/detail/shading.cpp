#include "graze/render/detail/shading.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

// Directions in camera space, z away from the eye. A key light comes from the upper left behind the viewer, a
// weak light from the right so that the other side does not go dark, and a third from the viewer.
struct Light {
    Vec3 direction;  // to the light
    double strength;
};
constexpr std::array<Light, 3> lights{
    {{{-0.431, 0.646, -0.630}, 0.42}, {{0.874, 0.121, -0.471}, 0.24}, {{0, 0, -1}, 0.14}}};
constexpr double wrap = 0.25;  // how far light reaches around a shape, as from large lamps
constexpr double ambient = 0.36;
constexpr double sky = 0.06;                      // more of it on what faces up
constexpr double gloss = 0.10;                    // of the key light's reflection
constexpr Vec3 highlight{-0.239, 0.358, -0.903};  // half way between the key light and the eye

double sixteenth_power(double x) {
    x *= x;
    x *= x;
    x *= x;
    return x * x;
}

// The barycentric coordinates of the point where the line of sight meets the triangle's plane; outside the
// triangle, those of a point on its border. Shading is computed at the middle of a pixel, which may be a
// little outside although one of its samples is inside.
std::array<double, 3> weights_at(const std::array<Vec3, 3>& corners, const View::Sight& sight,
                                 bool perspective) {
    std::array<double, 3> weights{};
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 p = corners[(i + 1) % 3] - sight.origin, q = corners[(i + 2) % 3] - sight.origin;
        weights[i] = perspective ? dot(sight.direction, cross(p, q)) : p.x * q.y - p.y * q.x;
        sum += weights[i];
    }
    if (sum < 0)
        for (double& w : weights) w = -w;
    for (double& w : weights) w = std::max(w, 0.0);
    sum = weights[0] + weights[1] + weights[2];
    if (!(sum > 0) || !std::isfinite(sum)) return {1.0 / 3, 1.0 / 3, 1.0 / 3};
    return {weights[0] / sum, weights[1] / sum, weights[2] / sum};
}

Shade as_shade(const Vec3& color, double opacity) {
    return {static_cast<float>(color.x), static_cast<float>(color.y), static_cast<float>(color.z),
            static_cast<float>(opacity)};
}

}  // namespace

Vec3 lit(const Vec3& color, const Vec3& normal) {
    double light = ambient + sky * (normal.y + 1) / 2;
    for (const Light& l : lights)
        light += l.strength * std::max((dot(normal, l.direction) + wrap) / (1 + wrap), 0.0);
    const double reflection = gloss * sixteenth_power(std::max(dot(normal, highlight), 0.0));
    const auto channel = [&](double c) { return std::min(c * light + reflection, 1.0); };
    return {channel(color.x), channel(color.y), channel(color.z)};
}

Shader::Shader(const Scene& scene, const DrawOptions& options)
    : scene_(&scene),
      line_color_(Vec3{static_cast<double>(options.edge_color.r), static_cast<double>(options.edge_color.g),
                       static_cast<double>(options.edge_color.b)} /
                  255.0),
      line_opacity_(static_cast<float>(options.edge_color.a) / 255),
      remembered_(1024) {
    if (!scene.cut || !scene.cut_depth) return;
    for (const SceneItem& item : scene.items)
        caps_.push_back(as_shade(lit(item.color, scene.cut->normal), 1));
    if (options.overlap_color) {
        const Color& c = *options.overlap_color;
        const Vec3 color{static_cast<double>(c.r), static_cast<double>(c.g), static_cast<double>(c.b)};
        caps_.push_back(as_shade(lit(color / 255.0, scene.cut->normal), 1));
    }
}

const Shader::Surface& Shader::surface(const Primitive& primitive) {
    const std::uint32_t hash = (primitive.triangle * 2654435761U) ^ (primitive.item * 40503U);
    Surface& entry = remembered_[hash >> 22U];
    if (entry.item != primitive.item || entry.triangle != primitive.triangle) find_surface(primitive, entry);
    return entry;
}

void Shader::find_surface(const Primitive& primitive, Surface& surface) const {
    const SceneItem& item = scene_->items[primitive.item];
    surface.item = primitive.item;
    surface.triangle = primitive.triangle;
    const std::array<VertexId, 3>& vertices = item.mesh->triangles()[primitive.triangle];
    for (std::size_t i = 0; i < 3; ++i) surface.corners[i] = scene_->camera_point(item, vertices[i]);
    const Vec3 local = item.look->normals[primitive.triangle].vector();
    Vec3 own = scene_->camera_direction(item, local);
    const bool seen_from_behind = !scene_->view.faces_eye(own, surface.corners[0]);
    if (seen_from_behind) own = -own;
    if (local == Vec3{}) own = {0, 0, -1};

    surface.flat = !item.smooth() || local == Vec3{};
    if (!surface.flat) {
        const std::array<Vec3, 3> normals =
            corner_normals(*item.look, primitive.triangle, item.crease_cosine);
        surface.flat = normals[0] == normals[1] && normals[1] == normals[2];
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 n = scene_->camera_direction(item, normals[i]);
            surface.normals[i] = seen_from_behind ? -n : n;
        }
    }
    surface.shade = as_shade(lit(item.color, own), item.opacity);
}

Shade Shader::shade(const Primitive& primitive, double x, double y) {
    if (primitive.is_cap()) return caps_[primitive.item];
    const SceneItem& item = scene_->items[primitive.item];
    if (primitive.is_line())
        return as_shade(line_color_, static_cast<double>(line_opacity_) * line_opacity(item));
    const Surface& s = surface(primitive);
    if (s.flat) return s.shade;
    const std::array<double, 3> w =
        weights_at(s.corners, scene_->view.sight(x, y), scene_->view.perspective());
    const Vec3 normal = normalized(s.normals[0] * w[0] + s.normals[1] * w[1] + s.normals[2] * w[2]);
    return as_shade(lit(item.color, normal), item.opacity);
}

}  // namespace graze::inline v1::detail
