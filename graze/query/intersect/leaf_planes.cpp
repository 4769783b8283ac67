#include "graze/query/intersect/detail/leaf_planes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::inline v1::detail {
namespace {

// The world vertices of a leaf's triangles.
struct LeafVertices {
    Vec3 corner[3 * TreeLeaf::width];
    std::size_t count = 0;

    LeafVertices(const Shape& shape, const Pose& pose, const TreeLeaf& leaf) {
        for (std::uint32_t i = 0; i < leaf.count(); ++i)
            for (const Vec3& p : pose(shape.mesh().triangle(leaf.triangle[i])).corner) corner[count++] = p;
    }

    struct Range {
        double low = std::numeric_limits<double>::infinity(), high = -low;

        bool is_above(const Range& other) const { return low > other.high; }
    };
    Range along_axis(std::size_t k) const {
        Range r;
        for (std::size_t i = 0; i < count; ++i) {
            r.low = std::min(r.low, corner[i][k]);
            r.high = std::max(r.high, corner[i][k]);
        }
        return r;
    }
    // Certain bounds of the projections of the vertices, relative to `from`.
    Range along(const Vec3& direction, const Vec3& from) const {
        Range r;
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3 d = corner[i] - from;
            const double x = direction.x * d.x, y = direction.y * d.y, z = direction.z * d.z;
            const double projection = x + y + z;
            // A difference, a product and two sums, each with a relative error of 2^-53; and underflow.
            const double error = (std::abs(x) + std::abs(y) + std::abs(z)) * 0x1p-50 + 0x1p-1000;
            r.low = std::min(r.low, projection - error);
            r.high = std::max(r.high, projection + error);
        }
        return r;
    }
};

bool are_apart(const LeafVertices::Range& a, const LeafVertices::Range& b) {
    return a.is_above(b) || b.is_above(a);
}

}  // namespace

bool leaves_apart(const PairQuery& query, const TreeLeaf& leaf_a, const TreeLeaf& leaf_b, TriangleId close_a,
                  TriangleId close_b) {
    const LeafVertices a(query.a, query.world_from_a, leaf_a), b(query.b, query.world_from_b, leaf_b);
    for (std::size_t k = 0; k < 3; ++k)
        if (are_apart(a.along_axis(k), b.along_axis(k))) return true;
    const Triangle of_a = query.world_from_a(query.a.mesh().triangle(close_a)),
                   of_b = query.world_from_b(query.b.mesh().triangle(close_b));
    for (const Triangle& t : {of_a, of_b}) {
        const Vec3 normal = normalized(cross(t[1] - t[0], t[2] - t[0]));
        if (is_finite(normal) && are_apart(a.along(normal, t[0]), b.along(normal, t[0]))) return true;
    }
    return false;
}

}  // namespace graze::inline v1::detail
