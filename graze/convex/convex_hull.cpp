#include "graze/convex/convex_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/base/detail/disjoint_sets.h"
#include "graze/base/error.h"
#include "graze/base/predicates.h"
#include "graze/convex/detail/highest_corner.h"
#include "graze/convex/detail/quickhull.h"

namespace graze::inline v1 {
namespace {

using HullTriangle = std::array<std::uint32_t, 3>;
using HullPolygons = std::vector<std::vector<std::uint32_t>>;

struct HalfEdge {
    std::uint32_t low, high, triangle, opposite;

    friend bool operator<(const HalfEdge& a, const HalfEdge& b) {
        return std::pair(a.low, a.high) < std::pair(b.low, b.high);
    }
};

// Triangles that border on each other in one plane, as one polygon each.
HullPolygons merged_faces(std::span<const Vec3> points, const std::vector<HullTriangle>& triangles) {
    std::vector<HalfEdge> edges;
    edges.reserve(3 * triangles.size());
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::size_t e = 0; e < 3; ++e) {
            const std::uint32_t p = triangles[t][e], q = triangles[t][(e + 1) % 3];
            edges.push_back({std::min(p, q), std::max(p, q), t, triangles[t][(e + 2) % 3]});
        }
    std::stable_sort(edges.begin(), edges.end());
    detail::DisjointSets planes(triangles.size());
    std::vector<bool> alone(triangles.size(), true);
    for (std::size_t i = 0; i + 1 < edges.size(); i += 2) {  // each edge has two triangles
        const HullTriangle& t = triangles[edges[i].triangle];
        if (orient3d(points[t[0]], points[t[1]], points[t[2]], points[edges[i + 1].opposite]) != 0) continue;
        planes.merge(edges[i].triangle, edges[i + 1].triangle);
        alone[edges[i].triangle] = alone[edges[i + 1].triangle] = false;
    }
    HullPolygons members(triangles.size());
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        auto& list = members[planes.find(t)];
        list.insert(list.end(), triangles[t].begin(), triangles[t].end());
    }
    HullPolygons polygons;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (members[t].empty()) continue;
        polygons.push_back(alone[t] ? std::move(members[t])
                                    : detail::flat_hull(points, std::move(members[t]), triangles[t]));
    }
    return polygons;
}

}  // namespace

ConvexHull::ConvexHull() : ConvexHull(std::array{Vec3{}}) {}

ConvexHull::ConvexHull(std::span<const Vec3> points) {
    build(points);
}

ConvexHull::ConvexHull(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size(), false);
    for (const auto& triangle : mesh.triangles())
        for (const VertexId v : triangle) used[v] = true;
    std::vector<Vec3> points;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t v = 0; v < used.size(); ++v)
        if (used[v]) points.push_back(mesh.vertices()[v]), numbers.push_back(v);
    build(points);
    for (std::uint32_t& source : sources_) source = numbers[source];
}

void ConvexHull::build(std::span<const Vec3> points) {
    if (points.empty()) throw Error("a convex hull needs at least one point");
    if (points.size() > std::size_t{1} << 31) throw Error("a convex hull of more than 2^31 points");
    for (const Vec3& p : points)
        if (!is_in_range(p))
            throw Error("a point of the hull is not finite, or beyond 1e100", {}, "choose another unit");
    const detail::FirstSimplex simplex = detail::first_simplex(points);
    dimension_ = simplex.dimension;
    const auto& s = simplex.point;
    if (dimension_ == 3) {
        take(points, merged_faces(points, detail::hull_triangles(points, simplex)));
    } else if (dimension_ == 2) {
        std::vector<std::uint32_t> all(points.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        const auto front = detail::flat_hull(points, std::move(all), {s[0], s[1], s[2]});
        take(points, {front, {front.rbegin(), front.rend()}});
    } else if (dimension_ == 1) {
        // Along a line, the first and the last in the order of coordinates are the ends.
        const auto before = [&](std::uint32_t i, std::uint32_t j) {
            const Vec3 &p = points[i], &q = points[j];
            return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
        };
        std::uint32_t last = s[0];
        for (std::uint32_t i = 0; i < points.size(); ++i)
            if (before(last, i)) last = i;
        take(points, {{s[0], last}});
    } else {
        take(points, {{s[0]}});
    }
}

void ConvexHull::take(std::span<const Vec3> points, Polygons polygons) {
    // Each polygon begins with its lowest corner, and the polygons are in order: what the hull is, not how
    // it was found.
    for (const auto& polygon : polygons) sources_.insert(sources_.end(), polygon.begin(), polygon.end());
    std::ranges::sort(sources_);
    sources_.erase(std::unique(sources_.begin(), sources_.end()), sources_.end());
    for (auto& polygon : polygons) std::ranges::rotate(polygon, std::ranges::min_element(polygon));
    std::ranges::sort(polygons);
    for (const std::uint32_t source : sources_) {
        corners_.push_back(points[source]);
        box_.grow(points[source]);
    }
    face_begin_.push_back(0);
    for (const auto& polygon : polygons) {
        for (const std::uint32_t p : polygon)
            face_corners_.push_back(
                static_cast<std::uint32_t>(std::ranges::lower_bound(sources_, p) - sources_.begin()));
        face_begin_.push_back(static_cast<std::uint32_t>(face_corners_.size()));
    }
    find_neighbors();
    const std::size_t step = detail::highest_corner_step, padded = (corners_.size() + step - 1) / step * step;
    columns_.resize(3 * padded);
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < padded; ++i)
            columns_[k * padded + i] = corners_[i < corners_.size() ? i : 0][k];
    find_starts();
}

