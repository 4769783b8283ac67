#include "graze/interact/sliding/detail/body_metric.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/base/trig.h"
#include "graze/interact/sliding/slider.h"
#include "graze/mesh/inertia.h"
#include "graze/mesh/measures.h"

namespace graze::inline v1::detail {
namespace {

constexpr double full_circle = 6.28318530717958647693;
// A rod resists turns about its axis as if it were this thick, in shares of its length.
constexpr double least_gyration = 1e-2;

struct Mass {
    double mass = 0;
    Vec3 centre;
    Inertia inertia;  // about the centre
};

// The inertia about another point, `off` away from the centre of mass (Steiner).
Inertia about(const Inertia& i, double mass, const Vec3& off) {
    const double s = dot(off, off);
    return {i.xx + mass * (s - off.x * off.x), i.yy + mass * (s - off.y * off.y),
            i.zz + mass * (s - off.z * off.z), i.xy - mass * off.x * off.y,
            i.yz - mass * off.y * off.z,       i.zx - mass * off.z * off.x};
}

Inertia operator+(const Inertia& a, const Inertia& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
}

std::optional<Mass> mass_of_solids(std::span<const PlacedShape> part) {
    std::vector<Mass> masses;
    for (const PlacedShape& p : part) {
        if (!p.shape.is_mesh() || !p.shape.closed_surface().closed()) return {};
        const SolidMeasures m = solid_measures(p.shape.mesh(), p.shape.closed_surface());
        if (!m.centroid || !m.inertia || !std::isfinite(m.volume)) return {};
        const double sign = m.volume < 0 ? -1 : 1;  // inside out
        Inertia inertia = turned(*m.inertia, p.pose);
        for (double* x : {&inertia.xx, &inertia.yy, &inertia.zz, &inertia.xy, &inertia.yz, &inertia.zx})
            *x *= sign;
        masses.push_back({sign * m.volume, p.pose(*m.centroid), inertia});
    }
    Mass all;
    for (const Mass& m : masses) {
        all.mass += m.mass;
        all.centre += m.mass * m.centre;
    }
    if (!(all.mass > 0)) return {};
    all.centre = all.centre / all.mass;
    for (const Mass& m : masses) all.inertia = all.inertia + about(m.inertia, m.mass, m.centre - all.centre);
    return all;
}

Mass mass_of_box(const Box& box) {
    const Vec3 s = box.size();
    const double x = s.x * s.x / 12, y = s.y * s.y / 12, z = s.z * s.z / 12;
    return {1, box.center(), {y + z, z + x, x + y, 0, 0, 0}};
}

}  // namespace

BodyMetric::BodyMetric(std::span<const PlacedShape> part) {
    Box box;
    for (const PlacedShape& p : part) box.grow(p.pose(p.shape.box()));
    const Mass mass = mass_of_solids(part).value_or(mass_of_box(box));
    centre_ = mass.centre;
    const Vec3 low = box.lower - centre_, high = box.upper - centre_;
    radius_ = length({std::max(-low.x, high.x), std::max(-low.y, high.y), std::max(-low.z, high.z)}) *
              (1 + 0x1p-40);
    if (const auto principal = principal_axes(mass.inertia)) {
        axis_ = principal->axes;
        for (std::size_t i = 0; i < 3; ++i)
            gyration_[i] = std::sqrt(std::max(principal->moments[i] / mass.mass, 0.0));
    }
    for (double& g : gyration_) g = std::max(g, least_gyration * radius_);
}

Vector6 BodyMetric::coordinates(const Pose& world_from_part, const Twist& twist) const {
    Vector6 c{twist.shift.x, twist.shift.y, twist.shift.z};
    for (std::size_t i = 0; i < 3; ++i)
        c[3 + i] = gyration_[i] * dot(world_from_part.rotate(axis_[i]), twist.turn);
    return c;
}

Twist BodyMetric::twist(const Pose& world_from_part, const Vector6& coordinates) const {
    Twist twist{{coordinates[0], coordinates[1], coordinates[2]}, {}};
    for (std::size_t i = 0; i < 3; ++i)
        twist.turn += world_from_part.rotate(axis_[i]) * (coordinates[3 + i] / gyration_[i]);
    return twist;
}

HalfSpace6 BodyMetric::half_space(const Pose& world_from_part, const Vec3& arm, const Vec3& normal,
                                  double offset) const {
    const Vec3 moment = cross(arm, normal);
    HalfSpace6 h;
    h.normal = {normal.x, normal.y, normal.z};
    for (std::size_t i = 0; i < 3; ++i)
        h.normal[3 + i] = dot(world_from_part.rotate(axis_[i]), moment) / gyration_[i];
    const double norm = std::sqrt(dot6(h.normal, h.normal));
    for (double& x : h.normal) x /= norm;
    h.offset = offset / norm;
    return h;
}

Twist twist_between(const Pose& from, const Pose& to, const Vec3& centre) {
    Twist twist{to(centre) - from(centre), {}};
    const Quat q = to.rotation() * from.rotation().conjugate();
    const Vec3 v = q.w < 0 ? Vec3{-q.x, -q.y, -q.z} : Vec3{q.x, q.y, q.z};
    const double sine = length(v);
    if (sine > 0) twist.turn = v * (2 * full_circle * turns_of(sine, std::abs(q.w)) / sine);
    return twist;
}

Pose displaced(const Pose& from, const Twist& twist, const Vec3& centre) {
    const double angle = length(twist.turn);
    if (!(angle > 0)) {  // keeps the bits of the rotation
        Pose::Matrix rows = from.matrix();
        for (std::size_t i = 0; i < 3; ++i) rows[i][3] += twist.shift[i];
        return Pose(rows);
    }
    const Quat rotation = Quat::about_turns(twist.turn, angle / full_circle) * from.rotation();
    return Pose(rotation, from(centre) + twist.shift - Pose(rotation, {}).rotate(centre));
}

}  // namespace graze::inline v1::detail
