// A coarse support function of a mesh: a bound of the mesh in any direction.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "graze/base/shared_array.h"
#include "graze/base/threads.h"
#include "graze/base/vec3.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// The support function h(d) = max of d . p over the vertices p, stored for the directions of a grid on the
// octahedron |x| + |y| + |z| = 8. The support function is sublinear. So for a direction between three grid
// directions, interpolating their values linearly gives an upper bound; for a sphere the bound is at most 1.6
// % too large.
//
// Coordinates are those of the tree. An empty table gives no bounds.
class SupportTable {
  public:
    // Grid points per octant: (i, j, divisions - i - j).
    static constexpr int divisions = 8;
    static constexpr int per_octant = (divisions + 1) * (divisions + 2) / 2;

    SupportTable() = default;
    // Uses the vertices of triangles, as (p - origin) / unit.
    SupportTable(const Mesh& mesh, const Vec3& origin, double unit, const Threads& threads);

    // Values of a table that was built before.
    explicit SupportTable(SharedArray<float> values) : values_(std::move(values)) {}

    bool empty() const { return values_.empty(); }

    struct Bound {
        float projection;  // at least d . p for each vertex p, up to rounding by 2^-20 of |x| + |y| + |z|
        float point[3];    // roughly the vertex that attains it: d . point = projection
    };
    // The bound in direction (x, y, z). `sum` is |x| + |y| + |z|, a normal positive number.
    Bound bound(float x, float y, float z, float sum) const;

    std::span<const float> values() const { return values_.span(); }
    static constexpr std::size_t size = 8 * per_octant;

  private:
    // Where the row of grid points with the given i begins.
    static constexpr int row(int i) { return (i * (2 * divisions + 3 - i)) >> 1; }

    static void set(std::vector<float>& values, int x, int y, int z, float value);

    SharedArray<float> values_;
};

// Interpolates on the triangle of the grid that the direction points at.
GRAZE_INLINE SupportTable::Bound SupportTable::bound(float x, float y, float z, float sum) const {
    const float scale = static_cast<float>(divisions) / sum;
    const float u = std::abs(x) * scale, v = std::abs(y) * scale;
    int i = static_cast<int>(u), j = static_cast<int>(v);
    // On the border of the octant, the triangle inside the octant is used.
    const bool border = i + j >= divisions;
    i -= border && i > 0 ? 1 : 0;
    j -= border && j >= divisions ? 1 : 0;
    const int octant = (x < 0 ? 1 : 0) | (y < 0 ? 2 : 0) | (z < 0 ? 4 : 0);
    const float* at = values_.data() + octant * per_octant + row(i) + j;
    const float* next_row = at + divisions + 1 - i;
    const float from_i = u - static_cast<float>(i), from_j = v - static_cast<float>(j);
    // The diagonal from (i + 1, j) to (i, j + 1) splits each square of the grid: is the direction in the far
    // half?
    const bool beyond = from_i + from_j > 1 && i + j + 1 < divisions;
    const float along_i = next_row[0], along_j = at[1], corner = *(beyond ? next_row + 1 : at);
    const float slope_i = beyond ? corner - along_j : along_i - corner;
    const float slope_j = beyond ? corner - along_i : along_j - corner;
    const float level = beyond ? along_i + along_j - corner : corner;
    const float projection = level + (from_i * slope_i + from_j * slope_j);
    // The linear function of the direction with these slopes on the octahedron.
    const float pz = (projection - (slope_i * u + slope_j * v)) * (1.0f / divisions);
    const float px = pz + slope_i, py = pz + slope_j;
    return {projection * sum * (1.0f / divisions), {x < 0 ? -px : px, y < 0 ? -py : py, z < 0 ? -pz : pz}};
}

}  // namespace graze::inline v1
