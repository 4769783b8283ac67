// All that happens before a traversal.
#if defined(GRAZE_TREE_TRAVERSE_PREPARE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_PREPARE_INL
#undef GRAZE_TREE_TRAVERSE_PREPARE_INL
#else
#define GRAZE_TREE_TRAVERSE_PREPARE_INL
#endif

#include <cmath>

#include "graze/tree/traverse/far_apart-inl.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/tree/traverse/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

HWY_INLINE bool are_far_apart(const detail::PairQuery& job) {
    const WideTree &a = job.a.tree(), &b = job.b.tree();
    // Where floats cannot tell, doubles may: else all pairs of triangles would be asked.
    if (std::isinf(job.frame.a_from_b.margin)) return detail::world_boxes_apart(job);
    return boxes_are_apart(a, b, job.frame) || hulls_are_apart(a.support(), b.support(), job.frame.a_from_b);
}

HWY_INLINE bool make_ready(detail::PairQuery& job) {
    if (job.a.tree().empty() || job.b.tree().empty()) return false;
    make_frame(job.a.tree(), job.world_from_a, job.b.tree(), job.world_from_b, job.frame);
    if (are_far_apart(job)) return false;
    complete_frame(job.frame);
    return true;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
