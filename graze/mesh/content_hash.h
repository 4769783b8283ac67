// A hash of everything in a mesh.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// 128 bits: meshes with equal hashes are equal, except with a probability of 2^-64 among four thousand
// million meshes. Not cryptographic: no protection against deliberate collisions.
struct ContentHash {
    std::uint64_t high = 0, low = 0;

    std::string hex() const;  // 32 digits

    friend bool operator==(const ContentHash&, const ContentHash&) = default;
    friend auto operator<=>(const ContentHash&, const ContentHash&) = default;
};

// The same on every machine. Covers vertices (all of them, bit by bit and in their order), triangles,
// polygons, parts with their names, the unit, and faces where they are known; not the file that the mesh came
// from, nor its rounding.
ContentHash content_hash(const Mesh& mesh);

// Covers vertices and triangles only, as above: renaming a part does not change this hash.
ContentHash geometry_hash(const Mesh& mesh);

}  // namespace graze::inline v1

template <>
struct std::hash<graze::ContentHash> {
    std::size_t operator()(const graze::ContentHash& h) const noexcept {
        return static_cast<std::size_t>(h.low);
    }
};
