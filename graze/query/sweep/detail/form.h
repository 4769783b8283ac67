// Polynomials in t from 0 to 1, as sums of c[i] * (1-t)^(degree-i) * t^i.
//
// These are Bernstein's coefficients times binomials, so that no fractions occur. And with x = t / (1-t),
// they are the coefficients of ordinary polynomials in x, whose positive roots are the roots between 0 and 1:
// the signs of the coefficients bound their number (Descartes).
#pragma once

#include <array>
#include <cstddef>

namespace graze::inline v1::detail {

template <class N>
using LinearForm = std::array<N, 2>;
template <class N>
using QuadraticForm = std::array<N, 3>;
template <class N>
using CubicForm = std::array<N, 4>;

template <class N>
using LinearVector = std::array<LinearForm<N>, 3>;  // x, y, z

template <class N, std::size_t Size>
std::array<N, Size> operator+(const std::array<N, Size>& a, const std::array<N, Size>& b) {
    std::array<N, Size> sum;
    for (std::size_t i = 0; i < Size; ++i) sum[i] = a[i] + b[i];
    return sum;
}

template <class N, std::size_t Size>
std::array<N, Size> operator-(const std::array<N, Size>& a, const std::array<N, Size>& b) {
    std::array<N, Size> difference;
    for (std::size_t i = 0; i < Size; ++i) difference[i] = a[i] - b[i];
    return difference;
}

template <class N>
QuadraticForm<N> operator*(const LinearForm<N>& a, const LinearForm<N>& b) {
    return {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]};
}

template <class N>
CubicForm<N> operator*(const QuadraticForm<N>& a, const LinearForm<N>& b) {
    return {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1] + a[2] * b[0], a[2] * b[1]};
}

template <class N>
QuadraticForm<N> cross_component(const LinearVector<N>& a, const LinearVector<N>& b, std::size_t axis) {
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    return a[i] * b[j] - a[j] * b[i];
}

template <class N>
QuadraticForm<N> dot_product(const LinearVector<N>& a, const LinearVector<N>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class N>
LinearVector<N> difference(const LinearVector<N>& a, const LinearVector<N>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

}  // namespace graze::inline v1::detail
