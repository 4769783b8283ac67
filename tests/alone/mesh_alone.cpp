#include "graze/mesh/closed_surface.h"
#include "graze/mesh/generate.h"
#include "tests/alone/alone.h"

int main() {
    GRAZE_CHECK(graze::ClosedSurface(graze::make_box({1, 1, 1})).closed());
    return 0;
}
