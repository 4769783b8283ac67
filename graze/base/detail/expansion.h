// Exact sums of doubles (Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic").
//
// An expansion is a sum of doubles that do not overlap, in order of increasing magnitude, without zeros. Sums
// and products are exact as long as nothing overflows or underflows; the callers scale their input so that
// nothing does. Needs round-to-nearest-even and no fused or reassociated operations.
#pragma once

#include <algorithm>

#include "graze/base/platform.h"

namespace graze::inline v1::detail {

struct TwoTerms {
    double high, low;
};

GRAZE_INLINE TwoTerms two_sum(double a, double b) {
    const double x = a + b, bv = x - a, av = x - bv;
    return {x, (a - av) + (b - bv)};
}

// Requires |a| >= |b| or a == 0.
GRAZE_INLINE TwoTerms fast_two_sum(double a, double b) {
    const double x = a + b;
    return {x, b - (x - a)};
}

GRAZE_INLINE TwoTerms two_diff(double a, double b) {
    const double x = a - b, bv = a - x, av = x + bv;
    return {x, (a - av) + (bv - b)};
}

GRAZE_INLINE TwoTerms split(double a) {
    const double c = 134217729.0 * a, high = c - (c - a);  // 2^27 + 1
    return {high, a - high};
}

GRAZE_INLINE TwoTerms two_product(double a, double b) {
    const double x = a * b;
    const auto [ah, al] = split(a);
    const auto [bh, bl] = split(b);
    return {x, al * bl - (((x - ah * bh) - al * bh) - ah * bl)};
}

template <int Capacity>
struct Expansion {
    double term[Capacity];
    int size = 0;

    Expansion() = default;
    // The exact difference of two doubles.
    static Expansion difference(double a, double b) {
        static_assert(Capacity >= 2);
        Expansion e;
        const auto [x, y] = two_diff(a, b);
        e.push(y);
        e.push(x);
        return e;
    }

    void push(double t) {
        if (t != 0) term[size++] = t;
    }
    int sign() const { return size == 0 ? 0 : term[size - 1] > 0 ? 1 : -1; }
    // Within a few units in the last place of the exact sum; zero only if it is zero.
    double estimate() const {
        double sum = 0;
        for (int i = 0; i < size; ++i) sum += term[i];
        return sum;
    }
    Expansion operator-() const {
        Expansion e = *this;
        for (int i = 0; i < size; ++i) e.term[i] = -e.term[i];
        return e;
    }
};

// Fast expansion sum: merges by magnitude, then one pass of two_sum.
template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
    Expansion<N + M> h;
    int i = 0, j = 0;
    const auto next = [&] {
        if (j == f.size) return e.term[i++];
        if (i == e.size) return f.term[j++];
        const double a = e.term[i], b = f.term[j];
        return (b > a) == (b > -a) ? (++i, a) : (++j, b);  // |a| < |b| ? a : b
    };
    const int total = e.size + f.size;
    if (total == 0) return h;
    double q = next();
    for (int k = 1; k < total; ++k) {
        const auto [sum, rest] = two_sum(q, next());
        h.push(rest);
        q = sum;
    }
    h.push(q);
    return h;
}

template <int N, int M>
Expansion<N + M> operator-(const Expansion<N>& e, const Expansion<M>& f) {
    return e + -f;
}

template <int N>
Expansion<2 * N> operator*(const Expansion<N>& e, double b) {
    Expansion<2 * N> h;
    if (e.size == 0 || b == 0) return h;
    auto [q, rest] = two_product(e.term[0], b);
    h.push(rest);
    for (int i = 1; i < e.size; ++i) {
        const auto [high, low] = two_product(e.term[i], b);
        const auto sum = two_sum(q, low);
        h.push(sum.low);
        const auto top = fast_two_sum(high, sum.high);
        h.push(top.low);
        q = top.high;
    }
    h.push(q);
    return h;
}

// Multiplies by a difference of two doubles.
template <int N>
Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
    if (f.size == 0) return {};
    if (f.size == 1) {
        const auto p = e * f.term[0];
        Expansion<4 * N> h;
        std::copy_n(p.term, p.size, h.term);
        h.size = p.size;
        return h;
    }
    return e * f.term[0] + e * f.term[1];
}

}  // namespace graze::inline v1::detail
