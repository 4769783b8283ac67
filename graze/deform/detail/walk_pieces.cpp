#include "graze/deform/detail/walk_pieces.h"

#include <utility>

namespace graze::inline v1::detail {
namespace {

// Adds the pieces that a piece consists of, one level further down. A piece of leaves alone is added as it
// is: false.
bool split(const BoxesTree& a, const BoxesTree& b, const WalkPiece& piece, std::vector<WalkPiece>& out) {
    // Of two subtrees, one is opened: the one that is no leaf, or the first.
    const bool alone = piece.b.is_none();
    const bool open_a = alone || !piece.a.is_leaf();
    const TreeLink opened = open_a ? piece.a : piece.b;
    if (opened.is_leaf()) {
        out.push_back(piece);
        return false;
    }
    const BoxesTree& tree = open_a ? a : b;
    const WideNode& node = tree.nodes[opened.index()];
    const EightBoxes& children = tree.boxes[opened.index()];
    for (int i = 0; i < WideNode::width; ++i) {
        if (node.child[i].is_none()) continue;
        const FloatBox box = box_in(children, i);
        if (!alone) {
            const WalkPiece part = open_a ? WalkPiece{node.child[i], piece.b, box, piece.box_b}
                                          : WalkPiece{piece.a, node.child[i], piece.box_a, box};
            if (overlap(part.box_a, part.box_b)) out.push_back(part);
            continue;
        }
        out.push_back({node.child[i], TreeLink(), box, {}});
        for (int j = i + 1; j < WideNode::width; ++j)
            if (!node.child[j].is_none() && overlap(box, box_in(children, j)))
                out.push_back({node.child[i], node.child[j], box, box_in(children, j)});
    }
    return true;
}

std::vector<WalkPiece> pieces_of(const BoxesTree& a, const BoxesTree& b, WalkPiece whole,
                                 std::size_t wanted) {
    std::vector<WalkPiece> pieces{whole}, finer;
    for (bool opened = true; opened && pieces.size() < wanted;) {
        opened = false;
        for (const WalkPiece& piece : pieces) opened |= split(a, b, piece, finer);
        std::swap(pieces, finer);
        finer.clear();
    }
    return pieces;
}

}  // namespace

std::vector<WalkPiece> walk_pieces(const BoxesTree& tree, std::size_t wanted) {
    return pieces_of(tree, tree, {TreeLink::node(0), TreeLink(), {}, {}}, wanted);
}

std::vector<WalkPiece> walk_pieces(const BoxesTree& a, const BoxesTree& b, std::size_t wanted) {
    const WalkPiece whole{TreeLink::node(0), TreeLink::node(0), a.boxes[0].all(), b.boxes[0].all()};
    if (!overlap(whole.box_a, whole.box_b)) return {};
    return pieces_of(a, b, whole, wanted);
}

}  // namespace graze::inline v1::detail
