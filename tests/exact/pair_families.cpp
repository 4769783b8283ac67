#include "tests/exact/pair_families.h"

#include <cmath>
#include <limits>
#include <utility>

#include "graze/base/pose.h"

namespace graze::test {
namespace {

Triangle random_triangle(Random& r) {
    return {r.in_box({}, {1, 1, 1}), r.in_box({}, {1, 1, 1}), r.in_box({}, {1, 1, 1})};
}

Vec3 grid_point(Random& r) {
    const auto c = [&] { return static_cast<double>(r.below(4)); };
    const double x = c(), y = c();
    return {x, y, c()};
}

TrianglePair grid_pair(Random& r) {
    TrianglePair p;
    for (Triangle* t : {&p.a, &p.b}) {
        for (Vec3& v : t->corner) v = grid_point(r);
    }
    return p;
}

TrianglePair near_pair(Random& r) {
    TrianglePair p;
    const auto small = [&] { return r.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}); };
    const Vec3 at = r.in_box({}, {1, 1, 1}), beside = at + 0.5 * small();
    for (Vec3& v : p.a.corner) v = at + small();
    for (Vec3& v : p.b.corner) v = beside + small();
    return p;
}

TrianglePair shared_pair(Random& r) {
    TrianglePair p{random_triangle(r), random_triangle(r)};
    const std::uint64_t common = 1 + r.below(3), at = r.below(3), from = r.below(3);
    for (std::uint64_t i = 0; i < common; ++i) p.b[(at + i) % 3] = p.a[(from + i) % 3];
    return p;
}

// origin + i*u + j*v with small integers and short mantissas: every coordinate is exact.
TrianglePair coplanar_pair(Random& r) {
    const auto small = [&] { return static_cast<double>(r.below(65)) - 32; };
    const auto vec = [&] {
        const double x = small(), y = small();
        return Vec3{x, y, small()};
    };
    const Vec3 u = vec(), v = vec(), origin = vec();
    TrianglePair p;
    for (Triangle* t : {&p.a, &p.b}) {
        for (Vec3& c : t->corner) {
            const double i = static_cast<double>(r.below(9)), j = static_cast<double>(r.below(9));
            c = (origin + i * u + j * v) * 0x1p-7;
        }
    }
    return p;
}

TrianglePair nudged(TrianglePair p, Random& r) {
    for (Triangle* t : {&p.a, &p.b}) {
        for (Vec3& c : t->corner) {
            for (std::size_t k = 0; k < 3; ++k) {
                if (!r.chance(0.15)) continue;
                c[k] = std::nextafter(c[k], r.chance(0.5) ? 1e300 : -1e300);
            }
        }
    }
    return p;
}

TrianglePair touching_pair(Random& r) {
    TrianglePair p = grid_pair(r);
    for (Vec3& v : p.a.corner) v = v * 4;
    for (Vec3& v : p.b.corner) v = v * 4;
    const Vec3& a0 = p.a[0];
    const Vec3 u = (p.a[1] - a0) * 0.25, v = (p.a[2] - a0) * 0.25;
    const double i = static_cast<double>(r.below(5)), j = static_cast<double>(r.below(5));
    p.b[r.below(3)] = a0 + i * u + j * v;
    if (r.chance(0.5)) std::swap(p.a, p.b);
    return p;
}

TrianglePair degenerate_pair(Random& r) {
    TrianglePair p = r.chance(0.5) ? touching_pair(r) : r.chance(0.5) ? grid_pair(r) : coplanar_pair(r);
    const auto flatten = [&](Triangle& t) {
        if (r.chance(0.3)) {
            t[0] = t[1] = t[2];
        } else if (r.chance(0.5)) {
            t[r.below(3)] = t[r.below(3)];
        } else {
            t[2] = t[0] + (t[1] - t[0]) * 0.5;
        }
    };
    if (r.chance(0.8)) flatten(p.a);
    if (r.chance(0.5)) flatten(p.b);
    return p;
}

TrianglePair posed_pair(Random& r) {
    TrianglePair p = grid_pair(r);
    const Quat turn = r.rotation();  // before the translation, whatever order the compiler takes arguments in
    const Pose pose(turn, r.in_box({-10, -10, -10}, {10, 10, 10}));
    return {pose(p.a), pose(p.b)};
}

// A power of ten from 10^-most to 10^most.
double random_power(Random& r, std::uint64_t most) {
    return std::pow(10.0, static_cast<double>(r.below(2 * most + 1)) - static_cast<double>(most));
}

TrianglePair scaled_pair(Random& r, bool each_axis) {
    TrianglePair p = make_pair(all_pair_families[r.below(9)], r);
    const double x = random_power(r, 90), y = each_axis ? random_power(r, 90) : x,
                 z = each_axis ? random_power(r, 90) : x;
    for (Triangle* t : {&p.a, &p.b}) {
        for (Vec3& c : t->corner) c = {c.x * x, c.y * y, c.z * z};
    }
    return p;
}

// Half of the coordinates are small integers, the others have magnitudes from the smallest denormal to 1e100.
TrianglePair mixed_pair(Random& r) {
    TrianglePair p = r.chance(0.5) ? touching_pair(r) : shared_pair(r);
    const auto wild = [&] {
        const double m = std::ldexp(1 + r.uniform(), static_cast<int>(r.below(1406)) - 1074);
        return r.chance(0.5) ? -m : m;
    };
    const double a = wild(), b = wild();
    for (Triangle* t : {&p.a, &p.b}) {
        for (Vec3& c : t->corner) {
            for (std::size_t k = 0; k < 3; ++k) {
                const double die = r.uniform();
                if (die < 0.1)
                    c[k] = a;
                else if (die < 0.2)
                    c[k] = b;
                else if (die < 0.25)
                    c[k] = wild();
                else if (die < 0.3)
                    c[k] = std::numeric_limits<double>::denorm_min();
            }
        }
    }
    return p;
}

}  // namespace

std::string_view name_of(PairFamily family) {
    constexpr std::string_view names[] = {"random",          "near",     "grid",       "shared", "coplanar",
                                          "almost_coplanar", "touching", "degenerate", "posed",  "scaled",
                                          "stretched",       "mixed"};
    return names[static_cast<std::size_t>(family)];
}

TrianglePair make_pair(PairFamily family, Random& r) {
    switch (family) {
        case PairFamily::random: {
            const Triangle a = random_triangle(r);
            return {a, random_triangle(r)};
        }
        case PairFamily::near:
            return near_pair(r);
        case PairFamily::grid:
            return grid_pair(r);
        case PairFamily::shared:
            return shared_pair(r);
        case PairFamily::coplanar:
            return coplanar_pair(r);
        case PairFamily::almost_coplanar:
            return nudged(coplanar_pair(r), r);
        case PairFamily::touching:
            return touching_pair(r);
        case PairFamily::degenerate:
            return degenerate_pair(r);
        case PairFamily::posed:
            return posed_pair(r);
        case PairFamily::scaled:
            return scaled_pair(r, false);
        case PairFamily::stretched:
            return scaled_pair(r, true);
        case PairFamily::mixed:
            return mixed_pair(r);
    }
    return {};
}

}  // namespace graze::test
