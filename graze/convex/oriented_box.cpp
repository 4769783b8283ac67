#include "graze/convex/oriented_box.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

Vec3 corner_of(const Box& box, unsigned number) {
    return {(number & 1u) != 0 ? box.upper.x : box.lower.x, (number & 2u) != 0 ? box.upper.y : box.lower.y,
            (number & 4u) != 0 ? box.upper.z : box.lower.z};
}

void check_corners(const std::array<Vec3, 8>& corners) {
    for (const Vec3& corner : corners)
        if (!is_in_range(corner))
            throw Error("a corner of the box is not finite, or beyond 1e100", {}, "choose another unit");
}

}  // namespace

OrientedBox::OrientedBox(const Vec3& half, const Pose& pose) {
    if (!(half.x >= 0 && half.y >= 0 && half.z >= 0))
        throw Error("half a side of the box is negative or not a number", {}, "give three numbers from 0");
    for (unsigned i = 0; i < 8; ++i) corners_[i] = pose(corner_of({-half, half}, i));
    check_corners(corners_);
    measure();
}

OrientedBox OrientedBox::from(const Box& box) {
    if (box.empty()) throw Error("an empty box has no corners", {}, "give a box with lower <= upper");
    OrientedBox result;
    for (unsigned i = 0; i < 8; ++i) result.corners_[i] = corner_of(box, i);
    check_corners(result.corners_);
    result.measure();
    return result;
}

OrientedBox OrientedBox::with_corners(const std::array<Vec3, 8>& corners) {
    check_corners(corners);
    // In sixteenths, so that no sum leaves the range of doubles.
    std::array<Vec3, 8> c;
    double size = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        c[i] = corners[i] / 16;
        const Vec3 from_first = c[i] - c[0];
        size = std::max({size, std::abs(from_first.x), std::abs(from_first.y), std::abs(from_first.z),
                         0x1p-20 * std::max({std::abs(c[i].x), std::abs(c[i].y), std::abs(c[i].z)})});
    }
    const Vec3 side[3] = {c[1] - c[0], c[2] - c[0], c[4] - c[0]};
    bool is_box = true;
    for (unsigned i = 0; i < 8; ++i) {
        Vec3 expected = c[0];
        for (unsigned k = 0; k < 3; ++k)
            if ((i >> k & 1u) != 0) expected += side[k];
        const Vec3 off = c[i] - expected;
        is_box &= std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) <= 1e-9 * size;
    }
    for (unsigned k = 0; k < 3 && size > 0; ++k)
        is_box &= std::abs(dot(side[k] / size, side[(k + 1) % 3] / size)) <= 1e-6;
    if (!is_box) throw Error("the eight corners are not those of a box");
    OrientedBox result;
    result.corners_ = corners;
    result.measure();
    return result;
}

void OrientedBox::measure() {
    center_ = corners_[0] * 0.5 + corners_[7] * 0.5;
    for (std::size_t k = 0; k < 3; ++k) half_[k] = (corners_[std::size_t{1} << k] - corners_[0]) * 0.5;
    deviation_ = largest_ = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        Vec3 expected = center_;
        for (std::size_t k = 0; k < 3; ++k) expected += (i >> k & 1u) != 0 ? half_[k] : -half_[k];
        for (std::size_t k = 0; k < 3; ++k) {
            largest_ = std::max(largest_, std::abs(corners_[i][k]));
            // The differences themselves are rounded.
            deviation_ = std::max(deviation_, std::abs(corners_[i][k] - expected[k]));
        }
    }
    deviation_ += 0x1p-50 * largest_;
}

Box OrientedBox::box() const {
    Box result;
    for (const Vec3& corner : corners_) result.grow(corner);
    return result;
}

}  // namespace graze::inline v1
