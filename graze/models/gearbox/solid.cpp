#include "graze/models/gearbox/solid.h"

#include <utility>

namespace graze::inline v1::gearbox {

VertexId Solid::add(const Vec3& point) {
    vertices_.push_back(snapped(point));
    return static_cast<VertexId>(vertices_.size() - 1);
}

Loop Solid::add(const Outline& outline, double z) {
    Loop loop;
    loop.reserve(outline.size());
    for (const Vec2& p : outline) loop.push_back(add({p.x, p.y, z}));
    return loop;
}

Loop Solid::add(std::span<const Vec3> points) {
    Loop loop;
    loop.reserve(points.size());
    for (const Vec3& p : points) loop.push_back(add(p));
    return loop;
}

void Solid::quad(VertexId a, VertexId b, VertexId c, VertexId d) {
    triangle(a, b, c);
    triangle(a, c, d);
}

void Solid::wall(const Loop& lower, const Loop& upper, std::uint32_t layers) {
    const std::size_t n = lower.size();
    Loop below = lower;
    for (std::uint32_t layer = 1; layer <= layers; ++layer) {
        Loop above = upper;
        if (layer < layers) {
            const double share = static_cast<double>(layer) / layers;
            for (std::size_t i = 0; i < n; ++i) {
                const Vec3 from = point(lower[i]), to = point(upper[i]);
                above[i] = add(from + (to - from) * share);
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t next = i + 1 < n ? i + 1 : 0;
            quad(below[i], below[next], above[next], above[i]);
        }
        below = std::move(above);
    }
}

void Solid::face(const Loop& outer, const std::vector<Loop>& holes, bool outwards) {
    for (const auto& t : fill(vertices_, outer, holes))
        outwards ? triangle(t[0], t[1], t[2]) : triangle(t[0], t[2], t[1]);
}

Mesh Solid::mesh() && {
    return Mesh(std::move(vertices_), std::move(triangles_)).with_unit(0.001);
}

SharedMesh Solid::shared() && {
    return std::make_shared<const Mesh>(std::move(*this).mesh());
}

Mesh extruded(const Outline& outline, const std::vector<Outline>& holes, double lower, double upper,
              std::uint32_t layers) {
    Solid solid;
    const Loop below = solid.add(outline, lower), above = solid.add(outline, upper);
    solid.wall(below, above, layers);
    std::vector<Loop> holes_below, holes_above;
    for (const Outline& hole : holes) {
        holes_below.push_back(solid.add(hole, lower));
        holes_above.push_back(solid.add(hole, upper));
        solid.wall(holes_above.back(), holes_below.back(), layers);
    }
    solid.face(below, holes_below, false);
    solid.face(above, holes_above);
    return std::move(solid).mesh();
}

SharedMesh share(Mesh mesh) {
    return std::make_shared<const Mesh>(mesh.with_unit(0.001));
}

}  // namespace graze::inline v1::gearbox
