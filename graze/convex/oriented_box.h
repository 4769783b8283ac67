// A box in any orientation, as a solid.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "graze/base/box.h"
#include "graze/base/pose.h"

namespace graze::inline v1 {

// The convex hull of eight corners: the inside belongs to it. `Box` of base/ is the axis-aligned box that
// bounds things; this one is a thing.
//
// Corner i has the sign of bit k of i along axis k: corner 0 is the lowest, corner 7 the highest. Face 2 k is
// the lower face across axis k, face 2 k + 1 the upper one.
class OrientedBox {
  public:
    OrientedBox() : OrientedBox(Vec3{}) {}  // a point
    // From -half to +half along the axes of `pose`. Sides may be 0. The corners are rounded to doubles, once;
    // from then on they are the box. Throws Error for sides that are negative or not numbers, and for corners
    // beyond 1e100.
    explicit OrientedBox(const Vec3& half, const Pose& pose = {});
    // The same set as `box`, with its corners unchanged. Throws Error for an empty box and for one beyond
    // 1e100.
    static OrientedBox from(const Box& box);
    // Restores a box from its corners. Throws Error unless they are those of a box, up to rounding (1e-9 of
    // its size).
    static OrientedBox with_corners(const std::array<Vec3, 8>& corners);

    const std::array<Vec3, 8>& corners() const { return corners_; }
    Box box() const;
    // Half of corner 0 and of corner 7, rounded.
    const Vec3& center() const { return center_; }
    // From the middle to the upper face across axis k.
    const Vec3& half_side(std::size_t k) const { return half_[k]; }
    // No corner is further, in any coordinate, from where the middle and the sides put it.
    double deviation() const { return deviation_; }
    // The largest coordinate of a corner, in magnitude.
    double largest() const { return largest_; }

    static constexpr std::uint8_t face_count = 6;
    // The corners of a face, counter-clockwise as seen from outside.
    static constexpr std::array<std::uint8_t, 4> face(std::uint8_t number) {
        const unsigned k = number / 2u, u = 1u << (k + 1) % 3, v = 1u << (k + 2) % 3;
        const unsigned base = number % 2u == 1 ? 1u << k : 0u;
        const auto corner = [](unsigned c) { return static_cast<std::uint8_t>(c); };
        if (number % 2u == 1) return {corner(base), corner(base + u), corner(base + u + v), corner(base + v)};
        return {corner(base), corner(base + v), corner(base + u + v), corner(base + u)};
    }

    static constexpr std::uint8_t edge_count = 12;
    // The edge between two corners; edge_count if there is none.
    static constexpr std::uint8_t edge(std::uint8_t from, std::uint8_t to) {
        const unsigned bits = static_cast<unsigned>(from) ^ to;
        if (std::popcount(bits) != 1) return edge_count;
        const unsigned k = static_cast<unsigned>(std::countr_zero(bits)), low = (k + 1) % 3,
                       high = (k + 2) % 3;
        return static_cast<std::uint8_t>(4 * k + (from >> low & 1u) + 2 * (from >> high & 1u));
    }

    friend bool operator==(const OrientedBox&, const OrientedBox&) = default;

  private:
    void measure();

    std::array<Vec3, 8> corners_;
    Vec3 center_;
    std::array<Vec3, 3> half_;
    double deviation_ = 0, largest_ = 0;
};

}  // namespace graze::inline v1
