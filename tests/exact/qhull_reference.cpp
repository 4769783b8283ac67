#include "tests/exact/qhull_reference.h"

#include <algorithm>
#include <cstdio>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace graze::test {

QhullHull qhull(std::span<const Vec3> points) {
    std::vector<coordT> coordinates;
    for (const Vec3& p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
    QhullHull result;
    char command[] = "qhull";
    std::FILE* const nowhere = std::fopen("/dev/null", "w");
    if (nowhere == nullptr) return result;
    qhT space;
    qh_zero(&space, nowhere);
    if (qh_new_qhull(&space, 3, static_cast<int>(points.size()), coordinates.data(), 0, command, nowhere,
                     nowhere) == 0) {
        result.made = true;
        for (vertexT* v = space.vertex_list; v != nullptr && v->next != nullptr; v = v->next)
            result.corners.push_back(static_cast<std::uint32_t>(qh_pointid(&space, v->point)));
        std::sort(result.corners.begin(), result.corners.end());
        result.facets = static_cast<std::size_t>(space.num_facets);
        qh_getarea(&space, space.facet_list);
        result.volume = space.totvol;
        result.area = space.totarea;
    }
    qh_freeqhull(&space, 0);
    int blocks = 0, bytes = 0;
    qh_memfreeshort(&space, &blocks, &bytes);
    std::fclose(nowhere);
    return result;
}

}  // namespace graze::test
