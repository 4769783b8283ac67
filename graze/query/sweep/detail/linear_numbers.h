// Corners on linear paths, as numbers of the kinds that the solver takes.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/query/sweep/detail/form.h"
#include "graze/query/sweep/detail/sweep_number.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::inline v1::detail {

// A vertex and a face, or two edges: which of four points belong together.
enum class Features { vertex_face, edge_edge };

// Which bits of coordinates are in use: all are multiples of 2^lowest and below 2^highest.
struct CoordinateBits {
    int lowest = 1 << 20, highest = -(1 << 20);

    void add(double v) {
        if (v == 0) return;
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(v);
        const int biased = static_cast<int>((bits >> 52) & 0x7ff);
        const std::uint64_t mantissa = (bits & 0xfffffffffffffu) | (biased ? 1ull << 52 : 0);
        const int unit = (biased ? biased - 1 : 0) - 1074;
        lowest = std::min(lowest, unit + std::countr_zero(mantissa));
        highest = std::max(highest, unit + static_cast<int>(std::bit_width(mantissa)));
    }
    void add(const Vec3& v) {
        add(v.x);
        add(v.y);
        add(v.z);
    }
    bool none() const { return highest < lowest; }
    int count() const { return highest - lowest; }
    // Differences are below 2 after scaling by 2^-highest, and products do not leave the range of doubles.
    bool are_moderate() const { return highest > -900 && highest < 900; }
};

inline Bounded scaled_by(const Bounded& b, double scale) {
    if (b.value == 0 && b.error == 0) return {};
    const double value = b.value * scale;
    const bool underflows = std::abs(value) < 0x1p-900;
    return {value, b.error * scale + (underflows || b.error > 0 ? Bounded::underflow : 0)};
}

// For a filter, all corners are taken relative to the first, which is at the origin then, and scaled.
inline LinearVector<Bounded> bounded_of(const MovingPoint& p, const MovingPoint& origin, double scale) {
    LinearVector<Bounded> v;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Bounded from = Bounded::difference(p.from[axis], origin.from[axis]),
                      to = Bounded::difference(p.to[axis], origin.to[axis]);
        v[axis] = {scaled_by(from, scale), scaled_by(to, scale)};
    }
    return v;
}

}  // namespace graze::inline v1::detail
