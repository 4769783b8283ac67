#include "graze/spheres/tree/detail/solid_voxels.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

// A convex polygon in space, with the corners that six cuts can add to a triangle.
struct ClippedPolygon {
    std::array<Vec3, 12> corner;
    std::size_t count = 0;

    void add(const Vec3& p) {
        if (count < corner.size()) corner[count++] = p;
    }
};

// The part with coordinate >= at, or <= at.
ClippedPolygon clipped_at(const ClippedPolygon& from, std::size_t axis, double at, bool above) {
    ClippedPolygon to;
    for (std::size_t i = 0; i < from.count; ++i) {
        const Vec3 &p = from.corner[i], &q = from.corner[i + 1 == from.count ? 0 : i + 1];
        const double dp = above ? p[axis] - at : at - p[axis], dq = above ? q[axis] - at : at - q[axis];
        if (dp >= 0) to.add(p);
        if ((dp < 0) == (dq < 0)) continue;
        Vec3 cut = p + (q - p) * (dp / (dp - dq));
        cut[axis] = at;
        to.add(cut);
    }
    return to;
}

// Signed, seen from above, and the volume between the polygon and the plane z = level.
struct ColumnShare {
    double area = 0, volume = 0;
    bool reached = false;  // by a triangle
};
ColumnShare share_above(const ClippedPolygon& p, double level) {
    ColumnShare share;
    for (std::size_t i = 2; i < p.count; ++i) {
        const Vec3 a = p.corner[0], b = p.corner[i - 1], c = p.corner[i];
        const double area = 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
        share.area += area;
        share.volume += area * ((a.z - level) + (b.z - level) + (c.z - level)) / 3;
    }
    return share;
}

struct AxisRange {
    std::uint32_t first, last;
};
AxisRange range_along(const VoxelGrid& grid, std::size_t axis, const ClippedPolygon& p) {
    double low = INFINITY, high = -INFINITY;
    for (std::size_t i = 0; i < p.count; ++i) {
        low = std::min(low, p.corner[i][axis]);
        high = std::max(high, p.corner[i][axis]);
    }
    return {grid.along(axis, low), grid.along(axis, high)};
}

// The columns with one x.
class ColumnSheet {
  public:
    ColumnSheet(const VoxelGrid& grid, std::uint32_t x)
        : grid_(grid), x_(x), share_(std::size_t{grid.size[1]} * grid.size[2]) {}

    void add(const Triangle& t) {
        ClippedPolygon whole;
        for (std::size_t i = 0; i < 3; ++i) whole.add(t[i]);
        const AxisRange xs = range_along(grid_, 0, whole);
        if (xs.first != xs.last) whole = cut(whole, 0, x_, xs);
        const AxisRange ys = range_along(grid_, 1, whole);
        for (std::uint32_t y = ys.first; whole.count > 2 && y <= ys.last; ++y) {
            const ClippedPolygon in_column = ys.first == ys.last ? whole : cut(whole, 1, y, ys);
            const AxisRange zs = range_along(grid_, 2, in_column);
            for (std::uint32_t z = zs.first; in_column.count > 2 && z <= zs.last; ++z) {
                const ClippedPolygon piece = zs.first == zs.last ? in_column : cut(in_column, 2, z, zs);
                const ColumnShare share = share_above(piece, grid_.lower.z + z * grid_.cell);
                ColumnShare& cell = share_[std::size_t{y} * grid_.size[2] + z];
                cell.area += share.area;
                cell.volume += share.volume;
                cell.reached = true;
            }
        }
    }