void ConvexHull::find_starts() {
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < 24; ++i) {
        Vec3 direction;
        for (std::size_t k = 0; k < 3; ++k)
            direction[k] = ((i >> k & 1u) != 0 ? -1 : 1) * (i / 8 == k ? 1.0 : 0.5);
        at = highest(direction).corner;
        middle_ += corners_[at] * (1.0 / 24);
    }
    for (std::size_t k = 0; k < 3; ++k)
        largest_ = std::max({largest_, std::abs(box_.lower[k]), std::abs(box_.upper[k])});
    constexpr std::size_t most_cells = 32;
    while (start_cells_ < most_cells && 6 * start_cells_ * start_cells_ < corners_.size()) ++start_cells_;
    starts_.resize(6 * start_cells_ * start_cells_);
    for (std::size_t i = 0; i < starts_.size(); ++i)
        starts_[i] = at = climb(start_direction(i), at, 0).corner;
}

std::size_t ConvexHull::start_number(const Vec3& direction) const {
    const double x = std::abs(direction.x), y = std::abs(direction.y), z = std::abs(direction.z);
    const std::size_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const double along = direction[axis], size = std::abs(along);
    if (!(size > 0)) return 0;
    const double cells = static_cast<double>(start_cells_), scale = 0.5 * cells / size;
    // Overflow of `scale`, too, is caught here.
    const auto cell = [&](double across) {
        const double at = (across + size) * scale;
        return at > 0 && at < cells ? static_cast<std::size_t>(at) : at > 0 ? start_cells_ - 1 : 0;
    };
    const std::size_t side = 2 * axis + (along < 0 ? 1 : 0);
    return (side * start_cells_ + cell(direction[(axis + 1) % 3])) * start_cells_ +
           cell(direction[(axis + 2) % 3]);
}

Vec3 ConvexHull::start_direction(std::size_t number) const {
    const std::size_t v = number % start_cells_, u = number / start_cells_ % start_cells_,
                      side = number / start_cells_ / start_cells_, axis = side / 2;
    const auto middle = [&](std::size_t i) {
        return (2 * static_cast<double>(i) + 1) / static_cast<double>(start_cells_) - 1;
    };
    Vec3 direction;
    direction[axis] = side % 2 == 1 ? -1 : 1;
    direction[(axis + 1) % 3] = middle(u);
    direction[(axis + 2) % 3] = middle(v);
    return direction;
}

ConvexHull::Highest ConvexHull::highest(const Vec3& direction) const {
    const auto found = detail::highest_of_columns(columns_.data(), columns_.size() / 3, direction);
    return {found.number, found.height};
}

void ConvexHull::find_neighbors() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::size_t f = 0; f < face_count(); ++f) {
        const auto polygon = face(f);
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const std::uint32_t p = polygon[i], q = polygon[(i + 1) % polygon.size()];
            if (p == q) continue;
            edges.emplace_back(p, q);
            edges.emplace_back(q, p);
        }
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    neighbor_begin_.assign(corners_.size() + 1, 0);
    for (const auto& [from, to] : edges) {
        ++neighbor_begin_[from + 1];
        neighbors_.push_back(to);
    }
    for (std::size_t i = 0; i < corners_.size(); ++i) neighbor_begin_[i + 1] += neighbor_begin_[i];
}

ConvexHull::Summit ConvexHull::climb(const Vec3& direction, std::uint32_t start, double error) const {
    Summit at;
    at.corner = start < corners_.size() ? start : 0;
    at.height = dot(corners_[at.corner], direction);
    ++at.seen;
    for (bool climbed = true; climbed;) {
        std::uint32_t best = at.corner;
        double second = -std::numeric_limits<double>::infinity();
        for (const std::uint32_t n : neighbors(at.corner)) {
            const double h = dot(corners_[n], direction);
            ++at.seen;
            if (h > at.height) {
                best = n, at.height = h;
            } else {
                second = std::max(second, h);
            }
        }
        climbed = best != at.corner;
        at.corner = best;
        at.certain = at.height - second > 2 * error;
    }
    return at;
}

bool ConvexHull::contains(const Vec3& p) const {
    const auto corner = [&](std::uint32_t i) { return corners_[i]; };
    if (dimension_ == 3) {
        for (std::size_t f = 0; f < face_count(); ++f) {
            const auto c = face(f);
            if (orient3d(corner(c[0]), corner(c[1]), corner(c[2]), p) > 0) return false;
        }
        return true;
    }
    const auto c = face(0);
    if (dimension_ < 2) return on_segment(p, corner(c.front()), corner(c.back()));
    for (std::size_t i = 2; i < c.size(); ++i)
        if (in_triangle(p, {{corner(c[0]), corner(c[i - 1]), corner(c[i])}})) return true;
    return false;
}

Mesh ConvexHull::mesh() const {
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::size_t f = 0; f < face_count(); ++f) {
        const auto c = face(f);
        if (c.size() < 3) triangles.push_back({c[0], c.back(), c[0]});
        for (std::size_t i = 2; i < c.size(); ++i) triangles.push_back({c[0], c[i - 1], c[i]});
    }
    return Mesh(corners_, std::move(triangles));
}

}  // namespace graze::inline v1
