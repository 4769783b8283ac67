#include "arrows.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace graze::app {
namespace {

// Any direction across another one.
Vec3 across(const Vec3& v) {
    const Vec3 axis = std::abs(v.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    return normalized(cross(v, axis));
}

}  // namespace

Mesh arrow_mesh(std::span<const Arrow> arrows, double thickness) {
    constexpr std::uint32_t sides = 6;
    constexpr std::array<Vec3, sides> circle{{{1, 0, 0},
                                              {0.5, 0.8660254037844386, 0},
                                              {-0.5, 0.8660254037844386, 0},
                                              {-1, 0, 0},
                                              {-0.5, -0.8660254037844386, 0},
                                              {0.5, -0.8660254037844386, 0}}};
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (const Arrow& arrow : arrows) {
        const Vec3 way = arrow.to - arrow.from;
        if (!(dot(way, way) > 0)) continue;
        const Vec3 u = across(normalized(way)), v = cross(normalized(way), u);
        const auto first = static_cast<VertexId>(vertices.size());
        // Rings: the foot, the neck twice (thin and wide); then the foot's middle and the tip.
        const std::array<std::pair<double, double>, 3> rings{{{0, 0.5}, {0.62, 0.5}, {0.62, 1.3}}};
        for (const auto& [along, wide] : rings)
            for (const Vec3& c : circle)
                vertices.push_back(arrow.from + way * along + (u * c.x + v * c.y) * (wide * thickness));
        const auto foot = static_cast<VertexId>(vertices.size());
        vertices.push_back(arrow.from);
        vertices.push_back(arrow.to);
        for (VertexId i = 0; i < sides; ++i) {
            const VertexId j = (i + 1) % sides;
            triangles.push_back({foot, first + j, first + i});
            for (VertexId ring = 0; ring < 2; ++ring) {
                const VertexId lower = first + ring * sides, upper = lower + sides;
                triangles.push_back({lower + i, lower + j, upper + j});
                triangles.push_back({lower + i, upper + j, upper + i});
            }
            triangles.push_back({first + 2 * sides + i, first + 2 * sides + j, foot + 1});
        }
    }
    return {std::move(vertices), std::move(triangles)};
}

}  // namespace graze::app
