#include "graze/tree/support_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "graze/tree/detail/fit.h"

namespace graze::inline v1 {
namespace {

constexpr int divisions = SupportTable::divisions;

struct GridPoint {
    int x, y, z;
};

// One of each pair of opposite grid directions: all with z > 0, and half of the equator.
std::vector<GridPoint> half_of_the_grid() {
    std::vector<GridPoint> grid;
    for (int x = -divisions; x <= divisions; ++x) {
        for (int y = -divisions; y <= divisions; ++y) {
            const int z = divisions - std::abs(x) - std::abs(y);
            if (z > 0 || (z == 0 && (y > 0 || (y == 0 && x > 0)))) grid.push_back({x, y, z});
        }
    }
    return grid;
}

// The vertices that triangles use, stored coordinate by coordinate.
struct UsedVertices {
    std::vector<float> x, y, z;

    UsedVertices(const Mesh& mesh, const Vec3& origin, double unit) {
        std::vector<bool> used(mesh.vertices().size());
        for (const auto& t : mesh.triangles()) {
            for (const VertexId v : t) used[v] = true;
        }
        const double scale = 1 / unit;
        for (std::size_t v = 0; v < used.size(); ++v) {
            if (!used[v]) continue;
            const Vec3 p = (mesh.vertices()[v] - origin) * scale;
            x.push_back(static_cast<float>(p.x));
            y.push_back(static_cast<float>(p.y));
            z.push_back(static_cast<float>(p.z));
        }
    }
    detail::PointLanes lanes(std::size_t first, std::size_t last) const {
        return {x.data() + first, y.data() + first, z.data() + first, last - first};
    }
};

using GridExtents = std::vector<detail::Extents>;  // of three directions each

constexpr float far = std::numeric_limits<float>::max();
constexpr detail::Extents nothing{{far, far, far}, {-far, -far, -far}};

void grow(detail::Extents& r, const detail::Extents& other) {
    for (int k = 0; k < 3; ++k) {
        r.lo[k] = std::min(r.lo[k], other.lo[k]);
        r.hi[k] = std::max(r.hi[k], other.hi[k]);
    }
}

GridExtents grid_extents_along(const std::vector<GridPoint>& grid, const UsedVertices& points,
                               std::size_t first, std::size_t last) {
    constexpr std::size_t block = 1024;  // points that stay in the first cache for all directions
    GridExtents all(grid.size() / 3, nothing);
    for (; first < last; first += block) {
        const detail::PointLanes lanes = points.lanes(first, std::min(first + block, last));
        for (std::size_t g = 0; g < all.size(); ++g) {
            float axis[3][3];
            for (std::size_t k = 0; k < 3; ++k) {
                const GridPoint& p = grid[3 * g + k];
                axis[k][0] = static_cast<float>(p.x);
                axis[k][1] = static_cast<float>(p.y);
                axis[k][2] = static_cast<float>(p.z);
            }
            grow(all[g], detail::extents_along(lanes, axis));
        }
    }
    return all;
}

}  // namespace

SupportTable::SupportTable(const Mesh& mesh, const Vec3& origin, double unit, const Threads& threads) {
    const UsedVertices points(mesh, origin, unit);
    std::vector<GridPoint> grid = half_of_the_grid();
    while (grid.size() % 3 != 0) grid.push_back(grid.back());
    const GridExtents extents = parallel_reduce(
        threads, points.x.size(), 16384, GridExtents(grid.size() / 3, nothing),
        [&](std::size_t first, std::size_t last) { return grid_extents_along(grid, points, first, last); },
        [](GridExtents all, const GridExtents& part) {
            for (std::size_t g = 0; g < all.size(); ++g) grow(all[g], part[g]);
            return all;
        });
    // Coordinates are at most 1, and those of directions add up to 8: this covers rounding points to floats
    // and their products.
    constexpr float rounding = 0x1p-17f;
    std::vector<float> values(size);
    for (std::size_t g = 0; g < grid.size(); ++g) {
        const auto [x, y, z] = grid[g];
        set(values, x, y, z, extents[g / 3].hi[g % 3] + rounding);
        set(values, -x, -y, -z, rounding - extents[g / 3].lo[g % 3]);
    }
    values_ = std::move(values);
}

// Grid points on the border of octants are written into each of these octants.
void SupportTable::set(std::vector<float>& values, int x, int y, int z, float value) {
    for (int octant = 0; octant < 8; ++octant) {
        const bool inside = ((octant & 1) != 0 ? x <= 0 : x >= 0) && ((octant & 2) != 0 ? y <= 0 : y >= 0) &&
                            ((octant & 4) != 0 ? z <= 0 : z >= 0);
        const int at = octant * per_octant + row(std::abs(x)) + std::abs(y);
        if (inside) values[static_cast<std::size_t>(at)] = value;
    }
}

}  // namespace graze::inline v1
