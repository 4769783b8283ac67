#include "graze/spheres/packing/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/base/detail/steps.h"
#include "graze/base/error.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/packing/detail/comfortable_size.h"
#include "graze/spheres/packing/detail/sphere_grid.h"
#include "graze/spheres/packing/surface.h"

namespace graze::inline v1 {
namespace {

// Sums of three squares of differences: at most 2 * 23 limbs and a few bits.
using BallNumber = detail::BigInteger<56>;

bool balls_meet_exactly(const Sphere& a, const Sphere& b) {
    const auto squared = [](const BallNumber& x) { return x * x; };
    BallNumber apart;
    for (std::size_t k = 0; k < 3; ++k)
        apart = apart + squared(BallNumber::from(a.center[k]) - BallNumber::from(b.center[k]));
    return (apart - squared(BallNumber::from(a.radius) + BallNumber::from(b.radius))).sign() <= 0;
}

bool is_ball(const Sphere& s) {
    return is_in_range(s.center) && s.radius > 0 && s.radius <= max_coordinate;
}

// Has the closed ball around a point inside a mesh no point of the surface?
bool is_clear(const Shape& shape, const Sphere& s, double distance) {
    const Box& box = shape.box();
    double largest = 0;
    for (std::size_t k = 0; k < 3; ++k)
        largest = std::max({largest, std::abs(box.lower[k]), std::abs(box.upper[k])});
    // The error that triangle_distance.h states, and a little more.
    const double error = std::max(1.01e-12 * distance, 9 * (std::nextafter(largest, 2 * largest) - largest));
    if (distance - error > s.radius) return true;
    if (distance + error < s.radius || !shape.is_mesh()) return false;
    const Shape point(Mesh({s.center, s.center, s.center}, {{0, 1, 2}}));
    return !within(shape, Pose{}, point, Pose{}, s.radius);
}

void note_first(std::optional<std::uint32_t>& first, std::size_t i) {
    if (!first) first = static_cast<std::uint32_t>(i);
}

PackingCheck joined(PackingCheck a, const PackingCheck& b) {
    a.not_inside += b.not_inside;
    a.overlapping_pairs += b.overlapping_pairs;
    a.bad_radii += b.bad_radii;
    if (!a.first_not_inside) a.first_not_inside = b.first_not_inside;
    if (!a.first_bad_radius) a.first_bad_radius = b.first_bad_radius;
    if (!a.first_overlapping[0]) {
        a.first_overlapping[0] = b.first_overlapping[0];
        a.first_overlapping[1] = b.first_overlapping[1];
    }
    return a;
}

class PackingChecker {
  public:
    PackingChecker(std::span<const Sphere> spheres, const Shape& shape) : spheres_(spheres), shape_(shape) {
        // Bad ones keep their numbers and meet nothing.
        std::vector<Sphere> good(spheres.begin(), spheres.end());
        for (Sphere& s : good)
            if (!is_ball(s)) s = {shape.box().center(), std::numeric_limits<double>::min()};
        grid_ = detail::SphereGrid(good);
    }

    void check(std::size_t i, PackingCheck& result) const {
        const Sphere& s = spheres_[i];
        if (!is_ball(s)) {
            ++result.bad_radii;
            note_first(result.first_bad_radius, i);
            return;
        }
        const double value = signed_distance(shape_, Pose{}, s.center).value;
        if (!(value < 0 && is_clear(shape_, s, -value))) {
            ++result.not_inside;
            note_first(result.first_not_inside, i);
        }
        std::vector<std::uint32_t> meeting;
        const double more =
            std::max({std::abs(s.center.x), std::abs(s.center.y), std::abs(s.center.z), s.radius});
        grid_.visit_near(s.center, s.radius + more * 1e-12, [&](std::uint32_t j) {
            if (j > i && is_ball(spheres_[j]) && balls_meet(s, spheres_[j])) meeting.push_back(j);
        });
        if (meeting.empty()) return;
        result.overlapping_pairs += meeting.size();
        if (!result.first_overlapping[0]) {
            result.first_overlapping[0] = static_cast<std::uint32_t>(i);
            result.first_overlapping[1] = *std::min_element(meeting.begin(), meeting.end());
        }
    }

  private:
    std::span<const Sphere> spheres_;
    const Shape& shape_;
    detail::SphereGrid grid_;
};

std::string counted_spheres(std::uint64_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

}  // namespace

bool balls_meet(const Sphere& a, const Sphere& b) {
    const Vec3 way = a.center - b.center;
    const double apart = dot(way, way), sum = a.radius + b.radius, reach = sum * sum;
    // Each has a relative error of less than 2^-49, unless it has left the range of normal numbers.
    if (reach > 0x1p-900 && reach < 0x1p+900) {
        if (apart > reach * (1 + 0x1p-47)) return false;
        if (apart < reach * (1 - 0x1p-47)) return true;
    }
    return balls_meet_exactly(a, b);
}

std::string PackingCheck::why_not() const {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
    if (bad_radii > 0)
        add(counted_spheres(bad_radii, "sphere has", "spheres have") +
            " no positive radius or a centre out of range, the first is sphere " +
            std::to_string(first_bad_radius.value_or(0)));
    if (not_inside > 0)
        add(counted_spheres(not_inside, "sphere is", "spheres are") + " not inside, the first is sphere " +
            std::to_string(first_not_inside.value_or(0)));
    if (overlapping_pairs > 0)
        add(counted_spheres(overlapping_pairs, "pair has", "pairs have") +
            " a common point, the first is spheres " + std::to_string(first_overlapping[0].value_or(0)) +
            " and " + std::to_string(first_overlapping[1].value_or(0)));
    return text;
}

PackingCheck validate(std::span<const Sphere> spheres, const Shape& shape, const ValidateOptions& options) {
    const int exponent = detail::exponent_to_comfort(shape);
    // Refuses what has no inside.
    const ShapeSurface surface(exponent == 0 ? shape : detail::times_power_of_two(shape, exponent),
                               options.threads);
    const PackingChecker checker(spheres, shape);
    detail::Steps steps(options.progress, "checking", spheres.size());
    PackingCheck result = parallel_reduce(
        options.threads, spheres.size(), 256, PackingCheck{},
        [&](std::size_t first, std::size_t last) {
            if (options.progress != nullptr && options.progress->cancelled()) throw Error("cancelled");
            PackingCheck part;
            for (std::size_t i = first; i < last; ++i) checker.check(i, part);
            steps.add(last - first);
            return part;
        },
        joined);
    SpherePacking measured;
    measured.spheres.assign(spheres.begin(), spheres.end());
    if (exponent != 0)
        for (Sphere& s : measured.spheres) s = detail::times_power_of_two(s, exponent);
    measured.volume = surface.volume();
    measured.volume_error = surface.volume_error();
    measure_fill(measured);
    result.fill_rate = measured.fill_rate;
    result.fill_rate_error = measured.fill_rate_error;
    return result;
}

}  // namespace graze::inline v1
