#include "graze/share/prediction/close_proximity.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1 {

bool in_close_proximity(const MovingSphere& p, const MovingSphere& q, double window) {
    const Vec3 d = q.center - p.center, w = q.velocity - p.velocity;
    const double r = p.radius + q.radius;
    const double c = dot(d, d) - r * r;
    if (c <= 0) return true;
    // |d + w t| = r. With c > 0 both roots have the same sign.
    const double a = dot(w, w), half_b = dot(d, w);
    const double discriminant = half_b * half_b - a * c;
    if (!(a > 0) || discriminant < 0) return false;
    const double root = std::sqrt(discriminant);
    // c / (the larger in magnitude) is the nearer root without cancellation.
    const double nearer = half_b > 0 ? -c / (half_b + root) : c / (root - half_b);
    const double farther = half_b > 0 ? (-half_b - root) / a : (root - half_b) / a;
    const auto weighed = [](double t) { return t < 0 ? -2 * t : t; };
    return std::min(weighed(nearer), weighed(farther)) < window;
}

bool in_close_proximity(std::span<const MovingSphere> p, std::span<const MovingSphere> q, double window) {
    for (const MovingSphere& one : p)
        for (const MovingSphere& other : q)
            if (in_close_proximity(one, other, window)) return true;
    return false;
}

}  // namespace graze::inline v1
