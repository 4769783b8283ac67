// The table of generated objects: what collision detection is tried out with, each at any number of
// triangles.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

struct GeneratedObject {
    std::string_view name, description;
    bool closed = true;   // else it has a rim
    bool seeded = false;  // differs with the seed; others ignore it
    Box within;           // the object lies in this box at any resolution and seed, and nearly fills it

    // The same bits on every platform. As near `triangles` as the object allows: within a quarter, unless
    // fewer than its form needs are wanted. Throws Error if a mesh cannot hold them.
    Mesh (*make)(std::uint32_t triangles, std::uint64_t seed) = nullptr;
};

// In alphabetical order. Most are made after those that the literature tests with; docs/mesh.md says which.
std::span<const GeneratedObject> generated_objects();

// Throws Error if there is none of this name.
const GeneratedObject& generated_object(std::string_view name);
Mesh make_object(std::string_view name, std::uint32_t triangles, std::uint64_t seed = 1);

// Chazelle's polyhedron (Chazelle 1984): a box from (-1, -1, -1.5) to (1, 1, 1.5) with `notches` wedges cut
// into it from below, whose tips are rulings z = x y - 0.02 of a saddle for constant y, and as many from
// above, whose tips are the rulings z = x y + 0.02 for constant x. It has 24 notches + 12 triangles. Of two
// that are shifted against each other along z so that fins from above and below overlap, each fin of one
// meets each of the other: the worst that can happen to two meshes.
Mesh make_chazelle(std::uint32_t notches);
// Its volume, and the half width of a notch's opening per depth.
double chazelle_volume(std::uint32_t notches);
double chazelle_slope(std::uint32_t notches);

// Menger's sponge of a level from 1 to 5 in the cube from -1 to 1, of about `triangles` triangles but at
// least those of its squares (72, 1056, 18048, 336384, 6531072 squares of two triangles).
Mesh make_sponge(std::uint32_t level, std::uint32_t triangles = 0);

// 4^level tetrahedra, those of a level in the corners of those of the one before, 0.49 times as wide; level 0
// to 10. All lie apart.
Mesh make_tetraflake(std::uint32_t level, std::uint32_t triangles = 0);

}  // namespace graze::inline v1
