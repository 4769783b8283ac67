#include "graze/convex/oriented_box.h"
#include "graze/convex/small_hull.h"
#include "tests/alone/alone.h"

int main() {
    GRAZE_CHECK(graze::SmallHull(graze::OrientedBox({1, 2, 3}).corners()).contains({1, 2, 3}));
    return 0;
}
