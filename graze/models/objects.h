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

}  // namespace graze::inline v1
