#include "graze/base/predicates.h"
#include "tests/alone/alone.h"

int main() {
    GRAZE_CHECK(graze::orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}) == 1);
    return 0;
}
