// Batch neural gas with magnification control (Weller 2012, 5.2.1).
#include "graze/spheres/tree/detail/sphere_clusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/random.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t most_clusters = 8;
// How sums are cut, for any number of threads.
constexpr std::size_t cluster_grain = 4096;

using Prototypes = std::array<Vec3, most_clusters>;

double square(const Vec3& v) {
    return dot(v, v);
}

std::uint8_t nearest_prototype(const Vec3& p, const Prototypes& prototypes, std::size_t count) {
    std::size_t best = 0;
    double least = square(p - prototypes[0]);
    for (std::size_t i = 1; i < count; ++i) {
        const double d = square(p - prototypes[i]);
        if (d < least) least = d, best = i;
    }
    return static_cast<std::uint8_t>(best);
}

struct GasSums {
    std::array<double, most_clusters> weight{};
    Prototypes place{};

    void add(const GasSums& more) {
        for (std::size_t i = 0; i < most_clusters; ++i) {
            weight[i] += more.weight[i];
            place[i] += more.place[i];
        }
    }
};

// Equation 5.3: each prototype's rank among them weighs the sphere.
void add_sphere(GasSums& sums, const Vec3& at, double weight, const Prototypes& prototypes,
                const std::array<double, most_clusters>& of_rank, std::size_t count) {
    std::array<double, most_clusters> distance;
    for (std::size_t i = 0; i < count; ++i) distance[i] = square(at - prototypes[i]);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rank = 0;
        for (std::size_t k = 0; k < count; ++k)
            rank +=
                static_cast<std::size_t>(distance[k] < distance[i] || (distance[k] == distance[i] && k < i));
        const double h = weight * of_rank[rank];
        sums.weight[i] += h;
        sums.place[i] += at * h;
    }
}

Box box_of_centers(std::span<const Sphere> spheres) {
    Box box;
    for (const Sphere& s : spheres) box.grow(s.center);
    return box;
}

// ln(50 n) for n from 2 to 8: the logarithm of lambda_0 / 0.01 with lambda_0 = n / 2.
constexpr double log_of_cooling[] = {0,
                                     0,
                                     4.60517018598809136804,
                                     5.01063529409625575201,
                                     5.29831736654803669447,
                                     5.52146091786224643127,
                                     5.70378247465620105576,
                                     5.85793315448345941524,
                                     5.99146454710798198687};

Prototypes neural_gas(std::span<const Sphere> spheres, const ClusterOptions& options,
                      const Threads& threads) {
    const std::size_t count = options.count;
    const bool weighted = options.partition == SpherePartition::neural_gas;
    const Box box = box_of_centers(spheres);
    const double size = length(box.size());
    Random random(options.seed ^ spheres.size());
    Prototypes prototypes{};
    for (std::size_t i = 0; i < count; ++i) prototypes[i] = spheres[random.below(spheres.size())].center;
    const double lambda_0 = 0.5 * static_cast<double>(count);
    for (std::uint32_t round = 0; round < options.most_rounds; ++round) {
        const double lambda =
            lambda_0 * exp_of_minus(log_of_cooling[count] * round / std::max(options.most_rounds - 1, 1u));
        std::array<double, most_clusters> of_rank{};
        for (std::size_t k = 0; k < count; ++k) of_rank[k] = exp_of_minus(static_cast<double>(k) / lambda);
        const GasSums sums = parallel_reduce(
            threads, spheres.size(), cluster_grain, GasSums{},
            [&](std::size_t first, std::size_t last) {
                GasSums some;
                for (std::size_t i = first; i < last; ++i) {
                    const double r = spheres[i].radius;
                    add_sphere(some, spheres[i].center, weighted ? r * r * r : 1, prototypes, of_rank, count);
                }
                return some;
            },
            [](GasSums left, const GasSums& right) {
                left.add(right);
                return left;
            });
        double moved = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!(sums.weight[i] > 0)) continue;
            const Vec3 next = sums.place[i] / sums.weight[i];
            moved = std::max(moved, square(next - prototypes[i]));
            prototypes[i] = next;
        }
        // Only once they are cool: all are in one place at first.
        if (2 * round > options.most_rounds && std::sqrt(moved) < 1e-5 * size) break;
    }
    return prototypes;
}

