// How near are two solids? The distance while they are apart, then the common volume with bounds, and the
// force that pushes them apart: from the spheres inside them.
#include <graze/graze.h>
#include <graze/query/solid/volume.h>
#include <graze/spheres/force/contact_force.h>
#include <graze/spheres/packing/pack.h>

#include <cstdio>

int main() {
    const graze::Shape ring(graze::make_torus(1, 0.4, 96, 48)), block(graze::make_box({0.8, 0.8, 0.8}));
    for (const graze::Shape& solid : {ring, block}) {
        const graze::Packed packed = graze::pack(solid, {.count = 500, .threads = graze::Threads(2)});
        graze::keep_sphere_tree(solid, graze::SphereTree(solid, packed.packing));
    }

    // The block comes nearer, and into the ring. The cache keeps memory and what is known of the last pose.
    graze::ProximityCache cache;
    bool right = true;
    for (const double x : {2.2, 1.9, 1.7, 1.5}) {
        const graze::Pose there = graze::Pose::translation({x, 0, 0});
        const graze::Proximity near = graze::proximity(ring, {}, block, there, {.cache = &cache});
        if (near.overlap == graze::Answer::no) {
            std::printf("at %.1f: %.3f apart\n", x, near.distance);
            continue;
        }
        // Bounds hold for the solids, not only for their spheres. The force is on the block.
        const graze::ContactForce push =
            graze::contact_force(ring, {}, block, there, {.normals = graze::ForceNormals::a});
        std::printf("at %.1f: they share about %.4f, certainly %.4f to %.4f; force %.4f, %.4f, %.4f\n", x,
                    near.volume, near.volume_at_least, near.volume_at_most, push.force_b.x, push.force_b.y,
                    push.force_b.z);
        const graze::Overlap exact = graze::overlap_volume(ring, {}, block, there);
        right = right && near.volume_at_least <= exact.volume + exact.error &&
                near.volume_at_most >= exact.volume - exact.error && push.force_b.x > 0;
    }
    return right ? 0 : 1;
}
