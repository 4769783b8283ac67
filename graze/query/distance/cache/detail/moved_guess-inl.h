// A guess of the closest triangles after shapes have moved a little: the triangles nearest to the last
// closest points.
#if defined(GRAZE_QUERY_DISTANCE_CACHE_MOVED_GUESS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_CACHE_MOVED_GUESS_INL
#undef GRAZE_QUERY_DISTANCE_CACHE_MOVED_GUESS_INL
#else
#define GRAZE_QUERY_DISTANCE_CACHE_MOVED_GUESS_INL
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/query/distance/cache/detail/distance_front.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/tree/traverse/point_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// The triangle of a tree that is nearest to a point, computed in floats.
class NearestTriangle {
  public:
    // Some triangle must be within `limit`, which is in coordinates of the tree. Of triangles that are
    // equally near, the search prefers `last`.
    NearestTriangle(const WideTree& tree, const float (&point)[3], float limit, TriangleId last)
        : tree_(&tree), point_(point), limit_(limit), last_(last), nearest_(last) {}

    HWY_NOINLINE void find() {
        TreeLink stack[7 * WideTree::max_depth + WideNode::width];
        int size = 0;
        stack[size++] = TreeLink::node(0);
        while (size > 0) {
            const WideNode& node = tree_->nodes()[stack[--size].index()];
            HWY_ALIGN float away[WideNode::width];
            for (std::uint32_t near = boxes_near(node, point_, limit_, away); near != 0; near &= near - 1) {
                const int slot = std::countr_zero(near);
                const TreeLink child = node.child[slot];
                if (!child.is_leaf()) {
                    stack[size++] = child;
                } else if (!(away[slot] > limit_)) {
                    look_at(tree_->leaves()[child.index()]);
                }
            }
        }
        if (last_distance_ <= limit_ * 1.000001f) nearest_ = last_;
    }
    TriangleId triangle() const { return nearest_; }
    float distance() const { return limit_; }

  private:
    HWY_NOINLINE void look_at(const TreeLeaf& leaf) {
        HWY_ALIGN float least[TreeLeaf::width], most[TreeLeaf::width];
        distances_of_triangles(leaf, point_, least, most);
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            if (leaf.triangle[i] == last_) last_distance_ = most[i];
            if (!(most[i] < limit_)) continue;
            limit_ = most[i];
            nearest_ = leaf.triangle[i];
        }
    }

    const WideTree* tree_;
    TreePoint point_;
    float limit_, last_distance_ = 1e30f;
    TriangleId last_, nearest_;
};

// Mostly one of the closest points stays at a corner and the other one moves across its mesh. The guess
// replaces the triangle on the side where a nearer triangle is found. `last` are the last closest triangles.
inline HWY_NOINLINE detail::FoundPair moved_guess(const detail::PairQuery& query,
                                                  detail::DistanceFront::Points& points,
                                                  const detail::FoundPair& last) {
    const detail::RelativeTransform &a_from_b = query.frame.a_from_b, &b_from_a = query.frame.b_from_a;
    float b_in_a[3], a_in_b[3];
    detail::carry_over(a_from_b, points.b, b_in_a);
    detail::carry_over(b_from_a, points.a, a_in_b);
    float squared = 0;
    for (int r = 0; r < 3; ++r) squared += (points.a[r] - b_in_a[r]) * (points.a[r] - b_in_a[r]);
    const float limit = std::sqrt(squared) + a_from_b.margin;
    const auto nearest_of = [&](bool of_a, float within) {
        NearestTriangle search =
            of_a ? NearestTriangle(query.a.tree(), b_in_a, within, last.a)
                 : NearestTriangle(query.b.tree(), a_in_b, within * b_from_a.scale, last.b);
        search.find();
        return search;
    };
    // The side that led further the last time mostly does so again. Starting there leaves little to search on
    // the other side.
    bool of_a = points.on_a;
    NearestTriangle first = nearest_of(of_a, limit);
    const float within = first.distance() * (of_a ? 1 : a_from_b.scale);
    NearestTriangle second = nearest_of(!of_a, within);
    if (second.distance() * (of_a ? a_from_b.scale : 1) < within * 0.999999f) {
        of_a = !of_a;
        first = second;
    }
    points.on_a = of_a;
    detail::FoundPair guess = last;
    (of_a ? guess.a : guess.b) = first.triangle();
    return guess;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
