#include "graze/tree/traverse/pair_query.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/tree/traverse/prepare.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/tree/traverse/prepare-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

bool whole_boxes_are_apart(const detail::PairQuery& query) {
    bool maybe_flush = false;
    return boxes_are_apart(query.a.tree(), query.b.tree(), query.frame, maybe_flush) ||
           (maybe_flush && detail::flush_boxes_apart(query));
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(make_frame);
HWY_EXPORT(whole_boxes_are_apart);
HWY_EXPORT(are_far_apart);
HWY_EXPORT(make_ready);
HWY_EXPORT(complete_frame);

void invert_rotation(const Pose& pose, double (&column)[3][4]) {
    const auto& p = pose.matrix();
    const auto row = [&](std::size_t i) { return Vec3{p[i][0], p[i][1], p[i][2]}; };
    const Vec3 c[3] = {cross(row(1), row(2)), cross(row(2), row(0)), cross(row(0), row(1))};
    const double det = dot(row(0), c[0]);
    for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 3; ++i) column[j][i] = c[j][i] / det;
        column[j][3] = 0;
    }
}

bool world_boxes_apart(const PairQuery& query) {
    return !overlap(query.world_from_a(query.a.mesh().box()), query.world_from_b(query.b.mesh().box()));
}

bool flush_boxes_apart(const PairQuery& query) {
    return gap_of_boxes(query).at_least > 0 || world_boxes_apart(query);
}

void start_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b, const Pose& world_from_b,
                 PairFrame& frame) {
    HWY_DYNAMIC_DISPATCH(make_frame)(a, world_from_a, b, world_from_b, frame);
}
void finish_frame(PairFrame& frame) {
    HWY_DYNAMIC_DISPATCH(complete_frame)(frame);
}
void start(PairQuery& query) {
    start_frame(query.a.tree(), query.world_from_a, query.b.tree(), query.world_from_b, query.frame);
}
bool boxes_apart(const PairQuery& query) {
    return HWY_DYNAMIC_DISPATCH(whole_boxes_are_apart)(query);
}
bool far_apart(const PairQuery& query) {
    return HWY_DYNAMIC_DISPATCH(are_far_apart)(query);
}
bool prepare(PairQuery& query) {
    return HWY_DYNAMIC_DISPATCH(make_ready)(query);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
