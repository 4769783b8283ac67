#include "graze/render/detail/cluster.h"

#include <algorithm>
#include <cmath>

#include "graze/render/detail/quadric.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t none = Clusters::none;

struct Cell {
    std::uint64_t key = 0;
    Quadric quadric;
    Vec3 sum;  // of the corners in it, weighted by the area of their triangles
    double weight = 0;
    Vec3 some_corner;  // where all triangles are flat
};

// The occupied cells of the grid, numbered in the order in which they are first used.
class CellTable {
  public:
    // The unit cube has a whole number of cells a side, of about the given size.
    explicit CellTable(double side)
        : count_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::lround(1 / side)))),
          side_(1 / static_cast<double>(count_)),
          slots_(std::size_t{1} << 12, none) {}

    std::uint32_t cell_at(const Vec3& p) {
        const std::uint64_t key = coordinate(p.x) << 42 | coordinate(p.y) << 21 | coordinate(p.z);
        if (2 * cells_.size() >= slots_.size()) grow();
        std::size_t slot = place_of(key);
        while (slots_[slot] != none && cells_[slots_[slot]].key != key)
            slot = (slot + 1) & (slots_.size() - 1);
        if (slots_[slot] == none) {
            slots_[slot] = static_cast<std::uint32_t>(cells_.size());
            cells_.push_back({key, {}, {}, 0, p});
        }
        return slots_[slot];
    }
    std::vector<Cell>& cells() { return cells_; }
    double side() const { return side_; }

    Vec3 lower(const Cell& cell) const {
        constexpr std::uint64_t mask = (std::uint64_t{1} << 21) - 1;
        return Vec3{static_cast<double>(cell.key >> 42), static_cast<double>(cell.key >> 21 & mask),
                    static_cast<double>(cell.key & mask)} *
               side_;
    }

  private:
    std::uint64_t coordinate(double x) const {
        return std::min(static_cast<std::uint64_t>(std::max(x, 0.0) / side_), count_ - 1);
    }
    std::size_t place_of(std::uint64_t key) const {
        return (key * 0x9e3779b97f4a7c15U >> 20) & (slots_.size() - 1);
    }
    void grow() {
        slots_.assign(2 * slots_.size(), none);
        for (std::uint32_t i = 0; i < cells_.size(); ++i) {
            std::size_t slot = place_of(cells_[i].key);
            while (slots_[slot] != none) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = i;
        }
    }

    std::uint64_t count_;  // in a row
    double side_;
    std::vector<std::uint32_t> slots_;
    std::vector<Cell> cells_;
};

void add_plane(const std::array<Vec3, 3>& p, const std::array<std::uint32_t, 3>& in,
               std::vector<Cell>& cells) {
    const Vec3 normal = cross(p[1] - p[0], p[2] - p[0]);
    const double area = length(normal);
    if (!(area > 0)) return;
    const Quadric plane = Quadric::of_plane(normal / area, p[0], area);
    for (std::size_t i = 0; i < 3; ++i) {
        Cell& cell = cells[in[i]];
        cell.quadric += plane;
        cell.sum += p[i] * area;
        cell.weight += area;
    }
}

Vec3 point_of(const Cell& cell, const Vec3& lower, double side) {
    if (!(cell.weight > 0)) return cell.some_corner;
    const Vec3 best = cell.quadric.best_point(cell.sum / cell.weight);
    // The point nearest to only a few planes may lie far away.
    return {std::clamp(best.x, lower.x, lower.x + side), std::clamp(best.y, lower.y, lower.y + side),
            std::clamp(best.z, lower.z, lower.z + side)};
}

}  // namespace

Clusters find_clusters(const Mesh& mesh, const UnitFrame& frame, double cell) {
    CellTable table(cell);
    Clusters result;
    result.cell_of.assign(mesh.vertices().size(), none);
    for (const std::array<VertexId, 3>& corners : mesh.triangles()) {
        std::array<Vec3, 3> p;
        std::array<std::uint32_t, 3> in{};
        for (std::size_t i = 0; i < 3; ++i) {
            p[i] = frame.to_unit(mesh.vertices()[corners[i]]);
            std::uint32_t& known = result.cell_of[corners[i]];
            if (known == none) known = table.cell_at(p[i]);
            in[i] = known;
        }
        add_plane(p, in, table.cells());
    }
    result.points.reserve(table.cells().size());
    for (const Cell& c : table.cells()) result.points.push_back(point_of(c, table.lower(c), table.side()));
    return result;
}

void cancel_doubles(std::vector<std::array<VertexId, 3>>& triangles) {
    struct Turned {
        std::array<VertexId, 3> corners;  // the lowest first
        bool reversed;                    // the second is above the third
        std::uint32_t index;

        std::array<VertexId, 3> sorted() const {
            return reversed ? std::array{corners[0], corners[2], corners[1]} : corners;
        }
        bool operator<(const Turned& t) const {
            const std::array<VertexId, 3> own = sorted(), other = t.sorted();
            return own != other ? own < other : index < t.index;
        }
    };
    std::vector<Turned> all(triangles.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        std::array<VertexId, 3> corners = triangles[i];
        std::ranges::rotate(corners, std::ranges::min_element(corners));
        all[i] = {corners, corners[1] > corners[2], i};
    }
    std::sort(all.begin(), all.end());
    triangles.clear();
    for (std::size_t first = 0; first < all.size();) {
        std::size_t last = first, reversed = 0;
        for (; last < all.size() && all[last].sorted() == all[first].sorted(); ++last)
            reversed += all[last].reversed ? 1 : 0;
        const std::size_t forward = last - first - reversed;
        const std::array<VertexId, 3> corners = all[first].sorted();
        const std::array<VertexId, 3> back{corners[0], corners[2], corners[1]};
        const std::size_t pairs = std::min(forward, reversed), kept = forward == reversed ? 1 : 0;
        triangles.insert(triangles.end(), forward - pairs + kept, corners);
        triangles.insert(triangles.end(), reversed - pairs + kept, back);
        first = last;
    }
}

SimpleMesh clustered(const Mesh& mesh, const UnitFrame& frame, double cell) {
    Clusters clusters = find_clusters(mesh, frame, cell);
    SimpleMesh result{std::move(clusters.points), {}};
    for (const std::array<VertexId, 3>& corners : mesh.triangles()) {
        const std::array<std::uint32_t, 3> in = clusters.cells(corners);
        if (!has_equal_corners(in)) result.triangles.push_back(in);
    }
    cancel_doubles(result.triangles);
    drop_unused_points(result);
    return result;
}

}  // namespace graze::inline v1::detail
