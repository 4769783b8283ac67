// Two shapes at two poses: yes or no, a witness, and every pair of triangles that touch.
#include <cstdio>

#include "graze/graze.h"

int main() {
    // Built once; copies share it, and any number of threads may query it.
    const graze::Shape ring(graze::make_torus(2, 0.5, 120, 60));
    const graze::Shape ball(graze::make_sphere(1, 5000));
    const graze::Pose here;

    int surprises = 0;
    // In the hole of the ring, the ball touches nothing; half a unit further it does.
    for (const double x : {0.0, 0.4, 0.6, 1.0}) {
        const graze::Pose there = graze::Pose::translation({x, 0, 0});
        const bool hit = graze::intersects(ring, here, ball, there);
        std::printf("ball at %.1f: %s", x, hit ? "touches the ring" : "is free");
        const graze::Witness w = graze::witness(ring, here, ball, there);
        if (w.found()) {
            const auto pairs = graze::intersecting_triangles(ring, here, ball, there);
            std::printf(", for one near (%.3f, %.3f, %.3f); %zu pairs of triangles in all", w.point_a.x,
                        w.point_a.y, w.point_a.z, pairs.size());
        }
        std::printf("\n");
        surprises += hit != (x > 0.5);
    }
    return surprises;
}
