// Boxes of two trees by reference, and the choice of which box of a pair to open.
#pragma once

#include <span>

#include "graze/tree/traverse/pair_query.h"

namespace graze::inline v1::detail {

class BoxRefs {
  public:
    explicit BoxRefs(const PairQuery& query)
        : nodes_a_(query.a.tree().nodes()), nodes_b_(query.b.tree().nodes()), frame_(query.frame) {}

    std::span<const WideNode> nodes_a() const { return nodes_a_; }
    std::span<const WideNode> nodes_b() const { return nodes_b_; }

    // What a box holds.
    TreeLink link(bool of_a, BoxRef r) const { return link(of_a ? nodes_a_ : nodes_b_, r); }

    // What the boxes of a pair hold.
    struct Links {
        TreeLink a, b;
        bool are_leaves() const { return a.is_leaf() && b.is_leaf(); }
    };
    Links links(BoxPair pair) const { return {link(nodes_a_, pair.a), link(nodes_b_, pair.b)}; }

    // For a pair that is not two leaves: open A's box? The traversal opens the larger box.
    bool opens_a(BoxPair pair, Links held) const {
        return held.b.is_leaf() ||
               (!held.a.is_leaf() &&
                size_of(nodes_a_, pair.a) >= frame_.a_from_b.scale * size_of(nodes_b_, pair.b));
    }

  private:
    static TreeLink link(std::span<const WideNode> nodes, BoxRef r) {
        return nodes[r.node()].child[r.slot()];
    }
    static float size_of(std::span<const WideNode> nodes, BoxRef r) {
        const WideNode& n = nodes[r.node()];
        return n.half[0][r.slot()] + n.half[1][r.slot()] + n.half[2][r.slot()];
    }

    std::span<const WideNode> nodes_a_, nodes_b_;
    const PairFrame& frame_;
};

}  // namespace graze::inline v1::detail
