// A portal between the middle of A - B and the origin, as in exact_portal.cpp (Snethen 2008), in doubles:
// each step is two support points and a few products. A direction in which the supports of both are apart by
// more than rounding ends it with a no; the origin inside the tetrahedron of the middle and the portal, by
// determinants beyond their error bounds, with a yes.
//
// Solids that touch, for all that doubles can tell, end with a portal in which the origin is. Only the few
// corners that are as high as the portal matter then: if no difference of two of them is beyond the plane of
// the portal, in twice the precision of doubles, the sign of one determinant is the answer.
#include "graze/query/kinds/detail/quick_meet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "graze/base/detail/double_double.h"
#include "graze/convex/convex_hull.h"
#include "graze/convex/oriented_box.h"

namespace graze::inline v1::detail {
namespace {

constexpr int most_quick_steps = 24;

double largest_of_three(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

class QuickPolytope {
  public:
    QuickPolytope(const Shape& shape, const Pose& pose) : m_(pose.matrix()) {
        hull_ = shape.as<ConvexHull>();
        if (hull_ != nullptr) {
            middle_ = hull_->middle();
            largest_ = hull_->largest();
            climbs_ = hull_->corners().size() >= climb_from;
        } else if (const auto* box = shape.as<OrientedBox>()) {
            box_ = box;
            middle_ = box->center();
            largest_ = box->largest();
        }
        // With the rounding of a pose that is rigid to 1e-6.
        largest_ = 2 * largest_ + largest_of_three({m_[0][3], m_[1][3], m_[2][3]});
    }

    bool is_known() const { return hull_ != nullptr || box_ != nullptr; }
    double largest() const { return largest_; }
    Vec3 middle() const { return carried(middle_); }

    struct Support {
        Vec3 point;  // a corner, in the world
        std::uint32_t corner;
        double height;  // of all corners along the direction, at most, but for rounding
    };
    GRAZE_INLINE Support support(const Vec3& d) {
        const Vec3 local = turned_back(d);
        const double shift = d.x * m_[0][3] + d.y * m_[1][3] + d.z * m_[2][3];
        if (hull_ == nullptr) return support_of_box(local, shift);
        if (!climbs_) return found_by(hull_->highest(local), shift);
        const double error = 0x1p-50 * sum_of(local) * hull_->largest();
        const ConvexHull::Summit summit = hull_->climb(local, hull_->start_for(local), error);
        is_certain_ = summit.certain;
        return found_by({summit.corner, summit.height}, shift);
    }
    // May the last support() have ended its climb too early?
    bool is_certain() const { return is_certain_; }
    Support certain_support(const Vec3& d) {
        const double shift = d.x * m_[0][3] + d.y * m_[1][3] + d.z * m_[2][3];
        is_certain_ = true;
        return found_by(hull_->highest(turned_back(d)), shift);
    }

    // All corners that are no more than `slack` lower than `start`, or higher, as long as they are few; some
    // that are a little lower.
    struct Top {
        static constexpr std::size_t most = 6;
        std::array<std::uint32_t, most> corner{};
        std::array<Vec3, most> point;
        std::size_t count = 0;
        double highest = -std::numeric_limits<double>::infinity();
        bool too_many = false;

        void add(std::uint32_t number, const Vec3& at, double height) {
            if (count == most) {
                too_many = true;
                return;
            }
            corner[count] = number, point[count++] = at;
            highest = std::max(highest, height);
        }
        bool has(std::uint32_t number) const {
            return std::find(corner.begin(), corner.begin() + count, number) != corner.begin() + count;
        }
    };
    Top top(const Vec3& d, std::uint32_t start, double slack) const {
        Top result;
        const Vec3 first = carried(corners()[start]);
        const double least = dot(d, first) - slack;
        if (hull_ == nullptr) {
            for (std::uint32_t i = 0; i < 8; ++i) {
                const Vec3 p = carried(corners()[i]);
                if (const double height = dot(d, p); height >= least) result.add(i, p, height);
            }
            return result;
        }
        // From each corner, a way along edges leads upwards to the highest. So those above a height hang
        // together.
        result.add(start, first, dot(d, first));
        for (std::size_t i = 0; i < result.count && !result.too_many; ++i)
            for (const std::uint32_t n : hull_->neighbors(result.corner[i])) {
                const Vec3 p = carried(corners()[n]);
                if (const double height = dot(d, p); height >= least && !result.has(n))
                    result.add(n, p, height);
            }
        return result;
    }

  private:
    static constexpr std::size_t climb_from = 48;

    static double sum_of(const Vec3& d) { return std::abs(d.x) + std::abs(d.y) + std::abs(d.z); }
    std::span<const Vec3> corners() const {
        return hull_ != nullptr ? std::span<const Vec3>(hull_->corners())
                                : std::span<const Vec3>(box_->corners());
    }
    GRAZE_INLINE Vec3 carried(const Vec3& p) const {
        return {((m_[0][0] * p.x + m_[0][1] * p.y) + m_[0][2] * p.z) + m_[0][3],
                ((m_[1][0] * p.x + m_[1][1] * p.y) + m_[1][2] * p.z) + m_[1][3],
                ((m_[2][0] * p.x + m_[2][1] * p.y) + m_[2][2] * p.z) + m_[2][3]};
    }
    GRAZE_INLINE Vec3 turned_back(const Vec3& d) const {
        return {m_[0][0] * d.x + m_[1][0] * d.y + m_[2][0] * d.z,
                m_[0][1] * d.x + m_[1][1] * d.y + m_[2][1] * d.z,
                m_[0][2] * d.x + m_[1][2] * d.y + m_[2][2] * d.z};
    }
    GRAZE_INLINE Support found_by(const ConvexHull::Highest& found, double shift) const {
        return {carried(hull_->corners()[found.corner]), found.corner, found.height + shift};
    }
    GRAZE_INLINE Support support_of_box(const Vec3& d, double shift) const {
        const double x = dot(box_->half_side(0), d), y = dot(box_->half_side(1), d),
                     z = dot(box_->half_side(2), d);
        const unsigned corner = (x > 0 ? 1u : 0u) + (y > 0 ? 2u : 0u) + (z > 0 ? 4u : 0u);
        const double height = dot(box_->center(), d) + (std::abs(x) + std::abs(y) + std::abs(z)) +
                              box_->deviation() * (std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
        return {carried(box_->corners()[corner]), corner, height + shift};
    }

    const Pose::Matrix& m_;
    const ConvexHull* hull_ = nullptr;
    const OrientedBox* box_ = nullptr;
    Vec3 middle_;
    double largest_ = 0;
    bool climbs_ = false, is_certain_ = true;
};

// A point of A minus a point of B.
struct Difference {
    Vec3 between;  // as rounded
    Vec3 of_a, of_b;
    std::uint32_t a = 0, b = 0;

    Wide3 exactly() const {
        return {DoubleDouble::difference(of_a.x, of_b.x), DoubleDouble::difference(of_a.y, of_b.y),
                DoubleDouble::difference(of_a.z, of_b.z)};
    }
};

class QuickPortal {
  public:
    QuickPortal(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b)
        : a_(a, world_from_a), b_(b, world_from_b) {}

    Answer decide() {
        if (!a_.is_known() || !b_.is_known()) return Answer::undecided;
        largest_ = a_.largest() + b_.largest();
        middle_ = a_.middle() - b_.middle();
        Difference p, q, r;
        if (separated(-middle_, p)) return Answer::no;
        const Vec3 side = cross(p.between, middle_);
        // The origin may be on the segment from the middle to p.
        if (!(largest_of_three(side) > 0x1p-40 * largest_ * largest_)) return Answer::undecided;
        if (separated(side, q)) return Answer::no;
        int steps = 0;
        // Three differences around the ray from the middle to the origin; det(middle, p, q) is below 0.
        for (;; ++steps) {
            if (steps == most_quick_steps) return Answer::undecided;
            if (separated(cross(p.between - middle_, q.between - middle_), r)) return Answer::no;
            if (dot(middle_, cross(q.between, r.between)) > 0) {
                p = r;
            } else if (dot(middle_, cross(r.between, p.between)) > 0) {
                q = r;
            } else {
                break;
            }
        }
        for (; steps < most_quick_steps; ++steps) {
            const Vec3 n = normal_of(p, q, r);
            const double height = dot(n, p.between);
            if (height > 0 && surrounds_origin(p, q, r)) return Answer::yes;
            Difference next;
            if (separated(n, next)) return Answer::no;
            // No progress is left in doubles.
            if (!(dot(n, next.between) > height + 0x1p-44 * largest_of_three(n) * largest_))
                return decide_by_plane(p, q, r);
            refine(p, q, r, next);
        }
        return Answer::undecided;
    }

  private:
    static Vec3 normal_of(const Difference& p, const Difference& q, const Difference& r) {
        return cross(q.between - p.between, r.between - p.between);
    }

    // det(middle, next, x) for the three corners: the ray passes between two of opposite signs.
    void refine(Difference& p, Difference& q, Difference& r, const Difference& next) const {
        const Vec3 across = cross(middle_, next.between);
        const double of_p = dot(across, p.between), of_q = dot(across, q.between),
                     of_r = dot(across, r.between);
        if (of_p <= 0 && of_q >= 0) {
            r = next;
        } else if (of_q <= 0 && of_r >= 0) {
            p = q, q = r, r = next;
        } else {
            q = p, p = r, r = next;
        }
    }

    // The exact plane through three differences, and what is known about all others.
    struct PortalPlane {
        bool known = false;  // else: too many corners are about as high, or one is clearly higher
        bool separates = false;
        bool holds = false;  // the origin is certainly on the inner side
        bool has_beyond = false;
        Difference beyond;  // a difference that is certainly beyond the plane
    };

    // Looks at differences of corners that are about as high as those of p, q and r along the normal, in
    // twice the precision of doubles.
    PortalPlane plane_of(const Difference& p, const Difference& q, const Difference& r) const {
        PortalPlane plane;
        const Vec3 direction = normal_of(p, q, r);
        // More than what rounding of the direction, of corners and of products can do to a height.
        const double size = largest_of_three(extent_of(p, q, r));
        const double rounding = 0x1p-43 * largest_ * (largest_of_three(direction) + size * size);
        const auto of_a = a_.top(direction, p.a, 4 * rounding);
        const auto of_b = b_.top(-direction, p.b, 4 * rounding);
        if (of_a.too_many || of_b.too_many) return plane;
        // No other corner is part of a difference beyond the plane.
        if (!(of_a.highest + of_b.highest < dot(direction, p.between) + rounding)) return plane;
        plane.known = true;
        const Wide3 at = p.exactly(), n = cross(minus(q.exactly(), at), minus(r.exactly(), at));
        // Some dozen sums and products of coordinates of differences, each off by 2^-104.
        const double error = 0x1p-90 * size * size * largest_ + 0x1p-600;
        const double height = dot(n, at).high;
        double most = 0;
        for (std::size_t i = 0; i < of_a.count; ++i)
            for (std::size_t j = 0; j < of_b.count; ++j) {
                const Difference x{of_a.point[i] - of_b.point[j], of_a.point[i], of_b.point[j],
                                   of_a.corner[i], of_b.corner[j]};
                if (is_in_plane(x, {&p, &q, &r})) continue;
                const double side = dot(n, minus(x.exactly(), at)).high;
                most = std::max(most, side);
                if (side > error && !plane.has_beyond) plane.has_beyond = true, plane.beyond = x;
            }
        plane.separates = height + most < -2 * error;
        plane.holds = height > error;
        return plane;
    }

    // For a portal above which no difference is, but for rounding.
    Answer decide_by_plane(Difference p, Difference q, Difference r) {
        // Neither overflow nor underflow.
        if (!(largest_ > 0x1p-100 && largest_ < 0x1p100)) return Answer::undecided;
        constexpr int most_turns = 6;
        for (int turn = 0; turn < most_turns; ++turn) {
            const PortalPlane plane = plane_of(p, q, r);
            if (!plane.known) return Answer::undecided;
            if (plane.separates) return Answer::no;
            if (plane.holds) {
                const double error = error_of_determinant(p, q, r);
                const bool pq = ray_is_inside_edge(p, q, error), qr = ray_is_inside_edge(q, r, error),
                           rp = ray_is_inside_edge(r, p, error);
                if (pq && qr && rp) return Answer::yes;
                if (qr && rp) return decide_at_edge(p, q, r);
                if (rp && pq) return decide_at_edge(q, r, p);
                if (pq && qr) return decide_at_edge(r, p, q);
            }
            if (!plane.has_beyond) return Answer::undecided;
            refine(p, q, r, plane.beyond);
        }
        return Answer::undecided;
    }

    // The origin is below the plane of the portal p, q, r, and about on the edge from p to q, as where a
    // corner is on an edge: the face beyond that edge decides.
    Answer decide_at_edge(const Difference& p, const Difference& q, const Difference& r) {
        Difference s;
        Vec3 direction = cross(q.between - p.between, normal_of(p, q, r));
        constexpr int most_turns = 16;
        for (int turn = 0; turn < most_turns; ++turn) {
            Difference next;
            if (separated(direction, next)) return Answer::no;
            const double height = dot(direction, p.between);
            const bool further =
                dot(direction, next.between) > height + 0x1p-44 * largest_of_three(direction) * largest_;
            if (!further) {
                if (turn == 0) return Answer::undecided;  // a needle
                const PortalPlane plane = plane_of(q, p, s);
                if (!plane.known) return Answer::undecided;
                if (plane.separates) return Answer::no;
                if (plane.has_beyond) {
                    next = plane.beyond;
                } else {
                    // Inside two faces of the tetrahedron by their planes, and well inside the others.
                    const double error = error_of_determinant(p, q, r) + error_of_determinant(p, q, s);
                    const bool inside = plane.holds && dot(q.between, cross(r.between, s.between)) < -error &&
                                        dot(p.between, cross(r.between, s.between)) > error;
                    return inside ? Answer::yes : Answer::undecided;
                }
            }
            s = next;
            direction = normal_of(q, p, s);
        }
        return Answer::undecided;
    }

    // Of the same two corners as one of the portal, or the fourth corner of a parallelogram.
    static bool is_in_plane(const Difference& x, const std::array<const Difference*, 3>& portal) {
        const auto is = [](const Difference& d, std::uint32_t a, std::uint32_t b) {
            return d.a == a && d.b == b;
        };
        for (const Difference* d : portal)
            if (is(*d, x.a, x.b)) return true;
        for (const Difference* d : portal)
            for (const Difference* e : portal)
                for (const Difference* f : portal)
                    if (d->a == x.a && e->b == x.b && is(*f, e->a, d->b)) return true;
        return false;
    }

    Vec3 extent_of(const Difference& p, const Difference& q, const Difference& r) const {
        Vec3 extent;
        for (std::size_t k = 0; k < 3; ++k)
            extent[k] = std::max({std::abs(middle_[k]), std::abs(p.between[k]), std::abs(q.between[k]),
                                  std::abs(r.between[k])});
        return extent;
    }

    // Certain if true: no difference reaches the origin along d. Else `w` is the furthest one.
    GRAZE_INLINE bool separated(const Vec3& d, Difference& w) {
        const auto of_a = a_.support(d), of_b = b_.support(-d);
        // Products and sums of at most a dozen roundings, each of at most this many units.
        const double error = 0x1p-48 * (std::abs(d.x) + std::abs(d.y) + std::abs(d.z)) * largest_ + 0x1p-1000;
        w = {of_a.point - of_b.point, of_a.point, of_b.point, of_a.corner, of_b.corner};
        if (!(of_a.height + of_b.height < -error)) return false;
        if (a_.is_certain() && b_.is_certain()) return true;
        const auto all_a = a_.is_certain() ? of_a : a_.certain_support(d),
                   all_b = b_.is_certain() ? of_b : b_.certain_support(-d);
        w = {all_a.point - all_b.point, all_a.point, all_b.point, all_a.corner, all_b.corner};
        return all_a.height + all_b.height < -error;
    }

    // What rounding can do to a determinant of the middle and the corners of the portal: by its own steps,
    // and by those of its nine entries; the middle is a mean of corners, rounded some dozen times.
    double error_of_determinant(const Difference& p, const Difference& q, const Difference& r) const {
        const Vec3 extent = extent_of(p, q, r);
        return 0x1p-47 * extent.x * extent.y * extent.z +
               6 * 0x1p-46 * largest_ * (extent.x * extent.y + extent.y * extent.z + extent.z * extent.x) +
               0x1p-700;
    }
    // Certain if true: the ray from the middle to the origin and beyond passes on the inner side of an edge
    // of the portal.
    bool ray_is_inside_edge(const Difference& p, const Difference& q, double error) const {
        return dot(cross(p.between, q.between), middle_) < -error;
    }
    // Certain if true: the origin is inside the tetrahedron of the middle and these.
    bool surrounds_origin(const Difference& p, const Difference& q, const Difference& r) const {
        const double error = error_of_determinant(p, q, r);
        return dot(cross(p.between, q.between), r.between) > error && ray_is_inside_edge(p, q, error) &&
               ray_is_inside_edge(q, r, error) && ray_is_inside_edge(r, p, error);
    }

    QuickPolytope a_, b_;
    Vec3 middle_;
    double largest_ = 0;
};

}  // namespace

Answer quick_meet(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    return QuickPortal(a, world_from_a, b, world_from_b).decide();
}

}  // namespace graze::inline v1::detail
