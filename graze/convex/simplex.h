// The point of a simplex that is nearest to the origin, for the distance of convex sets (Gilbert, Johnson,
// Keerthi 1988).
#pragma once

#include <array>
#include <cstddef>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// The difference of a point of A and a point of B.
struct SimplexCorner {
    Vec3 between, of_a;
};

// Up to four points. add() drops the points that the nearest point does not depend on. A corner has what
// SimplexCorner has, and may have more.
template <class CornerType>
class BasicSimplex {
  public:
    using Corner = CornerType;

    // False if the origin is inside, or if the points are too flat for a decision; nearest() then keeps its
    // value.
    bool add(const Corner& corner) {
        if (count_ == 4) return false;
        corners_[count_] = corner;
        const Found found = count_ == 0   ? on_point(0)
                            : count_ == 1 ? on_segment(0, 1)
                            : count_ == 2 ? on_triangle(0, 1, 2)
                                          : on_tetrahedron();
        return take(found);
    }

    // For simplexes so flat that add() refuses the corner, or is led astray by signs that rounding got wrong:
    // takes the nearest of all points, segments and triangles of the corners.
    bool add_thoroughly(const Corner& corner) {
        if (count_ == 4) return false;
        corners_[count_] = corner;
        Found best;
        for (std::size_t i = 0; i <= count_; ++i) {
            nearer(on_point(i), best);
            for (std::size_t j = 0; j < i; ++j) {
                nearer(on_segment(j, i), best);
                for (std::size_t k = 0; k < j; ++k) nearer(on_triangle(k, j, i), best);
            }
        }
        return take(best);
    }

    // Starts anew with the nearest point of a triangle, whatever its form.
    void set_triangle(const Corner& p, const Corner& q, const Corner& r) {
        corners_[0] = p, corners_[1] = q, corners_[2] = r;
        Found best = on_triangle(0, 1, 2);
        if (best.count == 0)
            for (std::size_t i = 0; i < 3; ++i) nearer(on_segment(i, (i + 1) % 3), best);
        take(best);
    }

    bool empty() const { return count_ == 0; }
    // The corners that the nearest point is a combination of. After add() has failed, the corner that was
    // not added follows them.
    std::size_t count() const { return count_; }
    const Corner& corner(std::size_t i) const { return corners_[i]; }
    const Vec3& nearest() const { return nearest_; }
    // The point of A that belongs to nearest(); the point of B is of_a() - nearest().
    const Vec3& of_a() const { return of_a_; }

  private:
    // The corners whose combination the nearest point is, and its distance; no corners if these are not
    // known.
    struct Found {
        std::size_t count = 0;
        std::array<std::size_t, 3> corner{};
        std::array<double, 3> share{};
        double squared = 0;
        Vec3 nearest{};
    };

    const Vec3& at(std::size_t i) const { return corners_[i].between; }

    bool take(const Found& found) {
        if (found.count == 0) return false;
        std::array<Corner, 3> kept;
        nearest_ = found.nearest;
        of_a_ = {};
        for (std::size_t i = 0; i < found.count; ++i) {
            kept[i] = corners_[found.corner[i]];
            of_a_ += kept[i].of_a * found.share[i];
        }
        for (std::size_t i = 0; i < found.count; ++i) corners_[i] = kept[i];
        count_ = found.count;
        return true;
    }

    Found on_point(std::size_t p) const { return {1, {p}, {1}, dot(at(p), at(p)), at(p)}; }

    Found on_segment(std::size_t p, std::size_t q) const {
        const Vec3 along = at(q) - at(p);
        const double t = -dot(at(p), along), length = dot(along, along);
        if (!(t > 0)) return on_point(p);
        if (!(t < length)) return on_point(q);
        const double share = t / length;
        const Vec3 nearest = at(p) + along * share;
        return {2, {p, q}, {1 - share, share}, dot(nearest, nearest), nearest};
    }

    Found on_triangle(std::size_t p, std::size_t q, std::size_t r) const {
        const Vec3 pq = at(q) - at(p), pr = at(r) - at(p), normal = cross(pq, pr);
        const double size = dot(normal, normal);
        if (!(size > 0)) return {};
        // Barycentric coordinates of the projection of the origin onto the plane, times `size`.
        const double of_r = -dot(cross(pq, at(p)), normal), of_q = -dot(cross(at(p), pr), normal),
                     of_p = size - of_q - of_r;
        if (of_p > 0 && of_q > 0 && of_r > 0) {
            const double projection = dot(at(p), normal);
            // Along the normal, whose direction is right to the rounding of the triangle's sides. Shares of
            // corners that are far from the origin cancel each other: the direction of a short sum is not.
            return {3,
                    {p, q, r},
                    {of_p / size, of_q / size, of_r / size},
                    projection * projection / size,
                    normal * (projection / size)};
        }
        Found best;
        if (!(of_r > 0)) nearer(on_segment(p, q), best);
        if (!(of_p > 0)) nearer(on_segment(q, r), best);
        if (!(of_q > 0)) nearer(on_segment(p, r), best);
        return best;
    }

    // The nearest point on those faces that separate the origin from the fourth corner.
    Found on_tetrahedron() const {
        constexpr std::size_t faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
        Found best;
        for (const auto& [p, q, r, opposite] : faces) {
            const Vec3 normal = cross(at(q) - at(p), at(r) - at(p));
            const double inside = dot(normal, at(opposite) - at(p)), origin = -dot(normal, at(p));
            if (!(inside * origin < 0)) continue;
            nearer(on_triangle(p, q, r), best);
        }
        return best;
    }

    static void nearer(const Found& found, Found& best) {
        if (found.count > 0 && (best.count == 0 || found.squared < best.squared)) best = found;
    }

    std::array<Corner, 4> corners_{};
    std::size_t count_ = 0;
    Vec3 nearest_{}, of_a_{};
};

using Simplex = BasicSimplex<SimplexCorner>;

}  // namespace graze::inline v1::detail
