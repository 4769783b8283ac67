#include "graze/spheres/sphere_packing.h"
#include "tests/alone/alone.h"

int main() {
    graze::SpherePacking packing;
    packing.spheres = {{{0, 0, 0}, 1}};
    packing.volume = 8;
    packing.volume_error = 0;
    graze::measure_fill(packing);
    GRAZE_CHECK(packing.fill_rate > 0.52 && packing.fill_rate < 0.53);
    return 0;
}
