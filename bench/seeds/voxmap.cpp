#include "bench/seeds/voxmap.h"

#include <algorithm>
#include <cmath>

#include "graze/query/point/point_distance.h"

namespace graze::bench {

Voxmap::Voxmap(const Shape& shape, std::uint32_t cells_along, const Threads& threads) {
    const Box& box = shape.mesh().box();
    const Vec3 size = box.size();
    cell_ = std::max({size.x, size.y, size.z}) / cells_along;
    lower_ = box.lower - Vec3{1, 1, 1} * cell_;
    for (std::size_t k = 0; k < 3; ++k) size_[k] = static_cast<std::int64_t>(size[k] / cell_) + 3;
    layer_.assign(static_cast<std::size_t>(size_[0] * size_[1] * size_[2]), -1);
    parallel_for(threads, static_cast<std::size_t>(size_[0]), 1, [&](std::size_t x, std::size_t) {
        for (std::int64_t y = 0; y < size_[1]; ++y)
            for (std::int64_t z = 0; z < size_[2]; ++z) {
                const Vec3 center = lower_ + Vec3{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                                                  static_cast<double>(z) + 0.5} *
                                                 cell_;
                const double depth = -signed_distance(shape, {}, center).value;
                // Half the diagonal of a cell: cells that the surface may pass through are the layer 0.
                const int layer = depth < -0.87 * cell_ ? -1 : std::max(0, static_cast<int>(depth / cell_));
                layer_[static_cast<std::size_t>((static_cast<std::int64_t>(x) * size_[1] + y) * size_[2] +
                                                z)] = static_cast<std::int8_t>(std::min(layer, 127));
            }
    });
}

int Voxmap::layer_at(const Vec3& point, Vec3& to_center) const {
    const Vec3 at = (point - lower_) / cell_;
    const double x = std::floor(at.x), y = std::floor(at.y), z = std::floor(at.z);
    if (!(x >= 0 && y >= 0 && z >= 0 && x < static_cast<double>(size_[0]) &&
          y < static_cast<double>(size_[1]) && z < static_cast<double>(size_[2])))
        return -1;
    to_center = (Vec3{x + 0.5, y + 0.5, z + 0.5} - at) * cell_;
    return layer_[static_cast<std::size_t>(
        (static_cast<std::int64_t>(x) * size_[1] + static_cast<std::int64_t>(y)) * size_[2] +
        static_cast<std::int64_t>(z))];
}

Pointshell::Pointshell(const Mesh& mesh, std::size_t count) {
    const std::size_t step =
        std::max<std::size_t>(1, mesh.triangle_count() / std::max<std::size_t>(count, 1));
    for (std::size_t t = 0; t < mesh.triangle_count(); t += step) {
        const Triangle triangle = mesh.triangle(static_cast<TriangleId>(t));
        points.push_back((triangle[0] + triangle[1] + triangle[2]) / 3);
        normals.push_back(normalized(cross(triangle[2] - triangle[0], triangle[1] - triangle[0])));
    }
}

VoxmapForce voxmap_force(const Voxmap& voxmap, const Pointshell& shell, const Pose& map_from_shell) {
    VoxmapForce result;
    for (std::size_t i = 0; i < shell.points.size(); ++i) {
        const Vec3 p = map_from_shell(shell.points[i]);
        Vec3 to_center;
        const int layer = voxmap.layer_at(p, to_center);
        if (layer < 0) continue;
        const Vec3 n = map_from_shell.rotate(shell.normals[i]);
        const Vec3 force = n * std::max(0.0, dot(n, to_center) + layer * voxmap.cell());
        result.force += force;
        result.torque += cross(p, force);
        ++result.points;
    }
    return result;
}

}  // namespace graze::bench
