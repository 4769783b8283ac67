// The point of a polyhedron in six dimensions that is nearest to a given point: by Gauss' principle of least
// constraint, the motion of a body that contacts hold back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace graze::inline v1::detail {

using Vector6 = std::array<double, 6>;

inline double dot6(const Vector6& a, const Vector6& b) {
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

// normal * x >= offset. The normal has length 1.
struct HalfSpace6 {
    Vector6 normal{};
    double offset = 0;
};

struct NearestPoint6 {
    Vector6 point{};
    bool found = false;  // false: the half-spaces have nothing in common, or rounding stops the search
    // The half-spaces on whose borders the point is, and how hard each of them pushes: the point is the given
    // one plus the sum of push * normal.
    std::size_t active = 0;
    std::array<std::uint32_t, 6> which{};
    std::array<double, 6> push{};
};

// The dual active-set method of Goldfarb and Idnani (1983) for the identity as metric. It starts at the given
// point and takes in the half-space that the point is furthest out of; of several, the first. So the result
// depends on the order of the half-spaces only, and copies of one half-space do no harm: a normal that the
// active ones span already replaces one of them, or shows that there is no common point. A half-space counts
// as satisfied if the point is less than `tolerance` out of it.
NearestPoint6 nearest_in_all(std::span<const HalfSpace6> half_spaces, const Vector6& from, double tolerance);

}  // namespace graze::inline v1::detail
