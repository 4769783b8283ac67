// What must hold for any two triangles, whatever they look like.
#include <cmath>
#include <cstdlib>

#include "graze/base/predicates.h"
#include "graze/query/triangle/triangle_batch.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/fuzz/coordinates.h"

namespace {

void require(bool ok) {
    if (!ok) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace graze;
    fuzz::Coordinates in(data, size);
    const Triangle a = in.triangle(), b = in.triangle();
    const bool yes = intersects(a, b);
    require(yes == intersects(b, a));
    require(yes == intersects({a[2], a[1], a[0]}, {b[1], b[2], b[0]}));
    TriangleBatch batch;
    batch.add(a, b);
    require(batch.decide() == (yes ? 1u : 0u));

    const TriangleIntersection set = intersection(a, b), other = intersection(b, a);
    require(yes == (set.kind != CommonKind::none));
    require(set.kind == other.kind && set.point_count == other.point_count && set.coplanar == other.coplanar);
    const Box box_a = bounds(a), box_b = bounds(b);
    for (const CommonPoint& p : set.points()) {
        require(is_finite(p.position));
        // A corner that is common is so exactly; other points stay in the box of the edge they were computed
        // on.
        if (p.on_a.kind == Feature::Kind::corner)
            require(in_triangle(p.position, b) && p.position == a[p.on_a.index]);
        require(box_a.contains(p.position) || box_b.contains(p.position));
    }
    return 0;
}
