// A walk over hierarchies, cut into pieces that threads take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/deform/detail/eight_boxes.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// The branches of a hierarchy, with boxes along the axes: `boxes[i]` are those of the children of node i.
struct BoxesTree {
    std::span<const WideNode> nodes;
    std::span<const EightBoxes> boxes;
};

// A subtree against itself (`b` is none), or two subtrees whose boxes overlap.
struct WalkPiece {
    TreeLink a, b;
    FloatBox box_a{}, box_b{};
};

// Enough for threads to share the work evenly. More than one level of the hierarchy, and not so many that
// splitting takes long.
inline constexpr std::size_t pieces_for_threads = 512;

// The whole walk: over a tree against itself, or over two trees. One piece, or at least `wanted` if there are
// so many. None if the boxes of two roots are apart.
std::vector<WalkPiece> walk_pieces(const BoxesTree& tree, std::size_t wanted);
std::vector<WalkPiece> walk_pieces(const BoxesTree& a, const BoxesTree& b, std::size_t wanted);

}  // namespace graze::inline v1::detail
