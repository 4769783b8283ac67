#include "graze/spheres/tree/detail/material.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/spheres/tree/detail/solid_voxels.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t unowned = std::numeric_limits<std::uint32_t>::max();

class CellOwners {
  public:
    CellOwners(const VoxelGrid& grid, std::span<const Sphere> spheres, std::span<const float> parts)
        : grid_(grid), spheres_(spheres), parts_(parts), owner_(grid.count(), unowned) {}

    // Cells with their centres inside the spheres; or for a sphere without any, the one with its centre.
    void take_spheres() {
        for (std::uint32_t s = 0; s < spheres_.size(); ++s) take_sphere(s);
    }

    // Cells that touch owned ones, round by round, until all solid cells are owned. First through solid cells
    // only, so that nothing grows across a gap between two arms of the solid.
    void grow(const Threads& threads) {
        for (const bool anywhere : {false, true}) {
            std::vector<std::uint32_t> rest;
            for (std::size_t i = 0; i < owner_.size(); ++i)
                if (owner_[i] == unowned && (anywhere || parts_[i] > 0))
                    rest.push_back(static_cast<std::uint32_t>(i));
            bool wanted = true, more = true;
            while (wanted && more) {
                std::vector<std::uint32_t> best(rest.size());
                parallel_for(threads, rest.size(), 4096, [&](std::size_t first, std::size_t last) {
                    for (std::size_t i = first; i < last; ++i) best[i] = best_around(rest[i]);
                });
                std::vector<std::uint32_t> left;
                wanted = false;
                for (std::size_t i = 0; i < rest.size(); ++i) {
                    owner_[rest[i]] = best[i];
                    if (best[i] != unowned) continue;
                    left.push_back(rest[i]);
                    wanted = wanted || parts_[rest[i]] > 0;
                }
                more = left.size() < rest.size();
                rest = std::move(left);
            }
            if (!wanted) return;
        }
    }

    std::uint32_t operator[](std::size_t cell) const { return owner_[cell]; }

  private:
    void take_sphere(std::uint32_t s) {
        const Vec3& c = spheres_[s].center;
        const double r = spheres_[s].radius;
        std::array<std::uint32_t, 3> low{}, high{};
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = grid_.along(k, c[k] - r);
            high[k] = grid_.along(k, c[k] + r);
        }
        bool any = false;
        for (std::uint32_t x = low[0]; x <= high[0]; ++x)
            for (std::uint32_t y = low[1]; y <= high[1]; ++y)
                for (std::uint32_t z = low[2]; z <= high[2]; ++z) {
                    const Vec3 p = middle(x, y, z) - c;
                    if (dot(p, p) > r * r) continue;
                    owner_[grid_.index(x, y, z)] = s;
                    any = true;
                }
        if (any) return;
        std::uint32_t& here =
            owner_[grid_.index(grid_.along(0, c.x), grid_.along(1, c.y), grid_.along(2, c.z))];
        if (here == unowned) here = s;
    }

    Vec3 middle(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        return grid_.corner(x, y, z) + Vec3{0.5, 0.5, 0.5} * grid_.cell;
    }

    // The owner of a neighbour whose sphere is nearest.
    std::uint32_t best_around(std::size_t cell) const {
        const auto [x, y, z] = grid_.place(cell);
        const Vec3 p = middle(x, y, z);
        std::uint32_t best = unowned;
        double least = INFINITY;
        const auto ends = [this](std::uint32_t at, std::size_t axis) {
            return std::pair(at == 0 ? 0 : at - 1, std::min(at + 1, grid_.size[axis] - 1));
        };
        const auto [x0, x1] = ends(x, 0);
        const auto [y0, y1] = ends(y, 1);
        const auto [z0, z1] = ends(z, 2);
        for (std::uint32_t i = x0; i <= x1; ++i)
            for (std::uint32_t j = y0; j <= y1; ++j)
                for (std::uint32_t k = z0; k <= z1; ++k) {
                    const std::uint32_t s = owner_[grid_.index(i, j, k)];
                    if (s == unowned || s == best) continue;
                    const double d = length(p - spheres_[s].center) - spheres_[s].radius;
                    if (d < least || (d == least && s < best)) least = d, best = s;
                }
        return best;
    }

    const VoxelGrid& grid_;
    std::span<const Sphere> spheres_;
    std::span<const float> parts_;
    std::vector<std::uint32_t> owner_;
};

double farthest_corner(const VoxelGrid& grid, std::size_t cell, const Vec3& from) {
    const auto [x, y, z] = grid.place(cell);
    const Vec3 low = grid.corner(x, y, z) - from, high = grid.corner(x + 1, y + 1, z + 1) - from;
    return length({std::max(std::abs(low.x), std::abs(high.x)), std::max(std::abs(low.y), std::abs(high.y)),
                   std::max(std::abs(low.z), std::abs(high.z))});
}

}  // namespace

SharedMaterial share_material(std::span<const Sphere> spheres, std::span<const Triangle> triangles,
                              std::size_t most_cells, const Threads& threads) {
    Box box;
    if (triangles.empty()) box.grow(spheres[0].center);
    for (const Triangle& t : triangles)
        for (std::size_t i = 0; i < 3; ++i) box.grow(t[i]);
    const VoxelGrid grid = grid_over(box, most_cells);
    const std::vector<float> parts = solid_parts(grid, triangles, threads);
    CellOwners owners(grid, spheres, parts);
    owners.take_spheres();
    owners.grow(threads);

    SharedMaterial shared;
    std::vector<SphereMaterial>& result = shared.of_sphere;
    result.resize(spheres.size());
    // A cell that is half full twice looks like a full one: then the cells beside it tell.
    const float fullest = parts.empty() ? 0.0f : *std::max_element(parts.begin(), parts.end());
    shared.layers = std::max(1.0, std::ceil(static_cast<double>(fullest) - 1e-3));
    const double whole = grid.cell * grid.cell * grid.cell;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::uint32_t s = owners[i];
        if (!(parts[i] > 0) || s == unowned) continue;
        const auto [x, y, z] = grid.place(i);
        const double volume = static_cast<double>(parts[i]) * whole;
        result[s].volume += volume;
        result[s].centroid += (grid.corner(x, y, z) + Vec3{0.5, 0.5, 0.5} * grid.cell) * volume;
        // A little more: the grid may be smaller than the solid by a rounding error.
        result[s].reach =
            std::max(result[s].reach, farthest_corner(grid, i, spheres[s].center) + 1e-12 * grid.cell);
    }
    for (std::size_t s = 0; s < spheres.size(); ++s) {
        SphereMaterial& m = result[s];
        // A point this far within the sphere is in a cell with its centre in the sphere.
        m.core = std::max(0.0, spheres[s].radius * (1 - 1e-12) - 0.8661 * grid.cell);
        m.centroid = m.volume > 0 ? m.centroid / m.volume : spheres[s].center;
        m.reach = std::max(m.reach, spheres[s].radius) * (1 + 1e-12);
    }
    return shared;
}

}  // namespace graze::inline v1::detail
