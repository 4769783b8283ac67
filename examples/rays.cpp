// Rays: what is hit first, is anything in the way, and through how many walls does a ray go?
#include <cstdio>

#include "graze/graze.h"

int main() {
    const graze::Shape ring(graze::make_torus(2, 0.5, 120, 60));
    const graze::Pose upright = graze::Pose::rotation_turns({1, 0, 0}, 0.25);
    int surprises = 0;

    // Picking: from an eye through the mouse pointer.
    const graze::Vec3 eye{10, 0, 0.2};
    const graze::FirstHit hit = graze::first_hit(ring, upright, graze::Ray(eye, {-1, 0, 0}));
    if (hit.found()) {
        std::printf("the ray meets triangle %u at x = %.3f\n", hit.feature.index, hit.point.x);
        surprises += !(hit.point.x > 2.4 && hit.point.x < 2.6);
    } else {
        ++surprises;
    }

    // Visibility: the part of a ray from one point to another.
    const auto sees = [&](const graze::Vec3& from, const graze::Vec3& to) {
        return !graze::any_hit(ring, upright, graze::Ray(from, to - from, 0, 1));
    };
    std::printf("the eye %s the middle of the ring\n", sees(eye, {0, 0, 0}) ? "sees" : "does not see");
    surprises += sees(eye, {0, 0, 0}) || !sees(eye, {3, 0, 0});

    // Containment: an odd number of walls from inside, an even number from outside.
    for (const double x : {0.0, 2.0, 3.0}) {
        const auto walls = graze::all_hits(ring, upright, graze::Ray({x, 0, 0}, {0.6, 0.3, 0.7}));
        std::printf("from x = %.0f a ray goes through %zu walls\n", x, walls.size());
        surprises += (walls.size() % 2 == 1) != (x == 2.0);
    }
    return surprises;
}
