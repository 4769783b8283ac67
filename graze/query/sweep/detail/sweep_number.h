// What the algebra of swept features asks of its numbers: doubles with an error bound, or integers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graze/base/detail/big.h"
#include "graze/query/sweep/detail/bounded.h"

namespace graze::inline v1::detail {

template <class N>
inline constexpr bool is_exact = true;
template <>
inline constexpr bool is_exact<Bounded> = false;

inline bool is_certain(const Bounded& n) {
    return n.certain();
}
template <int Limbs>
bool is_certain(const BigInteger<Limbs>&) {
    return true;
}

// A small integer. Coordinates have a unit of their own, but forms are homogeneous in them: only signs count.
template <class N>
N integer(int value) {
    if constexpr (is_exact<N>) {
        return N::from(value, 0);
    } else {
        return N::exactly(value);
    }
}

template <class N>
N twice(const N& n) {
    return n + n;
}
inline Bounded twice(const Bounded& n) {
    return {2 * n.value, 2 * n.error};
}

// Of the numbers of intervals, which are exact.
inline bool is_even(const Bounded& n) {
    return std::fmod(n.value, 2) == 0;
}
template <int Limbs>
bool is_even(const BigInteger<Limbs>& n) {
    return n.even();
}
inline Bounded half(const Bounded& n) {
    return {n.value / 2, n.error / 2};
}
template <int Limbs>
BigInteger<Limbs> half(const BigInteger<Limbs>& n) {
    return n.halved();
}

// Bounds of x / (x + y) for x, y >= 0, not both zero, in intervals that halving leads to.
inline std::pair<double, double> ratio_bounds(const Bounded& x, const Bounded& y) {
    const double t = x.value / (x.value + y.value);  // exact: a few halvings
    return {t, t};
}
template <int Limbs>
std::pair<double, double> ratio_bounds(const BigInteger<Limbs>& x, const BigInteger<Limbs>& y) {
    if (x.sign() == 0) return {0, 0};
    if (y.sign() == 0) return {1, 1};
    const BigInteger<Limbs> sum = x + y;
    const double quotient = std::ldexp(x.mantissa() / sum.mantissa(), x.exponent() - sum.exponent());
    // The mantissas of short numbers are exact, and the sum is a power of two.
    if (sum.exponent() < 0) return {quotient, quotient};
    return {std::max(0.0, quotient * (1 - 0x1p-50)), std::min(1.0, quotient * (1 + 0x1p-50) + 0x1p-1000)};
}

// The coefficients of a form up to a common factor above 0.
inline void approximate(const std::array<Bounded, 4>& form, std::array<Bounded, 4>& out) {
    out = form;
}
template <int Limbs>
void approximate(const std::array<BigInteger<Limbs>, 4>& form, std::array<Bounded, 4>& out) {
    int most = -(1 << 30);
    for (const auto& c : form)
        if (c.sign() != 0) most = std::max(most, c.exponent() + 128);
    for (std::size_t i = 0; i < 4; ++i) {
        const double value =
            form[i].sign() == 0 ? 0 : std::ldexp(form[i].mantissa(), form[i].exponent() - most);
        out[i] = {value, std::abs(value) * 0x1p-51 + (form[i].sign() == 0 ? 0 : 0x1p-1000)};
    }
}

}  // namespace graze::inline v1::detail
