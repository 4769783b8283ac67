// All steps before a traversal.
#if defined(GRAZE_TREE_TRAVERSE_PREPARE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_PREPARE_INL
#undef GRAZE_TREE_TRAVERSE_PREPARE_INL
#else
#define GRAZE_TREE_TRAVERSE_PREPARE_INL
#endif

#include <cmath>

#include "graze/tree/traverse/box_gap.h"
#include "graze/tree/traverse/far_apart-inl.h"
#include "graze/tree/traverse/pair_frame-inl.h"
#include "graze/tree/traverse/pair_query.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

HWY_INLINE bool are_far_apart(const detail::PairQuery& query) {
    const WideTree &a = query.a.tree(), &b = query.b.tree();
    // Where floats are too coarse, doubles may decide; otherwise the query would test all pairs of triangles.
    if (std::isinf(query.frame.a_from_b.margin)) return detail::world_boxes_apart(query);
    bool maybe_flush = false;
    return boxes_are_apart(a, b, query.frame, maybe_flush) ||
           (maybe_flush && detail::flush_boxes_apart(query)) ||
           hulls_are_apart(a.support(), b.support(), query.frame.a_from_b);
}

HWY_INLINE bool make_ready(detail::PairQuery& query) {
    if (query.a.tree().empty() || query.b.tree().empty()) return false;
    make_frame(query.a.tree(), query.world_from_a, query.b.tree(), query.world_from_b, query.frame);
    if (are_far_apart(query)) return false;
    complete_frame(query.frame);
    return true;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
