// A ray as a tree sees it, and how wrong that can be.
#pragma once

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {

// The line point + r * along in coordinates of the tree. Its largest coordinate of `along`, that of axis z,
// is 1 or -1, and `point` is where z is 0, however far off the ray starts: so everything that matters is
// below 8, and floats are precise. Places on the line are compared by s = r * |along|^2.
struct RayFrame {
    // In memory they are four, the last is 0.
    alignas(32) double point[4];
    alignas(32) double along[4];
    alignas(16) float float_point[4];
    alignas(16) float float_along[4];
    int x, y, z;              // the axis z and the two others
    double slope_x, slope_y;  // by which x and y grow with z
    double s_of_z;            // s = s_of_z * z

    // s = scale * t + offset. The scale is 0 if doubles cannot hold it; then limits play no part.
    double scale, offset;
    // How far the line may be off in each coordinate, within the tree and where the world vertices are.
    // Infinite if nothing is known.
    double error;

    // By how much the line must miss a box, in floats.
    float margin;
    // The limits of the ray in s, moved outwards; where it matters, by less than `inside`.
    float from, to, inside;

    // The limit in s of what is at most, or at least, at t; moved outwards. What matters is below 8, where
    // floats are good to 2^-21, and t is known to 2^-35.
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
