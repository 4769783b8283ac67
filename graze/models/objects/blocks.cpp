#include "graze/models/objects/blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"

namespace graze::inline v1 {
namespace {

constexpr VertexId no_vertex = 0xffffffff;

// The planes of the blocks, and between them the planes that cut cells.
struct CutAxis {
    std::vector<double> at;
    std::vector<std::uint32_t> first;  // for each plane of the blocks, its number among all

    std::uint32_t cuts(std::size_t cell) const { return first[cell + 1] - first[cell]; }
};

// Cuts are distributed along the whole axis. So their number grows by one when the edge gets a little
// shorter, not by one in each cell.
CutAxis cut(const SolidBuilder& builder, std::span<const double> planes, double stretch) {
    CutAxis axis;
    double edges_so_far = 0;
    for (std::size_t i = 0; i + 1 < planes.size(); ++i) {
        axis.first.push_back(static_cast<std::uint32_t>(axis.at.size()));
        const double width = planes[i + 1] - planes[i];
        const double before = std::floor(edges_so_far + 0.5);
        edges_so_far += width * stretch / builder.edge();
        const double wanted = std::min(std::floor(edges_so_far + 0.5) - before, 0x1p24);
        const auto n = std::max(std::uint32_t{1}, static_cast<std::uint32_t>(wanted));
        for (std::uint32_t s = 0; s < n; ++s) axis.at.push_back(planes[i] + width * s / n);
    }
    axis.first.push_back(static_cast<std::uint32_t>(axis.at.size()));
    axis.at.push_back(planes.back());
    return axis;
}

class Surface {
  public:
    Surface(SolidBuilder& builder, const Blocks& blocks, const Placement& place)
        : builder_(&builder),
          blocks_(&blocks),
          place_(&place),
          x_(cut(builder, blocks.planes(0), blocks.stretch.x)),
          y_(cut(builder, blocks.planes(1), blocks.stretch.y)),
          z_(cut(builder, blocks.planes(2), blocks.stretch.z)) {}

    // Euler's formula would give the number of vertices, but needs the number of handles. Two triangles per
    // vertex is near enough for reserving memory.
    std::uint64_t count_triangles() const {
        std::uint64_t triangles = 0;
        for (std::size_t k = 0; k < blocks_->cell_count(2); ++k)
            for_each_cell([&](std::size_t i, std::size_t j) {
                if (!blocks_->full(i, j, k)) return;
                const std::uint64_t a = x_.cuts(i), b = y_.cuts(j), c = z_.cuts(k);
                const std::uint64_t at_axis = i == 0 && blocks_->axis_at_x0 ? b : 0;
                triangles += 2 * b * c * (open(i, j, k, 0, -1) + open(i, j, k, 0, 1));
                triangles += 2 * a * c * (open(i, j, k, 1, -1) + open(i, j, k, 1, 1));
                triangles += (2 * a * b - at_axis) * (open(i, j, k, 2, -1) + open(i, j, k, 2, 1));
            });
        return triangles;
    }

    // Layer by layer, with the numbers of the vertices of two levels in memory.
    void build() {
        below_.assign(x_.at.size() * y_.at.size(), no_vertex);
        above_ = below_;
        for (std::size_t k = 0; k < blocks_->cell_count(2); ++k) {
            lower_z_ = z_.at[z_.first[k]];
            for_each_cell([&](std::size_t i, std::size_t j) { add_floor(i, j, k); });
            for (std::uint32_t level = z_.first[k]; level < z_.first[k + 1]; ++level) {
                lower_z_ = z_.at[level];
                upper_z_ = z_.at[level + 1];
                for_each_cell([&](std::size_t i, std::size_t j) { add_walls(i, j, k); });
                std::swap(below_, above_);
                std::ranges::fill(above_, no_vertex);
            }
            lower_z_ = z_.at[z_.first[k + 1]];
            for_each_cell([&](std::size_t i, std::size_t j) { add_ceiling(i, j, k); });
        }
    }

  private:
    template <typename Visit>
    void for_each_cell(const Visit& visit) const {
        for (std::size_t j = 0; j < blocks_->cell_count(1); ++j)
            for (std::size_t i = 0; i < blocks_->cell_count(0); ++i) visit(i, j);
    }

    // For a full cell: 1 if its neighbour is empty.
    unsigned open(std::size_t i, std::size_t j, std::size_t k, std::size_t axis, int step) const {
        std::array<std::size_t, 3> cell{i, j, k};
        const std::size_t count = blocks_->cell_count(axis);
        const bool at_end = step < 0 ? cell[axis] == 0 : cell[axis] + 1 == count;
        if (at_end && axis == 0 && step < 0 && blocks_->axis_at_x0) return 0;
        if (at_end && !(axis == 1 && blocks_->periodic_y)) return 1;
        cell[axis] = at_end ? (step < 0 ? count - 1 : 0) : step < 0 ? cell[axis] - 1 : cell[axis] + 1;
        return blocks_->full(cell[0], cell[1], cell[2]) ? 0 : 1;
    }

