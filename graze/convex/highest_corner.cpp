// Written once, compiled for each instruction set, chosen at run time; all give the same bits, as no
// operation is fused and the first of equal points is taken.
#include "graze/convex/detail/highest_corner.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/convex/highest_corner.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

detail::HighestOfColumns highest_in_lanes(const double* columns, std::size_t count, const Vec3& direction) {
    using D = hn::CappedTag<double, detail::highest_corner_step / 2>;
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    const double *x = columns, *y = columns + count, *z = columns + 2 * count;
    const auto dx = hn::Set(d, direction.x), dy = hn::Set(d, direction.y), dz = hn::Set(d, direction.z);
    const auto height_at = [&](std::size_t i) {
        return hn::Add(hn::Add(hn::Mul(hn::LoadU(d, x + i), dx), hn::Mul(hn::LoadU(d, y + i), dy)),
                       hn::Mul(hn::LoadU(d, z + i), dz));
    };
    // Two chains, so that one comparison need not wait for the other. Numbers are kept as doubles.
    const auto step = hn::Set(d, static_cast<double>(2 * lanes));
    auto number_0 = hn::Iota(d, 0), number_1 = hn::Iota(d, static_cast<double>(lanes));
    auto best_0 = height_at(0), best_1 = height_at(lanes);
    auto at_0 = number_0, at_1 = number_1;
    for (std::size_t i = 2 * lanes; i < count; i += 2 * lanes) {
        number_0 = hn::Add(number_0, step);
        number_1 = hn::Add(number_1, step);
        const auto height_0 = height_at(i), height_1 = height_at(i + lanes);
        const auto more_0 = hn::Gt(height_0, best_0), more_1 = hn::Gt(height_1, best_1);
        best_0 = hn::IfThenElse(more_0, height_0, best_0);
        best_1 = hn::IfThenElse(more_1, height_1, best_1);
        at_0 = hn::IfThenElse(more_0, number_0, at_0);
        at_1 = hn::IfThenElse(more_1, number_1, at_1);
    }
    const auto most = hn::MaxOfLanes(d, hn::Max(best_0, best_1));
    const auto beyond = hn::Set(d, std::numeric_limits<double>::infinity());
    const auto first = hn::MinOfLanes(d, hn::Min(hn::IfThenElse(hn::Eq(best_0, most), at_0, beyond),
                                                 hn::IfThenElse(hn::Eq(best_1, most), at_1, beyond)));
    // Instruction sets differ in which zero is the larger one; the sum has no sign.
    return {static_cast<std::uint32_t>(hn::GetLane(first)), hn::GetLane(most) + 0.0};
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(highest_in_lanes);

HighestOfColumns highest_of_columns(const double* columns, std::size_t count, const Vec3& direction) {
    return HWY_DYNAMIC_DISPATCH(highest_in_lanes)(columns, count, direction);
}

}  // namespace graze::inline v1::detail
#endif
