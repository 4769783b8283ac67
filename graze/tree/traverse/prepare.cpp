#include "graze/query/intersect/detail/find_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/tree/traverse/prepare.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/tree/traverse/prepare-inl.h"

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(make_frame);
HWY_EXPORT(boxes_are_apart);
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

bool world_boxes_apart(const PairQuery& job) {
    return !overlap(job.world_from_a(job.a.mesh().box()), job.world_from_b(job.b.mesh().box()));
}

void start_frame(const WideTree& a, const Pose& world_from_a, const WideTree& b, const Pose& world_from_b,
                 PairFrame& frame) {
    HWY_DYNAMIC_DISPATCH(make_frame)(a, world_from_a, b, world_from_b, frame);
}
void finish_frame(PairFrame& frame) {
    HWY_DYNAMIC_DISPATCH(complete_frame)(frame);
}
void start(PairQuery& job) {
    start_frame(job.a.tree(), job.world_from_a, job.b.tree(), job.world_from_b, job.frame);
}
bool boxes_apart(const PairQuery& job) {
    return HWY_DYNAMIC_DISPATCH(boxes_are_apart)(job.a.tree(), job.b.tree(), job.frame);
}
bool far_apart(const PairQuery& job) {
    return HWY_DYNAMIC_DISPATCH(are_far_apart)(job);
}
bool prepare(PairQuery& job) {
    return HWY_DYNAMIC_DISPATCH(make_ready)(job);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
