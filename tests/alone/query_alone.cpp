#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "tests/alone/alone.h"

int main() {
    const graze::Shape box(graze::OrientedBox({1, 2, 3})), ball(graze::make_sphere(0.5, 100));
    GRAZE_CHECK(graze::intersects(box, {}, ball, {}));
    GRAZE_CHECK(graze::distance(box, {}, ball, graze::Pose::translation({5, 0, 0})).value > 3);
    return 0;
}
