// Two shapes at two poses, handed to code that is compiled once per instruction set.
#pragma once

#include <cstdint>

#include "graze/tree/shape.h"
#include "graze/tree/traverse/pair_frame.h"

namespace graze::inline v1::detail {

struct PairQuery {
    const Shape& a;
    const Pose& world_from_a;
    const Shape& b;
    const Pose& world_from_b;
    PairFrame frame;  // left open until start(), which is faster than zeros

    PairQuery(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b)
        : a(shape_a), world_from_a(pose_a), b(shape_b), world_from_b(pose_b) {}
};

// A box of a tree: the node it is in and its place there.
class BoxRef {
  public:
    BoxRef() = default;
    constexpr BoxRef(std::uint32_t node, std::uint32_t slot) : bits_(node << 3 | slot) {}
    std::uint32_t node() const { return bits_ >> 3; }
    std::uint32_t slot() const { return bits_ & 7; }

  private:
    std::uint32_t bits_;
};

// A box of A and a box of B.
struct BoxPair {
    BoxRef a, b;
};
inline constexpr BoxPair roots{{0, 0}, {0, 0}};

// Before a traversal, in prepare.cpp. start() makes the first part of the frame. far_apart() tells shapes
// that do not need their trees opened; without floats that are any good, by their boxes in the world.
// prepare() does all: false if the shapes are far apart, else the frame is complete.
void start(PairQuery& query);
bool boxes_apart(const PairQuery& query);
bool world_boxes_apart(const PairQuery& query);
bool far_apart(const PairQuery& query);
bool prepare(PairQuery& query);

}  // namespace graze::inline v1::detail