    void write(std::span<float> parts) const {
        constexpr float a_trace = 1e-30f;
        const double whole = grid_.cell * grid_.cell * grid_.cell;
        for (std::uint32_t y = 0; y < grid_.size[1]; ++y) {
            double above = 0;  // area of what is higher up
            for (std::uint32_t z = grid_.size[2]; z-- > 0;) {
                const ColumnShare& cell = share_[std::size_t{y} * grid_.size[2] + z];
                const double part = (cell.volume + above * grid_.cell) / whole;
                above += cell.area;
                // Rounding leaves traces far outside; they are less than the stated error. A needle of less
                // volume than these is still somewhere.
                parts[std::size_t{y} * grid_.size[2] + z] = part > 1e-9    ? static_cast<float>(part)
                                                            : cell.reached ? a_trace
                                                                           : 0;
            }
        }
    }

  private:
    // Nothing is cut off at the ends, where the grid may be a rounding error smaller than the solid.
    ClippedPolygon cut(const ClippedPolygon& p, std::size_t axis, std::uint32_t at, AxisRange range) const {
        const double low = grid_.lower[axis] + at * grid_.cell;
        const double high = grid_.lower[axis] + (at + 1) * grid_.cell;
        ClippedPolygon piece = at == range.first ? p : clipped_at(p, axis, low, true);
        return at == range.last ? piece : clipped_at(piece, axis, high, false);
    }

    const VoxelGrid& grid_;
    std::uint32_t x_;
    std::vector<ColumnShare> share_;
};

}  // namespace

std::uint32_t VoxelGrid::along(std::size_t axis, double coordinate) const {
    const double at = std::floor((coordinate - lower[axis]) / cell);
    return static_cast<std::uint32_t>(std::clamp(at, 0.0, static_cast<double>(size[axis]) - 1));
}

VoxelGrid grid_over(const Box& box, std::size_t most_cells) {
    const Vec3 size = box.size();
    const double longest = std::max({size.x, size.y, size.z});
    VoxelGrid grid;
    grid.lower = box.lower;
    grid.cell = longest > 0 ? longest : 1;
    for (std::uint32_t n = 2; n < 1024; ++n) {
        VoxelGrid finer = grid;
        finer.cell = longest / n;
        for (std::size_t k = 0; k < 3; ++k)
            finer.size[k] =
                std::max(1u, static_cast<std::uint32_t>(std::ceil(size[k] / finer.cell * (1 - 1e-12))));
        if (!(longest > 0) || finer.count() > most_cells) break;
        grid.cell = finer.cell;
        grid.size = finer.size;
    }
    return grid;
}

std::vector<float> solid_parts(const VoxelGrid& grid, std::span<const Triangle> triangles,
                               const Threads& threads) {
    // The triangles of each sheet, in their order: counted, then listed.
    const std::size_t sheets = grid.size[0];
    std::vector<std::array<std::uint32_t, 2>> range(triangles.size());
    std::vector<std::uint64_t> first(sheets + 1, 0);
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const Triangle& t = triangles[i];
        const auto [low, high] = std::minmax({t[0].x, t[1].x, t[2].x});
        range[i] = {grid.along(0, low), grid.along(0, high)};
        for (std::uint32_t x = range[i][0]; x <= range[i][1]; ++x) ++first[x + 1];
    }
    for (std::size_t x = 0; x < sheets; ++x) first[x + 1] += first[x];
    std::vector<std::uint32_t> listed(first[sheets]);
    std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < triangles.size(); ++i)
        for (std::uint32_t x = range[i][0]; x <= range[i][1]; ++x)
            listed[next[x]++] = static_cast<std::uint32_t>(i);

    std::vector<float> parts(grid.count());
    const std::size_t sheet_size = std::size_t{grid.size[1]} * grid.size[2];
    parallel_for(threads, sheets, 1, [&](std::size_t x, std::size_t) {
        ColumnSheet sheet(grid, static_cast<std::uint32_t>(x));
        for (std::uint64_t i = first[x]; i < first[x + 1]; ++i) sheet.add(triangles[listed[i]]);
        sheet.write(std::span(parts).subspan(x * sheet_size, sheet_size));
    });
    return parts;
}

}  // namespace graze::inline v1::detail
