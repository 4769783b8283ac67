#include "graze/tree/shape.h"
#include "tests/alone/alone.h"

int main() {
    GRAZE_CHECK(graze::Shape(graze::OrientedBox({1, 2, 3})).kind() == graze::find_shape_kind("oriented box"));
    return 0;
}