Prototypes biggest_spheres(std::span<const Sphere> spheres, std::size_t count) {
    std::vector<std::uint32_t> order(spheres.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::size_t n = std::min(count, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            return spheres[a].radius != spheres[b].radius ? spheres[a].radius > spheres[b].radius : a < b;
        });
    Prototypes prototypes{};
    for (std::size_t i = 0; i < count; ++i) prototypes[i] = spheres[order[std::min(i, n - 1)]].center;
    return prototypes;
}

// Counts neighbours among a few hundred candidates only, which is all that a comparison needs.
Prototypes most_neighbours(std::span<const Sphere> spheres, std::size_t count) {
    const double reach = 0.25 * length(box_of_centers(spheres).size());
    const std::size_t step = std::max<std::size_t>(1, spheres.size() / 256);
    std::vector<std::pair<std::size_t, std::size_t>> crowded;  // number of neighbours, sphere
    for (std::size_t i = 0; i < spheres.size(); i += step) {
        std::size_t near = 0;
        for (std::size_t k = 0; k < spheres.size(); k += step)
            near += static_cast<std::size_t>(square(spheres[k].center - spheres[i].center) < reach * reach);
        crowded.emplace_back(near, i);
    }
    std::ranges::sort(crowded, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    Prototypes prototypes{};
    std::size_t found = 0;
    for (const auto& [near, i] : crowded) {
        if (found == count) break;
        const bool apart =
            std::all_of(prototypes.begin(), prototypes.begin() + static_cast<std::ptrdiff_t>(found),
                        [&](const Vec3& p) { return square(p - spheres[i].center) > reach * reach / 4; });
        if (apart) prototypes[found++] = spheres[i].center;
    }
    for (; found < count; ++found) prototypes[found] = spheres[crowded[found % crowded.size()].second].center;
    return prototypes;
}

// Equal runs along the longest side of the box.
void cluster_in_runs(std::span<const Sphere> spheres, std::size_t count, std::span<std::uint8_t> cluster) {
    const Vec3 size = box_of_centers(spheres).size();
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    std::vector<std::uint32_t> order(spheres.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const double p = spheres[a].center[axis], q = spheres[b].center[axis];
        return p != q ? p < q : a < b;
    });
    for (std::size_t i = 0; i < order.size(); ++i)
        cluster[order[i]] = static_cast<std::uint8_t>(i * std::min(count, order.size()) / order.size());
}

}  // namespace

double exp_of_minus(double x) {
    if (!(x < 700)) return 0;
    const double y = -x / 1024;
    double term = 1, sum = 1;
    for (int i = 1; i < 14; ++i) {
        term *= y / i;
        sum += term;
    }
    for (int i = 0; i < 10; ++i) sum *= sum;
    return sum;
}

void cluster_spheres(std::span<const Sphere> spheres, const ClusterOptions& options, const Threads& threads,
                     std::span<std::uint8_t> cluster) {
    if (spheres.empty()) return;
    const Prototypes prototypes =
        options.partition == SpherePartition::biggest_first      ? biggest_spheres(spheres, options.count)
        : options.partition == SpherePartition::neighbours_first ? most_neighbours(spheres, options.count)
                                                                 : neural_gas(spheres, options, threads);
    std::array<std::size_t, most_clusters> sizes{};
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        cluster[i] = nearest_prototype(spheres[i].center, prototypes, options.count);
        ++sizes[cluster[i]];
    }
    // Equal centres, or far outliers: the tree would get too deep.
    const std::size_t most = *std::ranges::max_element(sizes);
    if (most >= spheres.size() - spheres.size() / 16) cluster_in_runs(spheres, options.count, cluster);
}

}  // namespace graze::inline v1::detail
