// Moving boxes for tests.
#pragma once

#include <limits>

#include "graze/base/random.h"
#include "graze/world/prediction/moving_box.h"

namespace graze::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Stands for no contact at all.
inline constexpr TimeSpan never{-1, -2};

// The cube of side 1 with its lower corner at p.
inline Box cube_at(const Vec3& p, double side = 1) {
    return {p, p + Vec3{side, side, side}};
}

inline MovingBox moving_cube(const Vec3& p, const Vec3& velocity, double side = 1) {
    return MovingBox(cube_at(p, side), velocity);
}

// Multiples of 1/64 in [-range, range]: sums of them and products with few bits are exact.
inline double dyadic(Random& random, double range) {
    const auto steps = static_cast<std::uint64_t>(range * 64);
    return (static_cast<double>(random.below(2 * steps + 1)) - static_cast<double>(steps)) / 64;
}
inline Vec3 dyadic_vector(Random& random, double range) {
    return {dyadic(random, range), dyadic(random, range), dyadic(random, range)};
}

// A box within about 10 of the origin, flat in some axes now and then, that moves along some axes.
inline MovingBox dyadic_moving_box(Random& random) {
    const Vec3 lower = dyadic_vector(random, 10);
    Vec3 upper = lower, velocity;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!random.chance(0.1)) upper[i] += static_cast<double>(random.below(200)) / 64;
        if (!random.chance(0.2)) velocity[i] = dyadic(random, 4);
    }
    return MovingBox({lower, upper}, velocity);
}

// The same with all bits of the doubles in use.
inline MovingBox random_moving_box(Random& random, double scale = 1) {
    const Vec3 lower = random.in_box(Vec3{-10, -10, -10} * scale, Vec3{10, 10, 10} * scale);
    const Vec3 size = random.in_box({}, Vec3{3, 3, 3} * scale);
    return MovingBox({lower, lower + size}, random.in_box(Vec3{-4, -4, -4} * scale, Vec3{4, 4, 4} * scale));
}

}  // namespace graze::test
