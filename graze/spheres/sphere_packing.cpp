#include "graze/spheres/sphere_packing.h"

#include <cmath>
#include <numbers>

#include "graze/base/detail/double_double.h"

namespace graze::inline v1 {

double volume(const Sphere& sphere) {
    return 4.0 / 3.0 * std::numbers::pi * (sphere.radius * sphere.radius * sphere.radius);
}

double volume(std::span<const Sphere> spheres) {
    detail::DoubleDouble sum;
    for (const Sphere& s : spheres) sum += volume(s);
    return sum.rounded();
}

std::span<const TriangleId> SpherePacking::triangles_of(std::size_t sphere) const {
    if (first_triangle.empty()) return {};
    return std::span(triangles).subspan(first_triangle[sphere],
                                        first_triangle[sphere + 1] - first_triangle[sphere]);
}

void measure_fill(SpherePacking& packing) {
    packing.fill_rate = graze::volume(packing.spheres) / packing.volume;
    // The relative errors of both volumes add up; the last term is for the division and the sums here.
    packing.fill_rate_error =
        packing.fill_rate * (packing.volume_error / packing.volume * (1 + 0x1p-20) + 0x1p-47);
}

}  // namespace graze::inline v1
