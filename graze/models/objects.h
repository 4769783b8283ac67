// The table of generated objects: test objects for collision detection, each at any number of triangles.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

struct GeneratedObject {
    std::string_view name, description;
    bool closed = true;   // false: the surface has a border
    bool seeded = false;  // false: the object ignores the seed
    Box within;           // the object lies in this box at any resolution and seed, and nearly fills it

    // Gives the same bits on every platform. The number of triangles is as near `triangles` as the object
    // allows: within a quarter, unless its form needs more. Throws Error if a mesh cannot hold so many.
    Mesh (*make)(std::uint32_t triangles, std::uint64_t seed) = nullptr;
};

// In alphabetical order. Most are modelled on objects that the literature tests with; docs/models.md says
// which.
std::span<const GeneratedObject> generated_objects();

// Throws Error if there is no object of this name.
const GeneratedObject& generated_object(std::string_view name);
Mesh make_object(std::string_view name, std::uint32_t triangles, std::uint64_t seed = 1);

// Chazelle's polyhedron (Chazelle 1984): a box from (-1, -1, -1.5) to (1, 1, 1.5) with notches. `notches`
// wedges are cut into it from below; their tips are the rulings z = x y - 0.02 of a saddle for constant y. As
// many are cut from above; their tips are the rulings z = x y + 0.02 for constant x. It has 24 notches + 12
// triangles. Shift one of two copies along z so that fins from above and from below overlap: then each fin of
// one meets each fin of the other, the worst case for two meshes.
Mesh make_chazelle(std::uint32_t notches);
// Its volume, and the half width of a notch's opening per depth.
double chazelle_volume(std::uint32_t notches);
double chazelle_slope(std::uint32_t notches);

// Menger's sponge of a level from 1 to 5 in the cube from -1 to 1, of about `triangles` triangles but at
// least those of its squares (72, 1056, 18048, 336384, 6531072 squares of two triangles).
Mesh make_sponge(std::uint32_t level, std::uint32_t triangles = 0);

// 4^level tetrahedra that do not touch. Each level puts four tetrahedra, 0.49 times as wide, into the corners
// of each tetrahedron of the level before. The level is from 0 to 10.
Mesh make_tetraflake(std::uint32_t level, std::uint32_t triangles = 0);

}  // namespace graze::inline v1
