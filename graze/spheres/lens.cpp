#include "graze/spheres/lens.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::inline v1 {

double lens_volume(double radius_a, double radius_b, double distance) {
    const double overlap = radius_a + radius_b - distance, difference = radius_a - radius_b;
    if (!(overlap > 0)) return 0;
    if (distance <= std::abs(difference)) {
        const double r = std::min(radius_a, radius_b);
        return 4 * std::numbers::pi / 3 * r * r * r;
    }
    // Equation 5.13, written with the difference of the radii.
    return std::numbers::pi * overlap * overlap *
           (distance * distance + 2 * distance * (radius_a + radius_b) - 3 * difference * difference) /
           (12 * distance);
}

Lens lens(const Sphere& a, const Sphere& b) {
    const Vec3 between = b.center - a.center;
    const double d = length(between);
    Lens result;
    result.volume = lens_volume(a.radius, b.radius, d);
    if (result.volume == 0) {
        result.center = d > 0 ? a.center + between * (a.radius / d) : a.center;
    } else if (d <= std::abs(a.radius - b.radius)) {
        result.center = a.radius <= b.radius ? a.center : b.center;
    } else {
        // From the near side of B to the far side of A.
        result.center = a.center + between * ((d - b.radius + a.radius) / (2 * d));
        const double x = (d * d - b.radius * b.radius + a.radius * a.radius) / (2 * d);
        result.area = std::numbers::pi * std::max(0.0, a.radius * a.radius - x * x);
    }
    return result;
}

}  // namespace graze::inline v1
