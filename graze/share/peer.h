// Who takes part in a shared world, and what its objects are called everywhere.
#pragma once

#include <compare>
#include <cstdint>

namespace graze::inline v1 {

// One process in a shared world. `number` is the user's, `session` rises each time that user joins again:
// what a process wrote before it crashed is never mixed up with what it writes afterwards. Number 0 is
// nobody: the owner of objects that belong to the scene.
struct PeerId {
    std::uint32_t number = 0;
    std::uint32_t session = 0;

    bool nobody() const { return number == 0; }
    friend auto operator<=>(const PeerId&, const PeerId&) = default;
};

// An object of a shared world, by the peer that made it. Ids are not given twice.
struct SharedId {
    PeerId creator;
    std::uint32_t number = 0;  // 1, 2, ... of this creator; 0: no object

    friend auto operator<=>(const SharedId&, const SharedId&) = default;
};

// Two objects, the lower id first.
struct SharedPair {
    SharedId a, b;

    SharedPair() = default;
    SharedPair(const SharedId& one, const SharedId& other)
        : a(one < other ? one : other), b(one < other ? other : one) {}
    friend auto operator<=>(const SharedPair&, const SharedPair&) = default;
};

// Who owns an object. The epoch rises each time that the object changes hands.
struct Ownership {
    PeerId owner;
    std::uint32_t epoch = 0;

    // Of two claims the one with the higher epoch counts and, of two with the same epoch, the lower owner's.
    // A total order, so that replicas that have heard of the same claims agree, in whatever order they heard.
    bool outranks(const Ownership& other) const {
        return epoch != other.epoch ? epoch > other.epoch : owner < other.owner;
    }
    friend bool operator==(const Ownership&, const Ownership&) = default;
};

}  // namespace graze::inline v1
