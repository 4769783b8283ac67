// What must hold for the convex hull of any points, whatever they look like.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/convex/convex_hull.h"
#include "graze/convex/small_hull.h"
#include "tests/fuzz/coordinates.h"

namespace {

using namespace graze;

void require(bool ok) {
    if (!ok) std::abort();
}

// Every face is flat and turns one way, has all corners in its plane and none beyond it, and every edge is
// between two faces; as many as Euler says.
void check_border(const ConvexHull& hull) {
    const auto& c = hull.corners();
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        const auto face = hull.face(f);
        require(face.size() >= 3);
        for (std::size_t i = 0; i < face.size(); ++i) {
            const std::uint32_t p = face[i], q = face[(i + 1) % face.size()], s = face[(i + 2) % face.size()];
            require(!collinear(c[p], c[q], c[s]));
            ++edges[{p, q}];
            for (std::uint32_t v = 0; v < c.size(); ++v) {
                const int side = orient3d(c[p], c[q], c[s], c[v]);
                require(side <= 0);
                require((side == 0) == (std::ranges::find(face, v) != face.end()));
            }
        }
    }
    for (const auto& [edge, count] : edges)
        require(count == 1 && edges.count({edge.second, edge.first}) == 1);
    require(c.size() + hull.face_count() == edges.size() / 2 + 2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    fuzz::Coordinates in(data + 1, size - 1);
    std::vector<Vec3> points(1 + data[0] % 48);
    for (Vec3& p : points) p = in.point();
    const ConvexHull hull(points);
    const auto& c = hull.corners();
    require(c.size() == hull.sources().size() && std::ranges::is_sorted(hull.sources()));
    for (std::size_t i = 0; i < c.size(); ++i) require(c[i] == points[hull.sources()[i]]);
    for (const Vec3& p : points) require(hull.contains(p));
    if (hull.dimension() == 3) check_border(hull);
    if (hull.dimension() == 2) require(hull.face_count() == 2);
    if (hull.dimension() < 2) require(c.size() == static_cast<std::size_t>(hull.dimension()) + 1);
    if (points.size() <= SmallHull::most_points) {
        const SmallHull small(points);
        require(small.dimension() == hull.dimension());
        for (const Vec3& p : points) require(small.contains(p));
    }
    // What a hull is does not depend on the order of its points.
    std::vector<Vec3> turned(points.rbegin(), points.rend());
    const ConvexHull other(turned);
    require(other.dimension() == hull.dimension() && other.face_count() == hull.face_count());
    const auto in_order = [](std::vector<Vec3> v) {
        std::ranges::sort(v, [](const Vec3& p, const Vec3& q) {
            return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
        });
        return v;
    };
    require(in_order(c) == in_order(other.corners()));
    // A hull of its corners is itself.
    require(ConvexHull(c).corners() == c);
    return 0;
}
