// How deep two convex sets overlap that are known by their support functions: expanding polytopes (van den
// Bergen 2001).
//
// The depth is the distance of the origin from the border of A - B. A polytope of differences grows towards
// the border, always across the face that is nearest to the origin. Departures from the paper:
//
// - The polytope need not be convex. It is a closed surface of triangles between differences, and that stays
//   true whatever rounding does. If the origin is inside at first, and no step sweeps over it, a ball around
//   the origin that meets no triangle lies in A - B. So the least distance of a triangle is a lower bound.
// - Any four differences will do to start with. Faces that have the origin on their outer side come first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "graze/base/vec3.h"
#include "graze/convex/gjk.h"
#include "graze/convex/simplex.h"

namespace graze::inline v1 {

struct EpaOptions {
    double error = 0;      // of a difference of two support points, in each coordinate
    double precision = 0;  // the search may end once its bounds are this close, beside rounding
    double unit = 1;       // a power of two about as large as the differences, so that no square overflows
    int most_steps = 240;  // at most this number; more are not taken
};

struct EpaResult {
    enum class End : std::uint8_t {
        done,     // the bounds are as close as they were wanted
        stopped,  // out of steps, or of doubles: bounds hold
        flat,     // A - B has no inside, for all that doubles can tell: the depth is 0
    };
    End end = End::stopped;
    // Of length 1: the direction in which B leaves A soonest, of those tried.
    Vec3 normal;
    // How far B must move along it, as the support functions say: nothing less will do in this direction.
    double depth = std::numeric_limits<double>::infinity();
    double at_least = 0;  // certain, of the depth in any direction
    // Of the normal, by rounding, in radians; infinite or NaN if the polytope is flat there.
    double normal_error = std::numeric_limits<double>::infinity();
    Vec3 point_a, point_b;            // of A and of B, furthest inside the other: point_a - point_b is the
                                      // depth along the normal
    std::array<GjkCorner, 3> corner;  // what they are combinations of
    std::size_t count = 0;
    int steps = 0;
};

namespace detail {

// Memory for elements that are made one by one, so that nobody pays for all of it.
template <class T, std::size_t Capacity>
class UnsetArray {
  public:
    T& operator[](std::size_t i) { return reinterpret_cast<T*>(memory_)[i]; }
    const T& operator[](std::size_t i) const { return reinterpret_cast<const T*>(memory_)[i]; }
    void set(std::size_t i, const T& value) { std::construct_at(reinterpret_cast<T*>(memory_) + i, value); }

  private:
    static_assert(std::is_trivially_destructible_v<T>);
    alignas(T) std::byte memory_[Capacity * sizeof(T)];
};

// A closed surface of triangles around, it is hoped, the origin.
class EpaSurface {
  public:
    static constexpr std::size_t most_corners = 256, most_faces = 2 * most_corners;
    static constexpr std::uint16_t no_face = 0xffff;

