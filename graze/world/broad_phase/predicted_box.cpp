#include "graze/world/broad_phase/detail/predicted_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/world/broad_phase/predicted_box.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes4 = hn::CappedTag<float, 4>;
[[maybe_unused]] constexpr unsigned three = 7;  // bits of the used lanes

template <class Mask>
HWY_INLINE unsigned bits_of(Mask mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(Lanes4(), mask, bits);
    return bits[0];
}

// Stores the box in the predicted box, and returns whether the box leaves its fat box. Makes bounds finite,
// and turns empty boxes into the box that overlaps nothing.
HWY_INLINE bool put(detail::PredictedBox& predicted, const FloatBox& box) {
#if HWY_TARGET == HWY_SCALAR
    predicted.now.set(detail::in_range(box));
    bool inside = true;
    for (const std::size_t k : {0u, 1u, 2u, 4u, 5u, 6u}) inside &= predicted.now.at[k] >= predicted.fat.at[k];
    return !inside || predicted.resting();
#else
    const Lanes4 d;
    const auto most = hn::Set(d, std::numeric_limits<float>::max());
    const auto least = hn::Neg(most);
    const auto within_range = [&](auto v) { return hn::Min(hn::Max(v, least), most); };
    // Bounds are contiguous; the fourth lanes are not used.
    auto lower = hn::LoadU(d, box.lower.data());
    auto upper = hn::Shuffle0321(hn::LoadU(d, box.lower.data() + 2));
    if ((bits_of(hn::Le(lower, upper)) & three) != three) {
        lower = hn::Set(d, std::numeric_limits<float>::infinity());
        upper = hn::Neg(lower);
    } else {
        lower = within_range(lower);
        upper = within_range(upper);
    }
    const auto fourth = hn::Not(hn::FirstN(d, 3));
    const auto raised = hn::Neg(upper);
    hn::Store(hn::IfThenElse(fourth, hn::Load(d, predicted.now.at), lower), d, predicted.now.at);
    hn::Store(hn::IfThenElse(fourth, hn::Load(d, predicted.now.at + 4), raised), d, predicted.now.at + 4);
    const auto inside = hn::And(hn::Ge(lower, hn::Load(d, predicted.fat.at)),
                                hn::Ge(raised, hn::Load(d, predicted.fat.at + 4)));
    return (bits_of(inside) & three) != three || predicted.resting();
#endif
}

std::size_t put_boxes(const detail::PredictedBoxTable& table, std::span<const NumberedBox> boxes,
                      std::size_t& newly_moved, std::vector<std::uint32_t>& escaped) {
    constexpr std::size_t ahead = 16;
    escaped.resize(escaped.size() + boxes.size());
    std::uint32_t* left = escaped.data() + escaped.size() - boxes.size();
    std::size_t i = 0;
    for (; i < boxes.size(); ++i) {
        if (i + ahead < boxes.size()) {
            const std::uint32_t next = boxes[i + ahead].id;
            if (next < table.slot_of.size() && table.slot_of[next] < table.predicted_boxes.size())
                __builtin_prefetch(&table.predicted_boxes[table.slot_of[next]], 1);
        }
        const NumberedBox& b = boxes[i];
        if (b.id >= table.slot_of.size()) break;
        const std::uint32_t slot = table.slot_of[b.id];
        if (slot >= table.predicted_boxes.size()) break;
        *left = slot;
        left += put(table.predicted_boxes[slot], b.box) ? 1 : 0;
        std::uint8_t& moved = table.moved[slot / 8];
        const auto bit = static_cast<std::uint8_t>(1u << slot % 8);
        newly_moved += (moved & bit) == 0 ? 1u : 0u;
        moved |= bit;
    }
    escaped.resize(static_cast<std::size_t>(left - escaped.data()));
    return i;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(put_boxes);

std::size_t put_boxes(const PredictedBoxTable& table, std::span<const NumberedBox> boxes,
                      std::size_t& newly_moved, std::vector<std::uint32_t>& escaped) {
    return HWY_DYNAMIC_DISPATCH(put_boxes)(table, boxes, newly_moved, escaped);
}

FloatBox in_range(const FloatBox& box) {
    constexpr float most = std::numeric_limits<float>::max();
    if (box.empty()) return {};
    FloatBox result;
    for (std::size_t k = 0; k < 3; ++k) {
        result.lower[k] = std::clamp(box.lower[k], -most, most);
        result.upper[k] = std::clamp(box.upper[k], -most, most);
    }
    return result;
}

void fatten(PredictedBox& predicted, std::uint32_t now, float horizon) {
    const std::array<float, 3> start = predicted.start();
    const std::uint32_t since = predicted.age(now);
    // A box that rested and moves now has no velocity yet; if it moves again in the next step it has one.
    if (predicted.resting() && since > 1) horizon = 0;
    const auto steps = static_cast<float>(std::max(1u, since));
    predicted.fat = predicted.now;
    const FloatBox box = predicted.now.box();
    float size = 0, speed = 0;
    std::array<float, 3> displacement{};  // in `horizon` steps
    for (std::size_t k = 0; k < 3; ++k) {
        size = std::max(size, box.upper[k] - box.lower[k]);
        displacement[k] = (box.lower[k] - start[k]) / steps * horizon;
        speed = std::max(speed, std::abs(displacement[k]));
    }
    predicted.set_start(now);
    // At rest, empty, moved far in one step, or so large that a fat box would be infinite.
    if (!(speed > 0) || !(speed <= 4 * size) || !(size < 1e30f)) {
        predicted.set_resting();
        return;
    }
    const float slack = 0.02f * speed;  // for courses that are not quite straight
    for (std::size_t k = 0; k < 3; ++k) {
        predicted.fat.at[k] = box.lower[k] + std::min(displacement[k], 0.0f) - slack;
        predicted.fat.at[4 + k] = -(box.upper[k] + std::max(displacement[k], 0.0f) + slack);
    }
}

void Horizon::renewed(std::uint64_t tests, std::size_t objects, std::size_t moving) {
    // Approximate nanoseconds; only the ratio matters.
    constexpr double test = 5, object = 25, pair = 3;
    cost_ += test * static_cast<double>(tests) + object * static_cast<double>(objects);
    renewed_ += objects;
    if (renewed_ < moving) return;
    const bool failed = age_ <= 1;
    if (plain_ > 0) {
        if (--plain_ == 0) steps_ = 4;
    } else if (failed) {
        // Fat boxes gain nothing if courses are not straight, or boxes too fast.
        if (++failures_ == 4) plain_ = 64;
    } else {
        failures_ = 0;
        const double renewing = cost_, testing = 1.5 * pair * in_vain_;
        steps_ = std::clamp(renewing > testing ? steps_ * 1.25 : steps_ / 1.25, 2.0, 24.0);
    }
    if (plain_ > 0) failures_ = 0;
    cost_ = in_vain_ = 0;
    renewed_ = 0;
    age_ = 0;
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
