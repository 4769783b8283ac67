// A portal between the middle of A - B and the origin, as in exact_portal.cpp (Snethen 2008), in doubles:
// each step is two support points and a few products. A direction in which the supports of both are apart by
// more than rounding ends it with a no; the origin inside the tetrahedron of the middle and the portal, by
// determinants beyond their error bounds, with a yes.
#include "graze/query/kinds/detail/quick_meet.h"

#include <algorithm>
#include <array>
#include <cmath>

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
        Vec3 point;     // a corner, in the world
        double height;  // of all corners along the direction, at most, but for rounding
    };
    GRAZE_INLINE Support support(const Vec3& d) {
        const Vec3 local = turned_back(d);
        const double shift = d.x * m_[0][3] + d.y * m_[1][3] + d.z * m_[2][3];
        if (hull_ == nullptr) return support_of_box(local, shift);
        if (!climbs_) return found_by(hull_->highest(local), shift);
        last_ = started_ ? hull_->support(local, last_) : hull_->support(local);
        started_ = true;
        return {carried(hull_->corners()[last_]), dot(hull_->corners()[last_], local) + shift};
    }
    // The same for certain, where support() may have ended its climb too early.
    Support certain_support(const Vec3& d) {
        if (!climbs_) return support(d);
        const double shift = d.x * m_[0][3] + d.y * m_[1][3] + d.z * m_[2][3];
        return found_by(hull_->highest(turned_back(d)), shift);
    }
    bool climbs() const { return climbs_; }

  private:
    static constexpr std::size_t climb_from = 256;

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
    Support found_by(const ConvexHull::Highest& found, double shift) {
        last_ = found.corner;
        return {carried(hull_->corners()[last_]), found.height + shift};
    }
    GRAZE_INLINE Support support_of_box(const Vec3& d, double shift) const {
        const double x = dot(box_->half_side(0), d), y = dot(box_->half_side(1), d),
                     z = dot(box_->half_side(2), d);
        const unsigned corner = (x > 0 ? 1u : 0u) + (y > 0 ? 2u : 0u) + (z > 0 ? 4u : 0u);
        const double height = dot(box_->center(), d) + (std::abs(x) + std::abs(y) + std::abs(z)) +
                              box_->deviation() * (std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
        return {carried(box_->corners()[corner]), height + shift};
    }

    const Pose::Matrix& m_;
    const ConvexHull* hull_ = nullptr;
    const OrientedBox* box_ = nullptr;
    Vec3 middle_;
    double largest_ = 0;
    std::uint32_t last_ = 0;
    bool climbs_ = false, started_ = false;
};

class QuickPortal {
  public:
    QuickPortal(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b)
        : a_(a, world_from_a), b_(b, world_from_b) {}

    Answer decide() {
        if (!a_.is_known() || !b_.is_known()) return Answer::undecided;
        largest_ = a_.largest() + b_.largest();
        middle_ = a_.middle() - b_.middle();
        Vec3 p, q, r;
        if (separated(-middle_, p)) return Answer::no;
        const Vec3 side = cross(p, middle_);
        // The origin may be on the segment from the middle to p.
        if (!(largest_of_three(side) > 0x1p-40 * largest_ * largest_)) return Answer::undecided;
        if (separated(side, q)) return Answer::no;
        int steps = 0;
        // Three differences around the ray from the middle to the origin; det(middle, p, q) is below 0.
        for (;; ++steps) {
            if (steps == most_quick_steps) return Answer::undecided;
            if (separated(cross(p - middle_, q - middle_), r)) return Answer::no;
            if (dot(middle_, cross(q, r)) > 0) {
                p = r;
            } else if (dot(middle_, cross(r, p)) > 0) {
                q = r;
            } else {
                break;
            }
        }
        for (; steps < most_quick_steps; ++steps) {
            const Vec3 n = cross(q - p, r - p);
            const double height = dot(n, p);
            if (height > 0) return surrounds_origin(p, q, r) ? Answer::yes : Answer::undecided;
            Vec3 next;
            if (separated(n, next)) return Answer::no;
            // No progress is left in doubles.
            if (!(dot(n, next) > height + 0x1p-44 * largest_of_three(n) * largest_)) return Answer::undecided;
            // det(middle, next, x) for the three corners: the ray passes between two of opposite signs.
            const Vec3 across = cross(middle_, next);
            const double of_p = dot(across, p), of_q = dot(across, q), of_r = dot(across, r);
            if (of_p <= 0 && of_q >= 0) {
                r = next;
            } else if (of_q <= 0 && of_r >= 0) {
                p = q, q = r, r = next;
            } else {
                q = p, p = r, r = next;
            }
        }
        return Answer::undecided;
    }

  private:
    // Certain if true: no difference reaches the origin along d. Else `w` is the furthest one.
    GRAZE_INLINE bool separated(const Vec3& d, Vec3& w) {
        const auto of_a = a_.support(d), of_b = b_.support(-d);
        // Products and sums of at most a dozen roundings, each of at most this many units.
        const double error = 0x1p-48 * (std::abs(d.x) + std::abs(d.y) + std::abs(d.z)) * largest_ + 0x1p-1000;
        w = of_a.point - of_b.point;
        if (!(of_a.height + of_b.height < -error)) return false;
        if (!a_.climbs() && !b_.climbs()) return true;
        const auto all_a = a_.certain_support(d), all_b = b_.certain_support(-d);
        w = all_a.point - all_b.point;
        return all_a.height + all_b.height < -error;
    }

    // Certain if true: the origin is inside the tetrahedron of the middle and these.
    bool surrounds_origin(const Vec3& p, const Vec3& q, const Vec3& r) const {
        Vec3 extent;
        for (std::size_t k = 0; k < 3; ++k)
            extent[k] = std::max({std::abs(middle_[k]), std::abs(p[k]), std::abs(q[k]), std::abs(r[k])});
        // Of the determinant by its own roundings, and by those of its nine entries; the middle is a mean of
        // corners, rounded some dozen times.
        const double error =
            0x1p-47 * extent.x * extent.y * extent.z +
            6 * 0x1p-46 * largest_ * (extent.x * extent.y + extent.y * extent.z + extent.z * extent.x) +
            0x1p-700;
        const Vec3 pq = cross(p, q);
        return dot(pq, r) > error && dot(pq, middle_) < -error && dot(cross(q, r), middle_) < -error &&
               dot(cross(r, p), middle_) < -error;
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