    // The corners of a tetrahedron that is not flat.
    EpaSurface(std::array<GjkCorner, 4> c, double error) : error_(error) {
        if (determinant(c[1].between - c[0].between, c[2].between - c[0].between,
                        c[3].between - c[0].between) > 0)
            std::swap(c[0], c[1]);
        for (const GjkCorner& corner : c) add_corner(corner);
        const std::array<std::array<std::uint16_t, 3>, 4> faces{{{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}},
            beyond{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
        for (std::size_t f = 0; f < 4; ++f) {
            faces_.set(f, {faces[f], beyond[f], {}});
            rate(f);
        }
        face_end_ = 4;
    }

    const GjkCorner& corner(std::size_t i) const { return corners_[i]; }
    const Vec3& normal(std::size_t face) const { return faces_[face].normal; }
    // No corner of the face is nearer to the origin along the normal of the face.
    double offset(std::size_t face) const { return offset_[face]; }
    const std::array<std::uint16_t, 3>& corners_of(std::size_t face) const { return faces_[face].corner; }
    bool has_room() const { return corner_count_ < most_corners; }
    // What rounding may have done to an offset or to the height of a corner.
    double rounding() const { return 4 * error_ + 0x1p-49 * extent_; }
    // No step can have swept over the origin.
    bool is_certain() const { return certain_; }
    // Certain: the origin is inside. Each face is seen from there counter-clockwise, so the angles that faces
    // take of the sight add up to whole spheres, at least one.
    bool surrounds_origin() const {
        const double unsure = 0x1p-46 * extent_ * extent_ * extent_ + 24 * error_ * extent_ * extent_;
        for (std::size_t f = 0; f < face_end_; ++f) {
            const auto& c = faces_[f].corner;
            if (offset_[f] != dead && !(determinant(at(c[0]), at(c[1]), at(c[2])) > unsure)) return false;
        }
        return true;
    }
    // The point nearest to the origin of all faces in the plane with this normal and height: a face of A - B
    // may be several of the polytope. Of `otherwise`, if there is none.
    BasicSimplex<GjkCorner> nearest_in_plane(const Vec3& normal, double height,
                                             const std::array<std::uint16_t, 3>& otherwise) const {
        BasicSimplex<GjkCorner> best;
        const auto offer = [&](const std::array<std::uint16_t, 3>& face) {
            BasicSimplex<GjkCorner> other;
            other.set_triangle(corners_[face[0]], corners_[face[1]], corners_[face[2]]);
            if (best.empty() || dot(other.nearest(), other.nearest()) < dot(best.nearest(), best.nearest()))
                best = other;
        };
        const auto is_there = [&](std::uint16_t c) { return dot(normal, at(c)) >= height; };
        for (std::size_t f = 0; f < face_end_; ++f)
            if (offset_[f] != dead && std::ranges::all_of(faces_[f].corner, is_there))
                offer(faces_[f].corner);
        if (best.empty()) offer(otherwise);
        return best;
    }
    // By how much rounding may have turned the normal of a face, in radians.
    double normal_error(const std::array<std::uint16_t, 3>& c) const {
        const Vec3 pq = at(c[1]) - at(c[0]), pr = at(c[2]) - at(c[0]), qr = at(c[2]) - at(c[1]);
        const double longest = std::sqrt(std::max({dot(pq, pq), dot(pr, pr), dot(qr, qr)}));
        return 4 * rounding() * longest / length(cross(pq, pr));
    }

    // Of the faces that are not settled: no_face if there is none.
    std::size_t nearest_face() const {
        std::size_t best = no_face;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t f = 0; f < face_end_; ++f)
            if (key_[f] < least) best = f, least = key_[f];
        return best;
    }
    double least_offset() const { return *std::min_element(offset_.begin(), offset_.begin() + face_end_); }
    // This face is not to be chosen again.
    void settle(std::size_t face) { key_[face] = dead; }

    bool has(const GjkCorner& c) const {
        for (std::size_t i = 0; i < corner_count_; ++i)
            if (corners_[i].between == c.between) return true;
        return false;
    }

    // Replaces the faces that see the corner, `face` among them, by a cone to it.
    void expand(std::size_t face, const GjkCorner& corner) {
        const std::uint16_t p = add_corner(corner);
        find_visible(static_cast<std::uint16_t>(face), corner.between);
        if (!find_horizon()) {
            // Rounding has made a border of what is seen that meets itself. One face alone has a good one.
            visible_count_ = 1;
            find_horizon();
        }
        for (std::size_t i = 0; i < visible_count_; ++i) {
            const std::uint16_t f = visible_[i];
            // The origin is on the inner side of the face, and the corner on the outer one: it is not in
            // between.
            if (!(offset_[f] > rounding() && dot(faces_[f].normal, corner.between) > rounding()))
                certain_ = false;
            offset_[f] = key_[f] = dead;
        }
        std::size_t reused = 0;
        for (std::size_t i = 0; i < horizon_count_; ++i) {
            Edge& e = horizon_[i];
            e.face = reused < visible_count_ ? visible_[reused++] : static_cast<std::uint16_t>(face_end_++);
        }
        for (std::size_t i = 0; i < horizon_count_; ++i) {
            const Edge &e = horizon_[i], &next = horizon_[(i + 1) % horizon_count_],
                       &previous = horizon_[(i + horizon_count_ - 1) % horizon_count_];
            faces_.set(e.face, {{e.from, e.to, p}, {e.beyond, next.face, previous.face}, {}});
            Face& other = faces_[e.beyond];
            for (std::size_t k = 0; k < 3; ++k)
                if (other.corner[k] == e.to && other.corner[(k + 1) % 3] == e.from) other.beyond[k] = e.face;
            rate(e.face);
        }
    }

  private:
    static constexpr double dead = std::numeric_limits<double>::infinity();
    struct Face {
        std::array<std::uint16_t, 3> corner, beyond;  // across the edges from corner k to corner k + 1
        Vec3 normal;
    };
    struct Edge {
        std::uint16_t from, to, beyond, face;
    };

    const Vec3& at(std::size_t i) const { return corners_[i].between; }

    std::uint16_t add_corner(const GjkCorner& c) {
        corners_.set(corner_count_, c);
        extent_ = std::max({extent_, std::abs(c.between.x), std::abs(c.between.y), std::abs(c.between.z)});
        return static_cast<std::uint16_t>(corner_count_++);
    }

    // Any normal gives a lower bound of the distance of the triangle; this one a good bound.
    void rate(std::size_t face) {
        Face& f = faces_[face];
        const Vec3 &p = at(f.corner[0]), &q = at(f.corner[1]), &r = at(f.corner[2]);
        const Vec3 pq = q - p, pr = r - p, n = cross(pq, pr);
        const double squared = dot(n, n);
        if (squared > 0x1p-70 * dot(pq, pq) * dot(pr, pr)) {
            f.normal = n / std::sqrt(squared);
        } else {  // a sliver: its plane is anything, but it has a point that is nearest to the origin
            BasicSimplex<SimplexCorner> sliver;
            sliver.set_triangle({p, {}}, {q, {}}, {r, {}});
            f.normal = normalized(sliver.nearest());
        }
        offset_[face] = key_[face] = std::min({dot(f.normal, p), dot(f.normal, q), dot(f.normal, r)});
    }

    bool sees(std::uint16_t face, const Vec3& p) const {
        return dot(faces_[face].normal, p) > offset_[face] + rounding();
    }

    void find_visible(std::uint16_t first, const Vec3& p) {
        visible_count_ = 0;
        ++round_;
        const auto take = [&](std::uint16_t f) {
            seen_in_round_[f] = round_;
            visible_[visible_count_++] = f;
        };
        if (round_ == 1) seen_in_round_.fill(0);
        take(first);
        for (std::size_t i = 0; i < visible_count_; ++i)
            for (const std::uint16_t f : faces_[visible_[i]].beyond)
                if (seen_in_round_[f] != round_ && sees(f, p)) take(f);
    }

    // The border of the visible faces as one loop; false if it is not one.
    bool find_horizon() {
        ++round_;
        for (std::size_t i = 0; i < visible_count_; ++i) seen_in_round_[visible_[i]] = round_;
        std::size_t edges = 0;
        for (std::size_t i = 0; i < visible_count_; ++i)
            for (const std::uint16_t f : faces_[visible_[i]].beyond) edges += seen_in_round_[f] != round_;
        if (edges < 3 || edges > most_corners) return false;
        // From one border edge along the border: round the end of an edge, through visible faces.
        std::uint16_t face = visible_[0];
        std::size_t k = 0;
        for (std::size_t i = 0; i < visible_count_; ++i)
            for (std::size_t e = 0; e < 3; ++e)
                if (seen_in_round_[faces_[visible_[i]].beyond[e]] != round_) face = visible_[i], k = e;
        const std::uint16_t start = faces_[face].corner[k];
        horizon_count_ = 0;
        while (horizon_count_ < edges) {
            const Face& f = faces_[face];
            const std::uint16_t to = f.corner[(k + 1) % 3];
            for (std::size_t i = 0; i < horizon_count_; ++i)
                if (horizon_[i].from == f.corner[k]) return false;
            horizon_[horizon_count_++] = {f.corner[k], to, f.beyond[k], no_face};
            k = (k + 1) % 3;
            for (std::size_t turns = 0; seen_in_round_[faces_[face].beyond[k]] == round_; ++turns) {
                if (turns > visible_count_) return false;
                face = faces_[face].beyond[k];
                for (k = 0; k < 3 && faces_[face].corner[k] != to;) ++k;
                if (k == 3) return false;
            }
            if (to == start) break;
        }
        return horizon_count_ == edges && horizon_[horizon_count_ - 1].to == start;
    }

    UnsetArray<GjkCorner, most_corners + 4> corners_;
    UnsetArray<Face, most_faces + 8> faces_;
    std::array<double, most_faces + 8> offset_, key_;  // key_: to choose by
    std::array<std::uint16_t, most_faces + 8> seen_in_round_, visible_;
    std::array<Edge, most_corners + 4> horizon_;
    std::size_t corner_count_ = 0, face_end_ = 0, visible_count_ = 0, horizon_count_ = 0;
    double extent_ = 0, error_ = 0;
    std::uint16_t round_ = 0;
    bool certain_ = true;
};

}  // namespace detail

// A and B: SupportPoint operator()(const Vec3& direction). `start` are differences of points of A and B; if
// there are four that are not in one plane, they are where the search begins, and `is_inside` says that the
// origin is certainly inside them. Otherwise others are looked for. Ends after `most_steps` at the latest,
// whatever rounding does; allocates nothing.
template <class SupportA, class SupportB>
EpaResult epa(SupportA&& support_a, SupportB&& support_b, std::span<const GjkCorner> start, bool is_inside,
              const EpaOptions& options = {}) {
    EpaResult result;
    const double scale = 1 / options.unit, error = options.error * scale;
    const auto in_units = [&](const GjkCorner& c) {
        return GjkCorner{c.between * scale, c.of_a * scale, c.of_b * scale, c.number_a, c.number_b};
    };
    const auto furthest = [&](const Vec3& d) {
        const SupportPoint a = support_a(d), b = support_b(-d);
        return in_units({a.point - b.point, a.point, b.point, a.number, b.number});
    };
    std::array<GjkCorner, 4> tetrahedron;
    if (start.size() == 4 && is_inside) {
        std::ranges::transform(start, tetrahedron.begin(), in_units);
    } else {
        is_inside = false;
        // The furthest from a first one, from the line of two, from the plane of three.
        double extent = 0;
        tetrahedron[0] = furthest({1, 0, 0});
        const Vec3& p = tetrahedron[0].between;
        const auto best_of = [&](std::span<const Vec3> directions, const auto& rating) {
            GjkCorner best;
            double most = -1;
            for (const Vec3& d : directions) {
                const GjkCorner c = furthest(d);
                extent =
                    std::max({extent, std::abs(c.between.x), std::abs(c.between.y), std::abs(c.between.z)});
                if (const double r = rating(c.between); r > most) best = c, most = r;
            }
            return std::pair(best, most);
        };
        const auto flat = [&](const Vec3& direction) {
            result.end = EpaResult::End::flat;
            result.normal = direction;
            result.depth = std::max(0.0, dot(direction, furthest(direction).between)) * options.unit;
            return result;
        };
        const auto any_across = [](const Vec3& v) {
            return normalized(cross(v, std::abs(v.x) < 0.6 * length(v) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
        };
        const std::array<Vec3, 5> axes{{{-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
        double most = 0;
        std::tie(tetrahedron[1], most) = best_of(axes, [&](const Vec3& c) { return length(c - p); });
        const double rounding = 8 * error + 0x1p-48 * extent;
        if (!(most > rounding)) return flat({1, 0, 0});
        const Vec3 along = (tetrahedron[1].between - p) / most;
        const Vec3 u = any_across(along), w = cross(along, u);
        std::tie(tetrahedron[2], most) =
            best_of(std::array{u, -u, w, -w}, [&](const Vec3& c) { return length(cross(along, c - p)); });
        if (!(most > rounding)) return flat(u);
        const Vec3 across = cross(along, tetrahedron[2].between - p) / most;
        std::tie(tetrahedron[3], most) =
            best_of(std::array{across, -across}, [&](const Vec3& c) { return std::abs(dot(across, c - p)); });
        if (!(most > rounding)) {
            const double below = flat(-across).depth;
            return flat(across).depth < below ? result : flat(-across);
        }
    }
    detail::EpaSurface surface(tetrahedron, error);
    std::array<std::uint16_t, 3> best = surface.corners_of(0);
    while (result.steps < options.most_steps && surface.has_room()) {
        const std::size_t face = surface.nearest_face();
        const double slack = surface.rounding() + options.precision * scale;
        if (face == surface.no_face || surface.offset(face) >= result.depth - slack) {
            result.end = EpaResult::End::done;
            break;
        }
        ++result.steps;
        const GjkCorner corner = furthest(surface.normal(face));
        const double height = dot(surface.normal(face), corner.between);
        const bool is_border = height <= surface.offset(face) + slack;
        if (is_border || height < result.depth) {
            result.depth = height;
            result.normal = surface.normal(face);
            best = surface.corners_of(face);
        }
        if (is_border) {
            result.end = EpaResult::End::done;
            break;
        }
        if (surface.has(corner)) {
            // A sliver, whose normal is as rounding made it.
            surface.settle(face);
        } else {
            surface.expand(face, corner);
        }
    }
    const double slack = surface.rounding() + options.precision * scale;
    const auto triangle = surface.nearest_in_plane(result.normal, result.depth - slack, best);
    result.depth = std::max(0.0, result.depth) * options.unit;
    result.normal_error = surface.normal_error(best);
    if ((is_inside && surface.is_certain()) || surface.surrounds_origin())
        result.at_least =
            std::clamp((surface.least_offset() - surface.rounding()) * options.unit, 0.0, result.depth);
    result.count = triangle.count();
    for (std::size_t i = 0; i < result.count; ++i) {
        GjkCorner& c = result.corner[i] = triangle.corner(i);
        c.between *= options.unit, c.of_a *= options.unit, c.of_b *= options.unit;
    }
    result.point_a = triangle.of_a() * options.unit;
    result.point_b = result.point_a - triangle.nearest() * options.unit;
    return result;
}

}  // namespace graze::inline v1
