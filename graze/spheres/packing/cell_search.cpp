#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "graze/spheres/packing/detail/cell_search.h"

namespace graze::inline v1::detail {
namespace {

// Cells whose half diagonal is at most this share of the radius get a prototype; larger ones are divided.
constexpr double cell_share = 0.8;
// Balls of this many half diagonals of a cell are nearly flat there.
constexpr double flat = 4;
// Half diagonals of cells in gaps get a prototype up to this many radii.
constexpr double gap_share = 8;
constexpr std::uint8_t deepest = 31;
constexpr double band_ratio = 0.95;
constexpr std::size_t cells_at_once = 256, cells_per_task = 8;
// More are not looked for at once: a thin plate has room for very many of one size.
constexpr std::size_t enough_balls = 1 << 14;
// Nor is one large cell divided into more than about so many at once.
constexpr std::size_t most_divisions = 128;

}  // namespace

// Looks at cells, one after the other, on one thread.
class CellSearch::Worker {
  public:
    Worker(const CellSearch& search, Outcome& outcome)
        : search_(search), out_(outcome), prototype_(search.surface_, search.grid_) {}
    ~Worker() { out_.queries += prototype_.closest_points(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void look_at(const Cell& first) {
        open_.push_back({first, std::nullopt});
        std::size_t divided = 0;
        while (!open_.empty()) {
            if (divided == most_divisions) {
                for (const Open& open : open_) out_.left.push_back(open.cell);
                open_.clear();
                return;
            }
            auto [cell, gap] = open_.back();
            open_.pop_back();
            if (gap) cell.bound = std::min(cell.bound, most_room(cell, *gap));
            if (cell.bound < search_.radius_) {
                out_.waiting.push_back(cell);
                continue;
            }
            const double distance = measure(cell);
            if (must_be_divided(cell) && cell.bound >= search_.radius_) {
                if (search_.wants_walls()) bound_by_walls(cell);
                if (const auto found = bound_by_gap(cell)) gap = found;
            }
            if (cell.bound < search_.radius_) {
                out_.waiting.push_back(cell);
            } else if (gap && try_gap(cell, *gap)) {
                // its ball is found
            } else if (must_be_divided(cell)) {
                for (int i = 0; i < 8; ++i) open_.push_back({child(cell, i), gap});
                ++divided;
            } else {
                try_prototype(cell, distance);
            }
        }
    }

  private:
    // A ball that no free ball meets: a sphere of the packing, or a ball of nothing but outside.
    struct Obstacle {
        Vec3 center;
        double radius = 0;
        double distance(const Vec3& p) const { return length(p - center) - radius; }
    };
    // What is left between a sphere and the surface, both nearly flat as seen from a cell.
    struct Gap {
        Obstacle sphere, outside;
        double error = 0;  // of distances from these
    };
    struct Open {
        Cell cell;
        std::optional<Gap> gap;  // of the cell that it is a part of
    };

    double half_diagonal(const Cell& cell) const {
        return search_.side_[cell.level] * 0.8660254037844387;  // half the root of 3, rounded up
    }
    bool must_be_divided(const Cell& cell) const {
        return half_diagonal(cell) > cell_share * search_.radius_ && cell.level < deepest;
    }

    // Until there is a sphere, the radius comes down from half the width of the box. In a thin wall that lies
    // askew, a cell would have to be as small as the wall is thick to show that it has no room. But if there
    // are large empty balls on both sides of the wall, no ball between them is much larger than half its
    // thickness: a ball around q has no more room than q is away from either, nor than the mean of both.
    void bound_by_walls(Cell& cell) {
        const Vec3 p = center(cell);
        const PackingSurface::Nearest found = search_.surface_.nearest(p);
        ++out_.queries;
        const Vec3 across = normalized(p - found.point);
        if (!(length(across) > 0.5)) return;
        for (double far = search_.side_[0]; far > 4 * half_diagonal(cell); far /= 4) {
            const Vec3 front = found.point + across * far, back = found.point - across * far;
            const double room = empty_around(front), behind = empty_around(back);
            if (!(room > 0 && behind > 0)) continue;
            double most = 0;
            for (int i = 0; i < 8; ++i) {
                const Vec3 corner = center(child(cell, i)) * 2 - p;
                most = std::max(most, length(corner - front) - room + (length(corner - back) - behind));
            }
            cell.bound = std::min(cell.bound, most / 2 + 1e-12 * far);
            if (cell.bound < search_.radius_) return;
        }
    }

    // Beneath each facet of a finely faceted ball lies a gap that is far wider than high. The distance of the
    // centre says nothing about cells larger than it is high. But a free ball there lies between the large
    // sphere and the outside: it has no more room than to either, nor than the mean of both.
    std::optional<Gap> bound_by_gap(Cell& cell) {
        const double half = half_diagonal(cell);
        if (!(cell.surface < half)) return std::nullopt;
        const Vec3 p = center(cell);
        Gap gap;
        double nearest = half;
        search_.grid_.visit_near(p, half, [&](std::uint32_t i) {
            const Sphere& s = search_.grid_.spheres()[i];
            const double distance = length(p - s.center) - s.radius;
            if (s.radius < flat * half || distance >= nearest) return;
            nearest = distance;
            gap.sphere = {s.center, s.radius};
        });
        if (!(gap.sphere.radius > 0)) return std::nullopt;
        const PackingSurface::Nearest found = nearest_ ? *nearest_ : measure_surface(cell, p);
        if (!(found.distance < half)) return std::nullopt;
        Vec3 outwards = normalized(p - found.point);
        if (!(length(outwards) > 0.5)) return std::nullopt;
        if (cell.side == Side::inside) outwards *= -1;
        for (double far = search_.side_[0]; far > flat * half; far /= 4) {
            gap.outside.center = found.point + outwards * far;
            gap.outside.radius = empty_around(gap.outside.center);
            if (!(gap.outside.radius > flat * half)) continue;
            gap.error = 1e-12 * far;
            cell.bound = std::min(cell.bound, most_room(cell, gap));
            if (cell.bound < search_.radius_ || gap.outside.radius > far * 0.999) return gap;
        }
        return std::nullopt;
    }

    // Distances from balls are convex, and so is their mean: corners have the most.
    double most_room(const Cell& cell, const Gap& gap) const {
        const Vec3 p = center(cell);
        double sphere = 0, outside = 0, mean = 0;
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner = center(child(cell, i)) * 2 - p;
            const double a = gap.sphere.distance(corner), b = gap.outside.distance(corner);
            sphere = std::max(sphere, a);
            outside = std::max(outside, b);
            mean = std::max(mean, (a + b) / 2);
        }
        return std::min({sphere, outside, mean}) + gap.error;
    }

    // A prototype from the middle of the gap, in a cell that is larger than the gap is high.
    bool try_gap(const Cell& cell, const Gap& gap) {
        if (half_diagonal(cell) > gap_share * search_.radius_) return false;
        const Vec3 p = center(cell), away = normalized(p - gap.sphere.center);
        const Vec3 foot = gap.sphere.center + away * gap.sphere.radius;
        const Vec3 start = foot + away * (gap.outside.distance(foot) / 2);
        const double side = search_.side_[cell.level];
        const Vec3 reach = Vec3{1, 1, 1} * (side * (0.5 + 1.0 / 8));
        const Box box{p - reach, p + reach};
        if (!box.contains(start)) return false;
        out_.queries += 2;
        const double surface = search_.surface_.nearest(start).distance;
        const double free = search_.grid_.distance(start, surface);
        if (!(free > 0) || !search_.surface_.is_inside(start)) return false;
        const FreeBall ball = prototype_.converge(start, box, free, surface);
        ++out_.queries;
        if (ball.pruned || ball.radius < search_.radius_) return false;
        out_.balls.push_back(ball);
        out_.active.push_back(cell);
        return true;
    }

    // The radius of a ball around a place outside the solid that has nothing of it; 0 for a place inside.
    double empty_around(const Vec3& p) {
        out_.queries += 2;
        if (search_.surface_.is_inside(p)) return 0;
        const double room = search_.surface_.nearest(p).distance;
        return room * (1 - 1e-9 - search_.surface_.relative_error()) - search_.surface_.absolute_error();
    }

    Vec3 center(const Cell& cell) const {
        const double side = search_.side_[cell.level];
        return search_.lower_ + Vec3{cell.x + 0.5, cell.y + 0.5, cell.z + 0.5} * side;
    }

    // The free distance of the centre, negative outside the surface or inside a sphere; updates the bound.
    double measure(Cell& cell) {
        nearest_.reset();
        ++out_.queries;
        const Vec3 p = center(cell);
        const double half = half_diagonal(cell);
        double distance = search_.grid_.distance(p, std::min(cell.bound, search_.largest_) + half);
        if (!cell.measured && !(cell.side == Side::inside && distance <= cell.surface))
            measure_surface(cell, p);
        distance = std::min(distance, cell.side == Side::inside ? cell.surface : -cell.surface);
        cell.bound = std::min(cell.bound, (distance + half) * (1 + 1e-9));
        return distance;
    }

    PackingSurface::Nearest measure_surface(Cell& cell, const Vec3& p) {
        ++out_.queries;
        const PackingSurface::Nearest found = search_.surface_.nearest(p);
        nearest_ = found;
        cell.surface = found.distance;
        cell.measured = true;
        if (cell.side == Side::unknown)
            cell.side = search_.surface_.is_inside(p) ? Side::inside : Side::outside;
        return found;
    }

    Cell child(const Cell& parent, int i) const {
        Cell cell = parent;
        cell.level = static_cast<std::uint8_t>(parent.level + 1);
        cell.x = parent.x * 2 + static_cast<std::uint32_t>(i & 1);
        cell.y = parent.y * 2 + static_cast<std::uint32_t>((i >> 1) & 1);
        cell.z = parent.z * 2 + static_cast<std::uint32_t>(i >> 2);
        // Its centre is half the half diagonal away.
        cell.surface = std::max(parent.surface - half_diagonal(parent) * (0.5 + 1e-9), 0.0);
        if (cell.surface == 0) cell.side = Side::unknown;
        cell.measured = false;
        return cell;
    }

    void try_prototype(const Cell& cell, double distance) {
        const Vec3 p = center(cell);
        const double side = search_.side_[cell.level];
        const Vec3 reach = Vec3{1, 1, 1} * (side * (0.5 + 1.0 / 8));  // nodes lie on borders, too
        const FreeBall ball = prototype_.converge(p, {p - reach, p + reach}, distance, cell.surface);
        ++out_.queries;
        if (!ball.pruned && ball.radius >= search_.radius_) {
            out_.balls.push_back(ball);
            out_.active.push_back(cell);
            return;
        }
        // The room that the prototype has found is what the cell has, until smaller cells are asked for.
        // Should it have more, a sphere comes later than it could.
        Cell smaller = cell;
        smaller.bound = std::min({cell.bound, ball.radius, search_.radius_}) * (1 - 1e-9);
        out_.waiting.push_back(smaller);
    }

    const CellSearch& search_;
    Outcome& out_;
    Prototype prototype_;
    std::vector<Open> open_;
    // Of the centre of the cell that was measured last.
    std::optional<PackingSurface::Nearest> nearest_;
};

CellSearch::CellSearch(const PackingSurface& surface, const SphereGrid& grid)
    : surface_(surface), grid_(grid) {
    const Box box = surface.box();
    const Vec3 size = box.size();
    const double longest = std::max({size.x, size.y, size.z});
    largest_ = 0.5 * std::min({size.x, size.y, size.z});
    // Larger than the box, and not in its middle: the nodes of symmetric shapes do not lie on borders of
    // cells.
    lower_ = box.lower - Vec3{0.0137, 0.0291, 0.0173} * longest;
    side_.resize(deepest + 1);
    side_[0] = longest * 1.07;
    for (std::size_t i = 1; i < side_.size(); ++i) side_[i] = side_[i - 1] * 0.5;
    constexpr std::uint8_t first_level = 3;
    for (std::uint32_t z = 0; z < 8; ++z)
        for (std::uint32_t y = 0; y < 8; ++y)
            for (std::uint32_t x = 0; x < 8; ++x) {
                active_.push_back({.bound = largest_ * 2, .x = x, .y = y, .z = z, .level = first_level});
            }
    bands_.push_back(largest_ * 4);
}

void CellSearch::put_away(const Cell& cell) {
    if (!(cell.bound > 0)) return;
    while (bands_.back() > cell.bound) bands_.push_back(bands_.back() * band_ratio);
    const auto below =
        std::partition_point(bands_.begin(), bands_.end(), [&](double b) { return b > cell.bound; });
    const auto band = static_cast<std::size_t>(below - bands_.begin()) - 1;
    if (band >= waiting_.size()) waiting_.resize(band + 1);
    waiting_[band].push_back(cell);
}

void CellSearch::begin(double radius) {
    radius_ = radius;
    for (std::size_t band = 0; band < waiting_.size() && bands_[band] >= radius; ++band) {
        std::vector<Cell>& cells = waiting_[band];
        const auto rest = std::stable_partition(cells.begin(), cells.end(),
                                                [&](const Cell& c) { return c.bound < radius; });
        active_.insert(active_.end(), rest, cells.end());
        cells.erase(rest, cells.end());
        if (cells.empty()) cells.shrink_to_fit();
    }
}

void CellSearch::take_over(Outcome& outcome) {
    for (const Cell& cell : outcome.waiting) put_away(cell);
    active_.insert(active_.end(), outcome.left.begin(), outcome.left.end());
    next_active_.insert(next_active_.end(), outcome.active.begin(), outcome.active.end());
    balls_.insert(balls_.end(), outcome.balls.begin(), outcome.balls.end());
    queries_ += outcome.queries;
}

const std::vector<FreeBall>& CellSearch::balls(Meter& meter, const Threads& threads) {
    balls_.clear();
    next_active_.clear();
    std::size_t first = 0;
    while (first < active_.size() && balls_.size() < enough_balls && !meter.exhausted()) {
        const std::size_t count = std::min(active_.size() - first, cells_at_once);
        std::vector<Outcome> outcomes((count - 1) / cells_per_task + 1);
        parallel_for(threads, count, cells_per_task, [&](std::size_t begin, std::size_t end) {
            Worker worker(*this, outcomes[begin / cells_per_task]);
            for (std::size_t i = begin; i < end; ++i) worker.look_at(active_[first + i]);
        });
        const std::uint64_t before = queries_;
        for (Outcome& outcome : outcomes) take_over(outcome);
        meter.spend(queries_ - before);
        first += count;
    }
    // Those that were not looked at come first the next time, so that spheres of one size are all over the
    // shape.
    active_.erase(active_.begin(), active_.begin() + static_cast<std::ptrdiff_t>(first));
    active_.insert(active_.end(), next_active_.begin(), next_active_.end());
    return balls_;
}

std::size_t CellSearch::cell_count() const {
    std::size_t count = active_.size();
    for (const auto& band : waiting_) count += band.size();
    return count;
}

}  // namespace graze::inline v1::detail
