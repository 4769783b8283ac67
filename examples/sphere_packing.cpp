// Fills a ring with spheres, checks the packing exactly, and covers the ring for a robot planner.
#include <graze/graze.h>
#include <graze/spheres/cover/cover.h>
#include <graze/spheres/packing/pack.h>
#include <graze/spheres/packing/validate.h>

#include <cstdio>

int main() {
    const graze::Shape ring(graze::make_torus(1, 0.3, 64, 32));
    const graze::Threads threads(2);

    // The largest sphere that fits, next and next.
    const graze::Packed packed = graze::pack(ring, {.count = 200, .threads = threads});
    const graze::SpherePacking& packing = packed.packing;
    std::printf("%zu spheres fill %.1f %% of the ring\n", packing.spheres.size(), 100 * packing.fill_rate);

    // All inside, none overlapping: decided by exact arithmetic.
    const graze::PackingCheck check = graze::validate(packing.spheres, ring, {.threads = threads});
    if (!check.feasible()) {
        std::printf("not feasible: %s\n", check.why_not().c_str());
        return 1;
    }

    // Spheres that contain the ring, and how far they stick out at most.
    const graze::SphereCover cover = graze::cover(ring, {.count = 12, .threads = threads});
    std::printf("%zu spheres cover the ring and reach %.3f beyond it\n", cover.spheres.size(),
                cover.overreach);
    return cover.spheres.size() <= 12 ? 0 : 1;
}
