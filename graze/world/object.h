// How a world identifies its objects.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace graze::inline v1 {

// Names one object of one world; names nothing after that object was removed. The default names no object.
struct ObjectId {
    std::uint32_t index = ~0u;     // small, reused after an object was removed
    std::uint32_t generation = 0;  // separates objects that had the same index

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
    // Pairs of two objects that are not movable are reported only to interests with `among_immovable`.
    // Objects that are not movable can still be moved, like a door that opens once.
    bool movable = true;
};

}  // namespace graze::inline v1
