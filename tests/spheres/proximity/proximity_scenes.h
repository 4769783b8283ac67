// Pairs of solids with sphere trees, and places for them.
#pragma once

#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/spheres/tree/sphere_tree.h"
#include "tests/spheres/tree/simple_packing.h"

namespace graze::test {

struct SphereScene {
    const char* name;
    Shape a, b;
    SphereTree tree_a, tree_b;
    double reach;  // how far B's centre is put from A's, at most
};

inline const std::vector<SphereScene>& sphere_scenes() {
    static const std::vector<SphereScene> all = [] {
        const Shape ball(make_sphere(1, 800)), box(make_box({2, 1, 1.5}, 2)),
            ring(make_torus(1, 0.35, 40, 20));
        const SphereTree ball_tree(ball, random_packing(ball, 400, 1)),
            box_tree(box, random_packing(box, 300, 2)), ring_tree(ring, random_packing(ring, 400, 3));
        return std::vector<SphereScene>{{"balls", ball, ball, ball_tree, ball_tree, 2.3},
                                        {"ball and box", ball, box, ball_tree, box_tree, 2.4},
                                        {"ring and box", ring, box, ring_tree, box_tree, 2.4},
                                        {"rings", ring, ring, ring_tree, ring_tree, 2.6}};
    }();
    return all;
}

inline Pose random_place(Random& r, double reach) {
    return {r.rotation(), r.on_sphere() * r.uniform(0, reach)};
}

}  // namespace graze::test
