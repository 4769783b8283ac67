#include <cmath>
#include <limits>

#include "graze/spheres/packing/detail/local_program.h"

namespace graze::inline v1::detail {

struct LocalProgram::Best {
    double value = std::numeric_limits<double>::infinity();
    std::array<std::size_t, 4> things{};
    std::size_t size = 0;
    std::size_t heaviest = 0;  // of four things, the one with the largest weight
};

void LocalProgram::add(double distance, const Vec3& normal) {
    std::size_t at = count_ < most ? count_++ : most - 1;
    for (; at > 0 && distance < distance_[at - 1]; --at) {
        distance_[at] = distance_[at - 1];
        normal_[at] = normal_[at - 1];
    }
    distance_[at] = distance;
    normal_[at] = normal;
}

// Parallel walls: the ball is held by two things.
void LocalProgram::try_pair(std::size_t a, std::size_t b, Best& best) const {
    const Vec3 sum = normal_[a] + normal_[b];
    if (dot(sum, sum) > 1e-16) return;
    const double value = 0.5 * (distance_[a] + distance_[b]);
    if (value < best.value) best = {value, {a, b, 0, 0}, 2, 0};
}

void LocalProgram::try_four(const std::array<std::size_t, 4>& things, Best& best) const {
    const Vec3 &n0 = normal_[things[0]], &n1 = normal_[things[1]], &n2 = normal_[things[2]],
               &n3 = normal_[things[3]];
    // Up to a common factor, weights with which the normals have a mean of zero.
    const Vec3 n01 = cross(n0, n1), n23 = cross(n2, n3);
    const std::array<double, 4> weight = {dot(n1, n23), -dot(n0, n23), dot(n3, n01), -dot(n2, n01)};
    double sum = 0, mean = 0;
    std::size_t heaviest = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        sum += weight[i];
        mean += weight[i] * distance_[things[i]];
        if (std::abs(weight[i]) > std::abs(weight[heaviest])) heaviest = i;
    }
    for (std::size_t i = 0; i < 4; ++i)
        if (weight[i] * sum < 0) return;
    if (std::abs(weight[heaviest]) < 1e-9) return;
    const double value = mean / sum;
    if (value < best.value) best = {value, things, 4, heaviest};
}

std::optional<Vec3> LocalProgram::best_step() const {
    Best best;
    for (std::size_t a = 0; a < count_; ++a)
        for (std::size_t b = a + 1; b < count_; ++b) {
            try_pair(a, b, best);
            for (std::size_t c = b + 1; c < count_; ++c)
                for (std::size_t d = c + 1; d < count_; ++d) try_four({a, b, c, d}, best);
        }
    if (best.size == 0) return std::nullopt;
    if (best.size == 2) {
        const std::size_t a = best.things[0];
        return normal_[a] * (best.value - distance_[a]);
    }
    // At the best place all four distances are equal to the value. Three of the equations are enough; without
    // the heaviest thing, those with the largest determinant.
    std::array<std::size_t, 3> three{};
    for (std::size_t i = 0, at = 0; i < 4; ++i)
        if (i != best.heaviest) three[at++] = best.things[i];
    const Vec3 &n0 = normal_[three[0]], &n1 = normal_[three[1]], &n2 = normal_[three[2]];
    const Vec3 n12 = cross(n1, n2), n20 = cross(n2, n0), n01 = cross(n0, n1);
    const double determinant = dot(n0, n12);
    if (determinant == 0) return std::nullopt;
    return (n12 * (best.value - distance_[three[0]]) + n20 * (best.value - distance_[three[1]]) +
            n01 * (best.value - distance_[three[2]])) /
           determinant;
}

}  // namespace graze::inline v1::detail
