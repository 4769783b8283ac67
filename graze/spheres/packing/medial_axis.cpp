#include "graze/spheres/packing/medial_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "graze/base/detail/steps.h"
#include "graze/base/error.h"
#include "graze/spheres/packing/detail/prototype.h"
#include "graze/spheres/packing/detail/sphere_grid.h"

namespace graze::inline v1 {
namespace {

class MedialGrid {
  public:
    MedialGrid(const Box& box, std::uint32_t along) : lower_(box.lower) {
        const Vec3 size = box.size();
        side_ = std::max({size.x, size.y, size.z}) / along;
        for (std::size_t k = 0; k < 3; ++k)
            count_[k] = std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(size[k] / side_)), 1);
    }
    std::size_t size() const { return static_cast<std::size_t>(count_[0] * count_[1] * count_[2]); }
    Box cell(std::size_t i) const {
        const auto at = place(i);
        const Vec3 first{static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
        return {lower_ + first * side_, lower_ + (first + Vec3{1, 1, 1}) * side_};
    }
    double half_diagonal() const { return side_ * 0.8660254037844387; }

    // Cells that touch this one and come after it.
    template <class Visit>
    void visit_later_neighbours(std::size_t i, Visit&& visit) const {
        const auto at = place(i);
        for (int n = 14; n < 27; ++n) {
            const std::int64_t x = at[0] + n % 3 - 1, y = at[1] + n / 3 % 3 - 1, z = at[2] + n / 9 - 1;
            if (x < 0 || y < 0 || x >= count_[0] || y >= count_[1] || z >= count_[2]) continue;
            visit(static_cast<std::size_t>((z * count_[1] + y) * count_[0] + x));
        }
    }

  private:
    std::array<std::int64_t, 3> place(std::size_t i) const {
        const auto n = static_cast<std::int64_t>(i);
        return {n % count_[0], n / count_[0] % count_[1], n / count_[0] / count_[1]};
    }

    Vec3 lower_;
    double side_ = 0;
    std::array<std::int64_t, 3> count_{};
};

// The maximal ball of a cell; radius 0 if it has none.
Sphere maximal_ball(const PackingSurface& surface, const detail::SphereGrid& nothing, const MedialGrid& grid,
                    std::size_t i) {
    const Box cell = grid.cell(i);
    const Vec3 p = cell.center();
    const double distance = surface.nearest(p).distance;
    if (!(distance > 0) || !surface.is_inside(p)) return {};
    const Vec3 more = cell.size() * (1.0 / 16);  // what lies on a border belongs to both cells
    detail::Prototype prototype(surface, nothing);
    const detail::FreeBall ball = prototype.converge(p, {cell.lower - more, cell.upper + more}, distance, 0);
    if (ball.pruned) return {};
    return {ball.center, ball.radius};
}

}  // namespace

MedialAxis medial_axis(const PackingSurface& surface, const MedialAxisOptions& options) {
    if (options.cells < 1 || options.cells > 512)
        throw Error("the number of cells is not between 1 and 512", "medial axis",
                    "give cells along the longest side");
    const MedialGrid grid(surface.box(), options.cells);
    const detail::SphereGrid nothing;
    std::vector<Sphere> ball_of(grid.size());
    detail::Steps steps(options.progress, "finding the medial axis", grid.size());
    parallel_for(options.threads, grid.size(), 64, [&](std::size_t first, std::size_t last) {
        if (options.progress != nullptr && options.progress->cancelled()) throw Error("cancelled");
        for (std::size_t i = first; i < last; ++i) ball_of[i] = maximal_ball(surface, nothing, grid, i);
        steps.add(last - first);
    });

    // Prototypes of neighbouring cells that met in one place are one ball.
    constexpr std::uint32_t none = 0xffffffff;
    std::vector<std::uint32_t> number(grid.size(), none);
    MedialAxis result;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        if (!(ball_of[i].radius > 0)) continue;
        if (number[i] == none) {
            number[i] = static_cast<std::uint32_t>(result.balls.size());
            result.balls.push_back(ball_of[i]);
        }
        grid.visit_later_neighbours(i, [&](std::size_t j) {
            if (number[j] == none && ball_of[j].radius > 0 &&
                length(ball_of[i].center - ball_of[j].center) <= 1e-6 * ball_of[i].radius)
                number[j] = number[i];
        });
    }
    for (std::size_t i = 0; i < grid.size(); ++i) {
        if (number[i] == none) continue;
        grid.visit_later_neighbours(i, [&](std::size_t j) {
            if (number[j] == none || number[j] == number[i]) return;
            if (length(ball_of[i].center - ball_of[j].center) <= ball_of[i].radius + ball_of[j].radius)
                result.edges.push_back({std::min(number[i], number[j]), std::max(number[i], number[j])});
        });
    }
    std::sort(result.edges.begin(), result.edges.end());
    result.edges.erase(std::unique(result.edges.begin(), result.edges.end()), result.edges.end());
    return result;
}

}  // namespace graze::inline v1