    VertexId id(std::vector<VertexId>& level, double z, std::uint32_t i, std::uint32_t j) {
        if (blocks_->periodic_y && j + 1 == y_.at.size()) j = 0;
        if (i == 0 && blocks_->axis_at_x0) j = 0;
        VertexId& vertex = level[j * x_.at.size() + i];
        if (vertex == no_vertex) vertex = builder_->add_vertex((*place_)({x_.at[i], y_.at[j], z}));
        return vertex;
    }
    VertexId lower(std::uint32_t i, std::uint32_t j) { return id(below_, lower_z_, i, j); }
    VertexId upper(std::uint32_t i, std::uint32_t j) { return id(above_, upper_z_, i, j); }

    template <typename Visit>
    void for_each_square(std::size_t i, std::size_t j, const Visit& visit) {
        for (std::uint32_t v = y_.first[j]; v < y_.first[j + 1]; ++v)
            for (std::uint32_t u = x_.first[i]; u < x_.first[i + 1]; ++u) {
                // In braces, so that every compiler numbers the vertices in this order.
                const std::array<VertexId, 4> q{lower(u, v), lower(u + 1, v), lower(u + 1, v + 1),
                                                lower(u, v + 1)};
                visit(q[0], q[1], q[2], q[3]);
            }
    }

    // At the axis of rotation a square becomes a triangle: its last corner is its first.
    void add_floor(std::size_t i, std::size_t j, std::size_t k) {
        if (!blocks_->full(i, j, k) || !open(i, j, k, 2, -1)) return;
        for_each_square(i, j, [&](VertexId a, VertexId b, VertexId c, VertexId d) {
            builder_->add_triangle(a, c, b);
            if (a != d) builder_->add_triangle(a, d, c);
        });
    }
    void add_ceiling(std::size_t i, std::size_t j, std::size_t k) {
        if (!blocks_->full(i, j, k) || !open(i, j, k, 2, 1)) return;
        for_each_square(i, j, [&](VertexId a, VertexId b, VertexId c, VertexId d) {
            builder_->add_triangle(a, b, c);
            if (a != d) builder_->add_triangle(a, c, d);
        });
    }

    void add_walls(std::size_t i, std::size_t j, std::size_t k) {
        if (!blocks_->full(i, j, k)) return;
        const auto wall = [&](std::uint32_t u0, std::uint32_t v0, std::uint32_t u1, std::uint32_t v1) {
            const std::array<VertexId, 4> q{lower(u0, v0), lower(u1, v1), upper(u1, v1), upper(u0, v0)};
            builder_->add_quadrangle(q[0], q[1], q[2], q[3]);
        };
        const std::uint32_t x0 = x_.first[i], x1 = x_.first[i + 1], y0 = y_.first[j], y1 = y_.first[j + 1];
        const bool left = open(i, j, k, 0, -1), right = open(i, j, k, 0, 1);
        const bool front = open(i, j, k, 1, -1), back = open(i, j, k, 1, 1);
        for (std::uint32_t v = y0; v < y1; ++v) {
            if (right) wall(x1, v, x1, v + 1);
            if (left) wall(x0, v + 1, x0, v);
        }
        for (std::uint32_t u = x0; u < x1; ++u) {
            if (back) wall(u + 1, y1, u, y1);
            if (front) wall(u, y0, u + 1, y0);
        }
    }

    SolidBuilder* builder_;
    const Blocks* blocks_;
    const Placement* place_;
    CutAxis x_, y_, z_;
    std::vector<VertexId> below_, above_;
    double lower_z_ = 0, upper_z_ = 0;
};

}  // namespace

Blocks::Blocks(std::vector<double> x, std::vector<double> y, std::vector<double> z)
    : planes_{std::move(x), std::move(y), std::move(z)},
      cells_(cell_count(0) * cell_count(1) * cell_count(2), 0) {}

void Blocks::fill(const std::function<bool(const Vec3& middle)>& full) {
    const auto middle = [&](std::size_t axis, std::size_t cell) {
        return (planes_[axis][cell] + planes_[axis][cell + 1]) / 2;
    };
    fill_cells([&](std::size_t i, std::size_t j, std::size_t k) {
        return full({middle(0, i), middle(1, j), middle(2, k)});
    });
}

void Blocks::fill_cells(const std::function<bool(std::size_t i, std::size_t j, std::size_t k)>& full) {
    std::size_t cell = 0;
    for (std::size_t k = 0; k < cell_count(2); ++k)
        for (std::size_t j = 0; j < cell_count(1); ++j)
            for (std::size_t i = 0; i < cell_count(0); ++i) cells_[cell++] = full(i, j, k) ? 1 : 0;
}

void add_blocks(SolidBuilder& builder, const Blocks& blocks, const Placement& place) {
    Surface surface(builder, blocks, place);
    const std::uint64_t triangles = surface.count_triangles();
    if (builder.begin_surface(triangles / 2, triangles)) surface.build();
}

void add_box(SolidBuilder& builder, const Vec3& lower, const Vec3& upper, const Placement& place) {
    Blocks blocks({lower.x, upper.x}, {lower.y, upper.y}, {lower.z, upper.z});
    blocks.fill([](const Vec3&) { return true; });
    add_blocks(builder, blocks, place);
}

Vec3 from_cylinder(const Vec3& radius_turns_height) {
    const SinCos angle = sin_cos_turns(radius_turns_height.y);
    return {radius_turns_height.x * angle.cos, radius_turns_height.x * angle.sin, radius_turns_height.z};
}

}  // namespace graze::inline v1
