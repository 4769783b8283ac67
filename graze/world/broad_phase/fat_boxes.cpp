// New fat boxes for all boxes.
#include <array>
#include <cstring>

#include "graze/world/broad_phase/detail/box_groups.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/fat_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::BoxGroup;
using detail::PredictedBox;

#if HWY_TARGET == HWY_SCALAR

std::size_t fatten_all(std::span<PredictedBox> predicted_boxes, const std::uint8_t* moved, std::uint32_t now,
                       float horizon, BoxGroup* groups) {
    constexpr std::size_t width = BoxGroup::width;
    std::size_t flying = 0;
    for (std::size_t slot = 0; slot < predicted_boxes.size(); ++slot) {
        const bool has_moved = (moved[slot / width] >> slot % width & 1u) != 0;
        fatten(predicted_boxes[slot], now, has_moved ? horizon : 0);
        flying += predicted_boxes[slot].resting() ? 0 : 1;
        groups[slot / width].set(slot % width, predicted_boxes[slot].fat.box());
    }
    return flying;
}

#else

using Lanes4 = hn::CappedTag<float, 4>;
using Ints4 = hn::RebindToUnsigned<Lanes4>;
using Floats = hn::Vec<Lanes4>;
using Columns = std::array<Floats, 4>;

// Transposes four rows of four numbers.
HWY_INLINE Columns transposed(const Columns& r) {
    const Lanes4 d;
    const auto a = hn::InterleaveLower(d, r[0], r[2]), b = hn::InterleaveLower(d, r[1], r[3]);
    const auto c = hn::InterleaveUpper(d, r[0], r[2]), e = hn::InterleaveUpper(d, r[1], r[3]);
    return {hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b), hn::InterleaveLower(d, c, e),
            hn::InterleaveUpper(d, c, e)};
}

// The four numbers at `offset` of the bounds, for four predicted boxes.
template <detail::SignedBounds PredictedBox::* Bounds>
HWY_INLINE Columns load(const PredictedBox* predicted_boxes, std::size_t offset) {
    const Lanes4 d;
    return transposed({hn::Load(d, (predicted_boxes[0].*Bounds).at + offset),
                       hn::Load(d, (predicted_boxes[1].*Bounds).at + offset),
                       hn::Load(d, (predicted_boxes[2].*Bounds).at + offset),
                       hn::Load(d, (predicted_boxes[3].*Bounds).at + offset)});
}
template <detail::SignedBounds PredictedBox::* Bounds>
HWY_INLINE void store(const Columns& columns, PredictedBox* predicted_boxes, std::size_t offset) {
    const Columns rows = transposed(columns);
    for (std::size_t i = 0; i < 4; ++i)
        hn::Store(rows[i], Lanes4(), (predicted_boxes[i].*Bounds).at + offset);
}

// As fatten(), for four predicted boxes at once: bit i of `moved` is for predicted box i.
HWY_INLINE std::size_t make_four(PredictedBox* predicted_boxes, unsigned moved, std::uint32_t now,
                                 float horizon, BoxGroup& group, std::size_t lane) {
    const Lanes4 d;
    const Ints4 ints;
    const auto zero = hn::Zero(d);
    const Columns lower = load<&PredictedBox::now>(predicted_boxes, 0),
                  raised = load<&PredictedBox::now>(predicted_boxes, 4);
    const std::array<Floats, 3> start = {raised[3], load<&PredictedBox::fat>(predicted_boxes, 0)[3],
                                         load<&PredictedBox::fat>(predicted_boxes, 4)[3]};
    const auto resting_bit = hn::Set(ints, PredictedBox::resting_bit);
    const auto flags = hn::BitCast(ints, lower[3]);
    const auto age =
        hn::And(hn::Sub(hn::Set(ints, now), flags), hn::Set(ints, PredictedBox::resting_bit - 1));
    const auto one = hn::Set(ints, 1u);
    const hn::RebindToSigned<Lanes4> signed_ints;
    const auto steps = hn::ConvertTo(d, hn::BitCast(signed_ints, hn::Max(one, age)));
    alignas(16) static constexpr std::uint32_t bits[4] = {1, 2, 4, 8};
    const auto bit = hn::Load(ints, bits);
    const auto is_moved = hn::Eq(hn::And(hn::Set(ints, moved), bit), bit);
    const auto was_resting = hn::Eq(hn::And(flags, resting_bit), resting_bit);
    const auto has_course = hn::AndNot(hn::And(was_resting, hn::Gt(age, one)), is_moved);
    const auto ahead = hn::IfThenElseZero(hn::RebindMask(d, has_course), hn::Set(d, horizon));

    auto size = zero, speed = zero;
    std::array<Floats, 3> displacement;
    for (std::size_t k = 0; k < 3; ++k) {
        size = hn::Max(size, hn::Sub(hn::Neg(raised[k]), lower[k]));
        displacement[k] = hn::Mul(hn::Div(hn::Sub(lower[k], start[k]), steps), ahead);
        speed = hn::Max(speed, hn::Abs(displacement[k]));
    }
    const auto flies = hn::And(hn::And(hn::Gt(speed, zero), hn::Le(speed, hn::Mul(hn::Set(d, 4.0f), size))),
                               hn::Lt(size, hn::Set(d, 1e30f)));
    const auto slack = hn::Mul(hn::Set(d, 0.02f), speed);
    Columns fat_lower, fat_raised;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto least = hn::Sub(hn::Add(lower[k], hn::Min(displacement[k], zero)), slack);
        const auto most = hn::Add(hn::Add(hn::Neg(raised[k]), hn::Max(displacement[k], zero)), slack);
        fat_lower[k] = hn::IfThenElse(flies, least, lower[k]);
        fat_raised[k] = hn::IfThenElse(flies, hn::Neg(most), raised[k]);
        hn::Store(fat_lower[k], d, group.lower[k] + lane);
        hn::Store(hn::Neg(fat_raised[k]), d, group.upper[k] + lane);
    }
    const auto new_flags = hn::Or(hn::Set(ints, PredictedBox::flags_at(now)),
                                  hn::IfThenZeroElse(hn::RebindMask(ints, flies), resting_bit));
    fat_lower[3] = lower[1];
    fat_raised[3] = lower[2];
    store<&PredictedBox::fat>(fat_lower, predicted_boxes, 0);
    store<&PredictedBox::fat>(fat_raised, predicted_boxes, 4);
    store<&PredictedBox::now>({lower[0], lower[1], lower[2], hn::BitCast(d, new_flags)}, predicted_boxes, 0);
    store<&PredictedBox::now>({raised[0], raised[1], raised[2], lower[0]}, predicted_boxes, 4);
    return hn::CountTrue(d, flies);
}

std::size_t fatten_all(std::span<PredictedBox> predicted_boxes, const std::uint8_t* moved, std::uint32_t now,
                       float horizon, BoxGroup* groups) {
    constexpr std::size_t width = BoxGroup::width;
    std::size_t flying = 0;
    for (std::size_t slot = 0; slot < predicted_boxes.size(); slot += 4)
        flying += make_four(predicted_boxes.data() + slot, unsigned{moved[slot / width]} >> slot % width, now,
                            horizon, groups[slot / width], slot % width);
    return flying;
}

#endif

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(fatten_all);

std::size_t fatten_all(std::span<PredictedBox> predicted_boxes, const std::uint8_t* moved, std::uint32_t now,
                       float horizon, std::span<BoxGroup> groups) {
    return HWY_DYNAMIC_DISPATCH(fatten_all)(predicted_boxes, moved, now, horizon, groups.data());
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
