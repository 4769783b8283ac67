// What a world knows its objects by.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace graze::inline v1 {

// Names one object of one world, and nothing after that object was removed. The default names none.
struct ObjectId {
    std::uint32_t index = ~0u;     // small, used again after an object was removed
    std::uint32_t generation = 0;  // tells those that had the same index apart

    friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

// An object may be in several of 64 groups, a bit each.
using Groups = std::uint64_t;
constexpr Groups group_bit(unsigned number) {
    return Groups{1} << (number & 63u);
}

struct ObjectOptions {
    std::string name{};
    Groups groups = group_bit(0);
    // Pairs of objects that are not movable are of interest only to those who say so. They can be moved all
    // the same, as a door that opens once.
    bool movable = true;
};

}  // namespace graze::inline v1
