// Meshes that bend, as key frames: cloths, clothes on a walking figure, and balls that grow. The scenes of
// Weller 2012, 3.5, whose animations were never published, made by formula. The same bits on every platform.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// A mesh and where its vertices are at each key; the first key has the vertices of the mesh.
struct KeyedMesh {
    std::string name;
    Mesh mesh;
    std::vector<std::vector<Vec3>> keys;
};

// All meshes have their keys at the same times, in seconds from 0 on. z is up; the unit is a metre.
struct BendingScene {
    std::vector<double> times;
    std::vector<KeyedMesh> meshes;

    std::size_t triangle_count() const;
};

struct BendingOptions {
    // Of the whole scene, about: the scene has at least 0.8 and at most 1.2 times as many.
    std::uint32_t triangles = 8000;
    std::uint32_t keys = 21;  // at least 2
};

// Throw Error for fewer than 500 or more than 20 million triangles, or fewer than 2 or more than 10 000 keys.

// A square cloth sinks onto a round table and hangs down in folds (thesis: 2000 to 16 000 triangles). Cloth
// and table never touch, nor does the cloth meet itself.
BendingScene make_tablecloth(const BendingOptions& options = {});
// A cloth is wrung until its pleats lie in one another (4000 to 33 000). It meets itself in many places.
BendingScene make_swirling_cloth(const BendingOptions& options = {});
// A figure with moving limbs walks in a shirt with sleeves (32 000 to 326 000), or in a dress that swings
// (65 000 to 580 000). Body and clothes never touch at the keys, nor does either meet itself.
BendingScene make_walk_in_shirt(const BendingOptions& options = {});
BendingScene make_walk_in_dress(const BendingOptions& options = {});

// Two balls side by side, whose vertices fly away from the centres (2000 to 40 000 triangles). They meet
// after 1 second. Then it is for the caller to turn round the vertices of triangles that meet.
struct GrowingBall {
    Mesh mesh;
    std::vector<Vec3> velocities;  // of its vertices, per second
};
struct GrowingBalls {
    GrowingBall a, b;
};
// Of both together.
GrowingBalls make_growing_balls(std::uint32_t triangles = 8000);

}  // namespace graze::inline v1
