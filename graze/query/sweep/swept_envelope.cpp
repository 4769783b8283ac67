#include "graze/query/sweep/swept_envelope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/triangle.h"

namespace graze::inline v1 {
namespace {

enum class Cell : std::uint8_t { enclosed, passed, outside };

class EnvelopeGrid {
  public:
    EnvelopeGrid(const Box& all, double cell)
        : cell_(cell), lower_(all.lower - Vec3{cell, cell, cell} * 1.5) {
        for (std::size_t k = 0; k < 3; ++k)
            count_[k] = static_cast<std::int64_t>((all.upper[k] - all.lower[k]) / cell) + 4;
        cells_.resize(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]));
    }
    static double cells_of(const Box& all, double cell) {
        double cells = 1;
        for (std::size_t k = 0; k < 3; ++k) cells *= (all.upper[k] - all.lower[k]) / cell + 4;
        return cells;
    }

    void pass(const Box& box) {
        std::array<std::int64_t, 3> first, last;
        for (std::size_t k = 0; k < 3; ++k) {
            // More than rounding needs: corners of the envelope may be moved by this, as in files of floats.
            first[k] = index(box.lower[k] - EnvelopeOptions::margin * cell_, k);
            last[k] = index(box.upper[k] + EnvelopeOptions::margin * cell_, k);
        }
        for (std::int64_t z = first[2]; z <= last[2]; ++z)
            for (std::int64_t y = first[1]; y <= last[1]; ++y)
                for (std::int64_t x = first[0]; x <= last[0]; ++x) at(x, y, z) = Cell::passed;
    }

    // What can be reached from a corner without being passed is outside.
    void fill() {
        std::vector<std::array<std::int64_t, 3>> open{{0, 0, 0}};
        at(0, 0, 0) = Cell::outside;
        while (!open.empty()) {
            const auto [x, y, z] = open.back();
            open.pop_back();
            for (std::size_t side = 0; side < 6; ++side) {
                std::array<std::int64_t, 3> next{x, y, z};
                next[side / 2] += side % 2 == 0 ? -1 : 1;
                if (next[side / 2] < 0 || next[side / 2] >= count_[side / 2]) continue;
                Cell& cell = at(next[0], next[1], next[2]);
                if (cell != Cell::enclosed) continue;
                cell = Cell::outside;
                open.push_back(next);
            }
        }
    }

    // The faces between what is outside and what is not.
    Mesh border() const {
        std::vector<Vec3> points;
        std::vector<std::array<VertexId, 3>> triangles;
        std::unordered_map<std::int64_t, VertexId> known;
        const auto point = [&](const std::array<std::int64_t, 3>& corner) {
            const std::int64_t key = (corner[2] * (count_[1] + 1) + corner[1]) * (count_[0] + 1) + corner[0];
            const auto [place, is_new] = known.try_emplace(key, static_cast<VertexId>(points.size()));
            if (is_new)
                points.push_back(lower_ + Vec3{static_cast<double>(corner[0]), static_cast<double>(corner[1]),
                                               static_cast<double>(corner[2])} *
                                              cell_);
            return place->second;
        };
        for (std::int64_t z = 1; z + 1 < count_[2]; ++z) {
            for (std::int64_t y = 1; y + 1 < count_[1]; ++y) {
                for (std::int64_t x = 1; x + 1 < count_[0]; ++x) {
                    if (get(x, y, z) == Cell::outside) continue;
                    for (std::size_t side = 0; side < 6; ++side) {
                        const std::size_t axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
                        std::array<std::int64_t, 3> next{x, y, z}, base{x, y, z};
                        next[axis] += side % 2 == 0 ? -1 : 1;
                        if (get(next[0], next[1], next[2]) != Cell::outside) continue;
                        base[axis] += side % 2 == 0 ? 0 : 1;
                        std::array<VertexId, 4> quad;
                        for (std::size_t i = 0; i < 4; ++i) {
                            auto corner = base;
                            corner[u] += i == 1 || i == 2 ? 1 : 0;
                            corner[v] += i >= 2 ? 1 : 0;
                            quad[i] = point(corner);
                        }
                        if (side % 2 == 0) std::swap(quad[1], quad[3]);
                        triangles.push_back({quad[0], quad[1], quad[2]});
                        triangles.push_back({quad[0], quad[2], quad[3]});
                    }
                }
            }
        }
        return {std::move(points), std::move(triangles)};
    }

