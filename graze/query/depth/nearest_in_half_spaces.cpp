// A dual active-set method (Goldfarb and Idnani 1983) in three dimensions: the plane that is missed by most
// joins the active ones, of which there are three at most, and the small problem is solved by trying all of
// its subsets. The distance from the origin grows with every step, so no set of planes comes twice.
#include "graze/query/depth/detail/nearest_in_half_spaces.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace graze::inline v1::detail {
namespace {

// The point nearest to the origin that lies on all of one, two or three planes; none if they are too
// parallel.
std::optional<Vec3> nearest_on(const BoundingPlane& p) {
    return p.normal * p.offset;
}

constexpr double least_sine_squared = 1e-14;

std::optional<Vec3> nearest_on(const BoundingPlane& p, const BoundingPlane& q) {
    const Vec3 along = cross(p.normal, q.normal);
    const double squared = dot(along, along);
    if (!(squared > least_sine_squared)) return {};
    return cross(q.normal * p.offset - p.normal * q.offset, along) / squared;
}

std::optional<Vec3> nearest_on(const BoundingPlane& p, const BoundingPlane& q, const BoundingPlane& r) {
    const Vec3 qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal), pq = cross(p.normal, q.normal);
    const double volume = dot(p.normal, qr);
    if (!(volume * volume > least_sine_squared)) return {};
    return (qr * p.offset + rp * q.offset + pq * r.offset) / volume;
}

class ActivePlanes {
  public:
    explicit ActivePlanes(double tolerance) : tolerance_(tolerance) {}

    const Vec3& point() const { return point_; }

    // False if no point is on the right side of all active planes and of this one.
    bool add(const BoundingPlane& plane) {
        plane_[count_] = plane;
        best_ = std::numeric_limits<double>::infinity();
        const std::size_t last = count_++;
        consider(nearest_on(plane), {last}, 1);
        for (std::size_t i = 0; i < last; ++i) {
            consider(nearest_on(plane_[i], plane), {i, last}, 2);
            for (std::size_t j = 0; j < i; ++j)
                consider(nearest_on(plane_[j], plane_[i], plane), {j, i, last}, 3);
        }
        if (std::isinf(best_)) return false;
        const std::array<BoundingPlane, 4> old = plane_;
        count_ = chosen_count_;
        for (std::size_t i = 0; i < count_; ++i) plane_[i] = old[chosen_[i]];
        return true;
    }

  private:
    void consider(const std::optional<Vec3>& t, const std::array<std::size_t, 3>& planes, std::size_t count) {
        if (!t) return;
        const double squared = dot(*t, *t);
        if (!(squared < best_)) return;
        for (std::size_t i = 0; i < count_; ++i)
            if (dot(plane_[i].normal, *t) < plane_[i].offset - tolerance_) return;
        best_ = squared;
        point_ = *t;
        chosen_ = planes;
        chosen_count_ = count;
    }

    double tolerance_, best_ = 0;
    std::array<BoundingPlane, 4> plane_;
    std::size_t count_ = 0, chosen_count_ = 0;
    std::array<std::size_t, 3> chosen_{};
    Vec3 point_;
};

}  // namespace

std::optional<Vec3> nearest_in_half_spaces(std::span<const BoundingPlane> planes, double tolerance) {
    ActivePlanes active(tolerance);
    constexpr int most_steps = 200;  // rounding could make planes come twice
    for (int step = 0; step < most_steps; ++step) {
        const BoundingPlane* worst = nullptr;
        double most = 2 * tolerance;
        for (const BoundingPlane& plane : planes) {
            const double missed = plane.offset - dot(plane.normal, active.point());
            if (missed > most) most = missed, worst = &plane;
        }
        if (worst == nullptr) return active.point();
        if (!active.add(*worst)) return {};
    }
    return {};
}

}  // namespace graze::inline v1::detail
