#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/spheres/packing/detail/packer.h"

namespace graze::inline v1::detail {

Packer::Packer(const PackingSurface& surface, const PackOptions& options)
    : surface_(surface),
      options_(options),
      meter_(options.budget, options.progress),
      grid_(surface.box().center()) {
    const Box box = surface.box();
    double most = 0;
    for (std::size_t k = 0; k < 3; ++k)
        most = std::max({most, std::abs(box.lower[k]), std::abs(box.upper[k])});
    margin_ = std::max(surface.absolute_error(), 16 * (std::nextafter(most, 2 * most) - most));
}

bool Packer::insert(const FreeBall& ball) {
    const double free = grid_.distance(ball.center, ball.radius);
    // A neighbour that touches the ball, but for rounding, is not in the way.
    if (free < ball.radius * (1 - 1e-9)) return false;
    const double radius = free * (1 - surface_.relative_error() - 0x1p-50) - margin_;
    if (!(radius > 0) || radius < options_.smallest_radius.value_or(0)) return false;
    grid_.insert({ball.center, radius});
    filled_ += volume(grid_.spheres().back());
    triangle_counts_.push_back(ball.triangle_count);
    triangles_.insert(triangles_.end(), ball.triangles.begin(), ball.triangles.begin() + ball.triangle_count);
    return true;
}

bool Packer::ended() {
    if (options_.progress != nullptr &&
        grid_.size() >= reported_ + std::max<std::size_t>(options_.count / 256, 1)) {
        reported_ = grid_.size();
        options_.progress->report("packing", reported_, options_.count);
    }
    if (grid_.size() >= options_.count) {
        end_ = PackEnd::count;
    } else if (options_.fill_rate && filled_.rounded() >= *options_.fill_rate * surface_.volume()) {
        end_ = PackEnd::fill_rate;
    } else if (options_.progress != nullptr && options_.progress->cancelled()) {
        end_ = PackEnd::cancelled;
    } else if (meter_.exhausted()) {
        end_ = PackEnd::budget;
    } else {
        return false;
    }
    return true;
}

Packed Packer::finish(std::uint64_t closest_points) {
    Packed result;
    result.end = end_;
    result.closest_points = closest_points;
    SpherePacking& packing = result.packing;
    packing.volume = surface_.volume();
    packing.volume_error = surface_.volume_error();

    const auto spheres = grid_.spheres();
    std::vector<std::uint32_t> order(spheres.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return spheres[a].radius > spheres[b].radius; });
    std::vector<std::size_t> first(spheres.size() + 1, 0);
    for (std::size_t i = 0; i < spheres.size(); ++i) first[i + 1] = first[i] + triangle_counts_[i];

    std::vector<std::uint32_t> nearest(spheres.size());
    parallel_for(options_.threads, spheres.size(), 256, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) nearest[i] = surface_.nearest(spheres[i].center).triangle;
    });

    packing.spheres.reserve(spheres.size());
    packing.first_triangle.push_back(0);
    bool has_triangles = false;
    for (const std::uint32_t i : order) {
        packing.spheres.push_back(spheres[i]);
        if (nearest[i] != PackingSurface::no_triangle) {
            has_triangles = true;
            packing.triangles.push_back(nearest[i]);
        }
        for (std::size_t t = first[i]; t < first[i + 1]; ++t)
            if (triangles_[t] != nearest[i]) packing.triangles.push_back(triangles_[t]);
        packing.first_triangle.push_back(static_cast<std::uint32_t>(packing.triangles.size()));
    }
    if (!has_triangles) packing.first_triangle.clear();
    measure_fill(packing);
    return result;
}

}  // namespace graze::inline v1::detail
