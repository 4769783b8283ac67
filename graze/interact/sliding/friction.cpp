#include "graze/interact/sliding/detail/friction.h"

#include <array>
#include <cmath>
#include <limits>

namespace graze::inline v1::detail {
namespace {

// Contacts that push the same way, as one: at the centre of pressure, with all of their force.
struct Touch {
    Vec3 point, normal;
    double force = 0;  // forces along a row change the motion by force * row
    std::array<Vector6, 2> across{};
    bool sticks = true;
};

Vec3 any_across(const Vec3& n) {
    return normalized(cross(n, std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

// The row whose product with a motion is the displacement of the point along the direction.
Vector6 row_along(const BodyMetric& metric, const Pose& pose, const Vec3& arm, const Vec3& direction) {
    const HalfSpace6 h = metric.half_space(pose, arm, direction, 1);
    Vector6 row = h.normal;
    for (double& x : row) x /= h.offset;  // which is 1 / norm
    return row;
}

HalfSpace6 not_along(const Vector6& row, double sign) {
    HalfSpace6 h;
    const double norm = std::sqrt(dot6(row, row));
    for (std::size_t k = 0; k < 6; ++k) h.normal[k] = sign * row[k] / norm;
    return h;
}

double push_of(const NearestPoint6& nearest, std::size_t which) {
    for (std::size_t k = 0; k < nearest.active; ++k)
        if (nearest.which[k] == which) return nearest.push[k];
    return 0;
}

// The force that the two half-spaces of each direction hold the contact with.
std::array<double, 2> holding_force(const NearestPoint6& nearest, std::size_t first, const Touch& touch) {
    std::array<double, 2> force{};
    for (std::size_t k = 0; k < 2; ++k)
        force[k] = (push_of(nearest, first + 2 * k) - push_of(nearest, first + 2 * k + 1)) /
                   std::sqrt(dot6(touch.across[k], touch.across[k]));
    return force;
}

struct Touches {
    std::array<Touch, 6> touch;
    std::size_t count = 0;
};

// `apart`: each contact is one of its own.
Touches touches_of(const BodyMetric& metric, const Pose& world_from_part,
                   std::span<const SlidingPlane> planes, const NearestPoint6& frictionless, bool apart) {
    constexpr double same_direction = 0.99;
    Touches all;
    const Vec3 centre = world_from_part(metric.centre());
    for (std::size_t i = 0; i < frictionless.active; ++i) {
        const SlidingPlane& plane = planes[frictionless.which[i]];
        const Vector6 along = row_along(metric, world_from_part, plane.point - centre, plane.normal);
        const double force = frictionless.push[i] / std::sqrt(dot6(along, along));
        std::size_t which = 0;
        while (which < all.count && (apart || dot(all.touch[which].normal, plane.normal) < same_direction))
            ++which;
        Touch& touch = all.touch[which];
        if (which == all.count) {
            touch = {plane.point, plane.normal, force, {}, true};
            ++all.count;
        } else if (touch.force + force > 0) {
            touch.point += (plane.point - touch.point) * (force / (touch.force + force));
            touch.force += force;
        }
    }
    for (std::size_t i = 0; i < all.count; ++i) {
        Touch& touch = all.touch[i];
        const Vec3 arm = touch.point - centre, t = any_across(touch.normal);
        touch.across = {row_along(metric, world_from_part, arm, t),
                        row_along(metric, world_from_part, arm, cross(touch.normal, t))};
    }
    return all;
}

}  // namespace

Vector6 with_friction(const BodyMetric& metric, const Pose& world_from_part,
                      std::span<const SlidingPlane> planes, std::vector<HalfSpace6>& half_spaces,
                      const NearestPoint6& frictionless, const Vector6& from, double coefficient,
                      double tolerance) {
    const std::size_t plane_count = half_spaces.size();
    const bool never_slips = std::isinf(coefficient);
    Touches touches = touches_of(metric, world_from_part, planes, frictionless, never_slips);
    Vector6 target = from;
    for (;;) {
        // What sticks may not move across its normal: two half-spaces for each direction.
        half_spaces.resize(plane_count);
        for (std::size_t i = 0; i < touches.count; ++i) {
            if (!touches.touch[i].sticks) continue;
            for (const Vector6& row : touches.touch[i].across)
                for (const double sign : {1.0, -1.0}) half_spaces.push_back(not_along(row, sign));
        }
        const NearestPoint6 nearest = nearest_in_all(half_spaces, target, tolerance);
        half_spaces.resize(plane_count);
        if (!nearest.found) return {};
        // The contact that is the furthest from being held slips, and friction pulls it with all that it has.
        Touch* slipping = nullptr;
        double most = 1 + 1e-9;
        std::array<double, 2> pull{};
        for (std::size_t i = 0, row = plane_count; i < touches.count && !never_slips; ++i) {
            Touch& touch = touches.touch[i];
            if (!touch.sticks) continue;
            const std::array<double, 2> force = holding_force(nearest, row, touch);
            row += 4;
            const double needed = std::sqrt(force[0] * force[0] + force[1] * force[1]),
                         had = coefficient * touch.force;
            if (!(needed > most * had)) continue;
            most = had > 0 ? needed / had : std::numeric_limits<double>::infinity();
            slipping = &touch;
            pull = {force[0] / needed * had, force[1] / needed * had};
        }
        if (slipping == nullptr) return nearest.point;
        slipping->sticks = false;
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t j = 0; j < 6; ++j) target[j] += pull[k] * slipping->across[k][j];
    }
}

}  // namespace graze::inline v1::detail
