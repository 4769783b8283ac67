// A ray in the coordinates of a tree, and the error of these coordinates.
#pragma once

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {

// The line point + r * along in coordinates of the tree. The largest coordinate of `along`, on axis z, is 1
// or -1, and `point` is where z is 0, however far away the ray starts. So all relevant numbers are below 8,
// and floats are precise. Points on the line are compared by s = r * |along|^2.
struct RayFrame {
    // In memory there are four numbers; the last is 0.
    alignas(32) double point[4];
    alignas(32) double along[4];
    alignas(16) float float_point[4];
    alignas(16) float float_along[4];
    int x, y, z;              // the axis z and the two others
    double slope_x, slope_y;  // of x and y over z
    double s_of_z;            // s = s_of_z * z

    // s = scale * t + offset. The scale is 0 if doubles cannot hold it; then the limits are ignored.
    double scale, offset;
    // The error of the line in each coordinate, within the tree and near the world vertices. Infinite if
    // nothing is known.
    double error;

    // The distance by which the line must miss a box, in floats.
    float margin;
    // The limits of the ray in s, moved outwards; by less than `inside` where the limits matter.
    float from, to, inside;

    // The limit in s for points up to t, or from t on; moved outwards. Relevant numbers are below 8, where
    // floats are precise to 2^-21, and t is known to 2^-35.
    float up_to(double t) const {
        if (!(scale > 0)) return 1e30f;
        const double s = scale * t;
        return as_limit(s + offset + (std::abs(s) * 0x1p-34 + (4 * error + 0x1p-19)));
    }
    float down_to(double t) const {
        if (!(scale > 0)) return -1e30f;
        const double s = scale * t;
        return as_limit(s + offset - (std::abs(s) * 0x1p-34 + (4 * error + 0x1p-19)));
    }

  private:
    static float as_limit(double s) { return static_cast<float>(std::clamp(s, -1e30, 1e30)); }
};

}  // namespace graze::inline v1::detail
