#include "graze/base/random.h"

#include <bit>

namespace graze::inline v1 {

Random::Random(std::uint64_t seed) : s_{} {
    for (std::uint64_t& s : s_) {
        seed += 0x9e3779b97f4a7c15u;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        s = z ^ (z >> 31);
    }
}

std::uint64_t Random::bits() {
    const std::uint64_t result = std::rotl(s_[1] * 5, 7) * 9, t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = std::rotl(s_[3], 45);
    return result;
}

std::uint64_t Random::below(std::uint64_t n) {
    // Rejects the top remainder, so that every value is equally likely.
    const std::uint64_t limit = -n % n;
    std::uint64_t b = bits();
    while (b < limit) b = bits();
    return b % n;
}

double Random::uniform(double lo, double hi) {
    return lo + (hi - lo) * uniform();
}

Vec3 Random::in_box(const Vec3& lo, const Vec3& hi) {
    const double x = uniform(lo.x, hi.x), y = uniform(lo.y, hi.y);
    return {x, y, uniform(lo.z, hi.z)};
}

Vec3 Random::on_sphere() {
    for (;;) {
        const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        const double n = x * x + y * y + z * z;
        if (n <= 1 && n > 1e-4) return Vec3{x, y, z} / std::sqrt(n);
    }
}

Quat Random::rotation() {
    for (;;) {
        const double w = uniform(-1, 1), x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        const Quat q{w, x, y, z};
        const double n = q.norm_squared();
        if (n <= 1 && n > 1e-4) return q.normalized();
    }
}

}  // namespace graze::inline v1
