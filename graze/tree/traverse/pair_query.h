// Two shapes at two poses, as the arguments for code that is compiled once per instruction set.
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
    PairFrame frame;  // not initialized before start(); filling it with zeros would take time

    PairQuery(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b)
        : a(shape_a), world_from_a(pose_a), b(shape_b), world_from_b(pose_b) {}
};

// A box of a tree: the index of its node and its slot in the node.
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

// Steps before a traversal, in prepare.cpp. start() computes the first part of the frame. far_apart() detects
// shapes that are apart without opening their trees; where floats are too coarse for the frame, it compares
// the bounding boxes in the world. prepare() does all steps: it returns false if the shapes are far apart,
// else the frame is complete.
void start(PairQuery& query);
bool boxes_apart(const PairQuery& query);
bool world_boxes_apart(const PairQuery& query);
bool far_apart(const PairQuery& query);
bool prepare(PairQuery& query);

}  // namespace graze::inline v1::detail
