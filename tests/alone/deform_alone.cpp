#include "graze/deform/deformable_shape.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "tests/alone/alone.h"

int main() {
    // A strip of three triangles, the last of which is folded through the first.
    const std::vector<graze::Vec3> flat{{0, 0, 0}, {2, 0, 0}, {1, 2, 0}, {3, 2, 0}, {4, 0, 0}};
    graze::DeformableShape strip(graze::Mesh(flat, {{0, 1, 2}, {1, 3, 2}, {1, 4, 3}}));
    GRAZE_CHECK(!graze::self_intersects(strip.shape()));
    std::vector<graze::Vec3> folded = flat;
    folded[3] = {1, 1, 1}, folded[4] = {1, 1, -1};
    strip.move_to(folded);
    GRAZE_CHECK(graze::self_intersects(strip.shape()));
    return 0;
}
