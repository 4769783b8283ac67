#include "graze/spheres/packing/sphere_mesh.h"

#include <array>
#include <limits>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"

namespace graze::inline v1 {

Mesh sphere_mesh(std::span<const Sphere> spheres, std::uint32_t triangles) {
    const Mesh unit = make_sphere(1, triangles);
    if (spheres.size() > std::numeric_limits<std::uint32_t>::max() / unit.triangle_count())
        throw Error("too many triangles for one mesh", "spheres", "give fewer triangles for each");
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> corners;
    vertices.reserve(spheres.size() * unit.vertices().size());
    corners.reserve(spheres.size() * unit.triangle_count());
    for (const Sphere& s : spheres) {
        const auto first = static_cast<VertexId>(vertices.size());
        for (const Vec3& v : unit.vertices()) vertices.push_back(s.center + v * s.radius);
        for (const auto& t : unit.triangles()) corners.push_back({first + t[0], first + t[1], first + t[2]});
    }
    return {std::move(vertices), std::move(corners)};
}

}  // namespace graze::inline v1