  private:
    std::int64_t index(double coordinate, std::size_t axis) const {
        const auto i = static_cast<std::int64_t>(std::floor((coordinate - lower_[axis]) / cell_));
        return std::clamp<std::int64_t>(i, 1, count_[axis] - 2);
    }
    std::size_t number(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return static_cast<std::size_t>((z * count_[1] + y) * count_[0] + x);
    }
    Cell& at(std::int64_t x, std::int64_t y, std::int64_t z) { return cells_[number(x, y, z)]; }
    Cell get(std::int64_t x, std::int64_t y, std::int64_t z) const { return cells_[number(x, y, z)]; }

    double cell_;
    Vec3 lower_;
    std::array<std::int64_t, 3> count_{};
    std::vector<Cell> cells_;
};

Box box_around(const Triangle& t) {
    Box box;
    for (const Vec3& p : t.corner) box.grow(p);
    return box;
}

double longest_side(const Box& box) {
    const Vec3 size = box.size();
    return std::max({size.x, size.y, size.z});
}

// Takes in a triangle that moves by `travel` at most, in pieces no larger than a cell.
class EnvelopePainter {
  public:
    EnvelopePainter(double cell, EnvelopeGrid& grid) : cell_(cell), grid_(grid) {}

    void paint(const Triangle& piece, double travel, int depth = 0) {
        const Box box = box_around(piece);
        if (longest_side(box) <= cell_ || depth > most_depth) {
            grid_.pass(grown(box, travel));
            return;
        }
        const Vec3 p = middle(piece[0], piece[1]), q = middle(piece[1], piece[2]),
                   r = middle(piece[2], piece[0]);
        paint(Triangle{{piece[0], p, r}}, travel, depth + 1);
        paint(Triangle{{p, piece[1], q}}, travel, depth + 1);
        paint(Triangle{{r, q, piece[2]}}, travel, depth + 1);
        paint(Triangle{{p, q, r}}, travel, depth + 1);
    }

  private:
    static constexpr int most_depth = 60;  // coordinates have no more bits
    static Vec3 middle(const Vec3& a, const Vec3& b) { return a * 0.5 + b * 0.5; }

    double cell_;
    EnvelopeGrid& grid_;
};

}  // namespace

SweptEnvelope swept_envelope(const Mesh& mesh, const Motion& motion, const EnvelopeOptions& options) {
    if (!(options.cell >= 0) || !std::isfinite(options.cell))
        throw Error("the edge of the envelope's cubes is not a length", {}, "give 0 or more");
    if (options.most_cells < 1000) throw Error("an envelope of less than 1000 cells", {}, "allow for more");
    SweptEnvelope result;
    if (mesh.triangle_count() == 0) return result;
    const Box all = motion.swept(mesh.box(), motion.begin(), motion.end());
    const double longest = std::max(longest_side(all), 1e-300);
    double cell = options.cell > 0 ? options.cell : longest / 64;
    while (EnvelopeGrid::cells_of(all, cell) > static_cast<double>(options.most_cells)) cell *= 1.25;
    EnvelopeGrid grid(all, cell);
    EnvelopePainter painter(cell, grid);
    // From time to time, so that nothing moves by more than a quarter of a cell between.
    const double begin = motion.begin(), end = motion.end();
    double time = begin, step = end - begin;
    while (time < end) {
        if (options.progress != nullptr) {
            if (options.progress->cancelled()) throw Error("cancelled");
            options.progress->report("sweeping",
                                     static_cast<std::uint64_t>((time - begin) / (end - begin) * 1000), 1000);
        }
        double next = std::min(time + step, end), travel = motion.travel(mesh.box(), time, next);
        while (travel > 0.25 * cell && next > std::nextafter(time, end)) {
            step /= 2;
            next = std::max(std::min(time + step, end), std::nextafter(time, end));
            travel = motion.travel(mesh.box(), time, next);
        }
        const Pose pose = motion.at(time);
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) painter.paint(pose(mesh.triangle(t)), travel);
        if (travel < 0.125 * cell) step *= 2;
        time = next;
    }
    grid.fill();
    result.mesh = grid.border();
    result.cell = cell;
    result.tolerance = 2.5 * std::sqrt(3.0) * cell * (1 + 1e-5);
    return result;
}

}  // namespace graze::inline v1
