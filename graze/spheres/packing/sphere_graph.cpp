#include "graze/spheres/packing/sphere_graph.h"

#include <algorithm>

#include "graze/spheres/packing/detail/sphere_grid.h"

namespace graze::inline v1 {

SphereEdges sphere_graph(std::span<const Sphere> spheres, double gap, const Threads& threads) {
    const detail::SphereGrid grid(spheres);
    return parallel_reduce(
        threads, spheres.size(), 512, SphereEdges{},
        [&](std::size_t first, std::size_t last) {
            SphereEdges edges;
            for (std::size_t i = first; i < last; ++i) {
                const Sphere& a = spheres[i];
                const std::size_t begin = edges.size();
                grid.visit_near(a.center, a.radius * (1 + gap) * (1 + 1e-9), [&](std::uint32_t j) {
                    const Sphere& b = spheres[j];
                    if (j <= i) return;
                    const double apart = length(a.center - b.center) - a.radius - b.radius;
                    if (apart <= gap * std::min(a.radius, b.radius))
                        edges.push_back({static_cast<std::uint32_t>(i), j});
                });
                std::sort(edges.begin() + static_cast<std::ptrdiff_t>(begin), edges.end());
            }
            return edges;
        },
        [](SphereEdges all, const SphereEdges& more) {
            all.insert(all.end(), more.begin(), more.end());
            return all;
        });
}

}  // namespace graze::inline v1
