#include "graze/query/kinds/detail/exact_portal.h"

#include <algorithm>
#include <cmath>

#include "graze/base/detail/expansion.h"
#include "graze/base/detail/scaling.h"

namespace graze::inline v1::detail {
namespace {

constexpr int most_portals = 128;
// The middle is the sum of the first four differences, so many times each: inside their tetrahedron, and not
// in line with much.
constexpr std::array<double, 4> middle_weight{3, 5, 7, 11};
constexpr double sum_of_weights = 26;

template <int N>
using Exact3 = std::array<Expansion<N>, 3>;

Exact3<16> cross_of(const Exact3<2>& p, const Exact3<2>& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

template <int Capacity, int N>
void add_to(Expansion<Capacity>& sum, const Expansion<N>& more) {
    const auto both = sum + more;
    std::copy_n(both.term, both.size, sum.term);
    sum.size = both.size;
}

template <int N, int M>
int sign_of_product(const Exact3<N>& p, const Exact3<M>& q) {
    Expansion<6 * N * M> sum;
    for (std::size_t k = 0; k < 3; ++k)
        for (int i = 0; i < q[k].size; ++i) add_to(sum, p[k] * q[k].term[i]);
    return sum.sign();
}

// A point of A minus a point of B.
struct PortalCorner {
    Vec3 of_a, of_b, between;  // the last as rounded
    ConvexCertificate::CornerPair number;

    Exact3<2> exactly() const {
        return {Expansion<2>::difference(of_a.x, of_b.x), Expansion<2>::difference(of_a.y, of_b.y),
                Expansion<2>::difference(of_a.z, of_b.z)};
    }
};

int sign_beyond(double value, double error) {
    return value > error ? 1 : value < -error ? -1 : 0;
}

class Portal {
  public:
    Portal(PlacedConvex& a, PlacedConvex& b) : a_(a), b_(b) {}

    ConvexCertificate decide(std::span<const GjkCorner> near) {
        ConvexCertificate unknown;
        if (!find_tetrahedron(near) || !in_range_) return unknown;
        take_middle();
        if (!find_first_portal()) return unknown;
        for (int i = 0; i < most_portals; ++i) {
            if (sign_of_determinant(at_[0], at_[1], at_[2]) >= 0) return yes();
            const Vec3 n = cross(at_[1].between - at_[0].between, at_[2].between - at_[0].between);
            PortalCorner next = furthest(n);
            if (!in_range_) return unknown;
            if (!(dot(n, next.between) > error_of_product())) {
                if (separates(n)) return no_along(n);
                const int side = furthest_exactly(n, next);
                if (!in_range_) return unknown;
                if (side < 0) return no_beyond_portal();
            }
            if (refine(next)) return yes();
        }
        return unknown;
    }

  private:
    PortalCorner corner_of(const Vec3& p, std::uint32_t i, const Vec3& q, std::uint32_t j) {
        PortalCorner c{p, q, p - q, {i, j}};
        for (std::size_t k = 0; k < 3; ++k) {
            extent_[k] = std::max(extent_[k], std::abs(c.between[k]));
            for (const double x : {p[k], q[k]}) in_range_ &= x == 0 || std::abs(x) >= safe_for_degree_3;
        }
        return c;
    }

    PortalCorner furthest(const Vec3& direction) {
        const SupportPoint p = a_.support(direction), q = b_.support(-direction);
        return corner_of(p.point, p.number, q.point, q.number);
    }

    // A determinant of three differences has 6 products, each off by 8 roundings at most.
    double error_of_determinant() const { return 0x1p-47 * extent_.x * extent_.y * extent_.z + 0x1p-700; }
    // Of one difference with a normal, which is a product of differences of differences: 16 times as much.
    double error_of_product() const { return 0x1p-42 * extent_.x * extent_.y * extent_.z + 0x1p-700; }

    int sign_of_determinant(const PortalCorner& p, const PortalCorner& q, const PortalCorner& r) const {
        const double value = dot(p.between, cross(q.between, r.between));
        if (const int sign = sign_beyond(value, error_of_determinant())) return sign;
        return sign_of_product(cross_of(q.exactly(), r.exactly()), p.exactly());
    }

    // (q - p) x (r - p), exactly.
    static Exact3<48> normal_of(const PortalCorner& p, const PortalCorner& q, const PortalCorner& r) {
        const Exact3<16> pq = cross_of(p.exactly(), q.exactly()), qr = cross_of(q.exactly(), r.exactly()),
                         rp = cross_of(r.exactly(), p.exactly());
        return {pq[0] + qr[0] + rp[0], pq[1] + qr[1] + rp[1], pq[2] + qr[2] + rp[2]};
    }

    // Of n . (x - y).
    static int side_along(const Exact3<48>& n, const Vec3& x, const Vec3& y) {
        return sign_of_product(
            n, Exact3<2>{Expansion<2>::difference(x.x, y.x), Expansion<2>::difference(x.y, y.y),
                         Expansion<2>::difference(x.z, y.z)});
    }

    // Of det(middle, p, q).
    int side_of_middle(const PortalCorner& p, const PortalCorner& q) const {
        const double value = dot(rounded_middle_, cross(p.between, q.between));
        if (const int sign = sign_beyond(value, 4 * sum_of_weights * error_of_determinant())) return sign;
        return sign_of_product(cross_of(p.exactly(), q.exactly()), middle_);
    }

    // Four differences that are not in one plane. Those at which a search ended come first if they are good
    // for it, so that the first portal is near the last one.
    bool find_tetrahedron(std::span<const GjkCorner> near) {
        if (near.empty()) return false;
        const auto of_near = [&](const GjkCorner& c) {
            return corner_of(c.of_a, c.number_a, c.of_b, c.number_b);
        };
        at_[0] = of_near(near[0]);
        const Vec3& p = at_[0].between;
        double most = -1;
        const auto offer = [&](std::size_t i, const PortalCorner& c, double rating) {
            if (rating > most) at_[i] = c, most = rating;
        };
        const auto rate_second = [&](const PortalCorner& c) { offer(1, c, length(c.between - p)); };
        const auto size = [&] { return std::max({extent_.x, extent_.y, extent_.z}); };
        for (const GjkCorner& c : near.subspan(1)) rate_second(of_near(c));
        if (!(most > 0x1p-20 * size()))
            for (const Vec3& d : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1},
                                  Vec3{0, 0, -1}})
                rate_second(furthest(d));
        if (!(most > 0)) return false;
        const Vec3 along = (at_[1].between - p) / most;
        const auto rate_third = [&](const PortalCorner& c) {
            offer(2, c, length(cross(along, c.between - p)));
        };
        most = -1;
        for (const GjkCorner& c : near.subspan(1)) rate_third(of_near(c));
        if (!(most > 0x1p-20 * size())) {
            const Vec3 u = normalized(cross(along, std::abs(along.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
            const Vec3 w = cross(along, u);
            for (const Vec3& d : {u, -u, w, -w}) rate_third(furthest(d));
        }
        // Of vectors at right angles: those of a needle are almost parallel, and their product is mostly
        // rounding.
        Vec3 across = at_[2].between - p;
        for (int i = 0; i < 2; ++i) across -= along * dot(along, across);
        if (!(dot(across, across) > 0)) return false;
        const Vec3 n = cross(along, normalized(across));
        const PortalCorner above = furthest(n), below = furthest(-n);
        const double height = dot(n, p);
        const bool down = height - dot(n, below.between) > dot(n, above.between) - height;
        if (!in_range_) return false;
        return offer_fourth(down ? below : above) || offer_fourth(down ? above : below);
    }

    // Orders the four so that the last is below the first three.
    bool offer_fourth(const PortalCorner& c) {
        const Exact3<48> n = normal_of(at_[0], at_[1], at_[2]);
        // n . (c - at_[0]), both differences.
        Expansion<2 * 48 * 2 * 3 * 2> sum;
        for (std::size_t k = 0; k < 3; ++k) {
            const Expansion<2> of_c = c.exactly()[k], of_first = at_[0].exactly()[k];
            for (int i = 0; i < of_c.size; ++i) add_to(sum, n[k] * of_c.term[i]);
            for (int i = 0; i < of_first.size; ++i) add_to(sum, n[k] * -of_first.term[i]);
        }
        if (sum.sign() == 0) return false;
        at_[3] = c;
        if (sum.sign() > 0) std::swap(at_[0], at_[1]);
        std::copy_n(at_.begin(), 4, first_.begin());
        return true;
    }

    void take_middle() {
        for (std::size_t k = 0; k < 3; ++k) {
            Expansion<16> sum;
            rounded_middle_[k] = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                add_to(sum, first_[i].exactly()[k] * middle_weight[i]);
                rounded_middle_[k] += first_[i].between[k] * middle_weight[i];
            }
            middle_[k] = sum;
        }
    }

    // The face of the tetrahedron through which the ray from the middle to the origin leaves. A face (p, q,
    // r), counter-clockwise from outside, is that one if det(middle, p, q), det(middle, q, r) and
    // det(middle, r, p) are not above 0; this stays so for all portals.
    bool find_first_portal() {
        constexpr std::size_t faces[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
        for (const auto& [p, q, r] : faces)
            if (side_of_middle(first_[p], first_[q]) <= 0 && side_of_middle(first_[q], first_[r]) <= 0 &&
                side_of_middle(first_[r], first_[p]) <= 0) {
                at_ = {first_[p], first_[q], first_[r], {}};
                return true;
            }
        return false;
    }

    // Certain: all differences are below 0 along the direction.
    bool separates(const Vec3& n) const {
        const Vec3& origin = b_.middle();
        return a_.height(n, origin) + b_.height(-n, origin) < 0;
    }

    // The furthest along the exact normal of the portal, of which n is a rounded one, and the sign of its
    // height.
    int furthest_exactly(const Vec3& n, PortalCorner& next) {
        const Exact3<48> exact = normal_of(at_[0], at_[1], at_[2]);
        const auto best_of = [&](const PlacedConvex& solid, std::uint32_t start, int sign) {
            std::uint32_t best = start;
            Vec3 at = solid.corner(start);
            // What rounding of the normal and of the product may hide, of a difference of two corners.
            const double size = 2 * solid.extent();
            const double slack =
                0x1p-41 * size * (extent_.x * extent_.y + extent_.y * extent_.z + extent_.z * extent_.x) +
                0x1p-700;
            for (std::uint32_t i = 0; i < solid.corner_count(); ++i) {
                const Vec3 p = solid.corner(i);
                if (!(sign * dot(n, p - at) > -slack) || i == best) continue;
                for (std::size_t k = 0; k < 3; ++k)
                    in_range_ &= p[k] == 0 || std::abs(p[k]) >= safe_for_degree_3;
                if (sign * side_along(exact, p, at) > 0) best = i, at = p;
            }
            return best;
        };
        const std::uint32_t i = best_of(a_, next.number.a, 1), j = best_of(b_, next.number.b, -1);
        next = corner_of(a_.corner(i), i, b_.corner(j), j);
        return side_along(exact, next.of_a, next.of_b);
    }

    // The portal with a corner that is beyond its plane. True if the ray passes through this corner, so that
    // the origin is between.
    bool refine(const PortalCorner& next) {
        const std::array<int, 3> side{side_of_middle(next, at_[0]), side_of_middle(next, at_[1]),
                                      side_of_middle(next, at_[2])};
        std::size_t best = 3;
        if (side[0] == 0 && side[1] == 0 && side[2] == 0) {
            for (best = 0; best < 2 && side_of_middle(at_[best], at_[best + 1]) == 0;) ++best;
            at_ = {at_[best], at_[(best + 1) % 3], next, {}};
            return true;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const int s = side[i], t = side[(i + 1) % 3];
            if (s > 0 || t < 0) continue;
            if (best == 3 || (s < 0 && t > 0)) best = i;
        }
        if (best == 3) best = 0;  // cannot be
        at_ = {at_[best], at_[(best + 1) % 3], next, {}};
        return false;
    }

    ConvexCertificate yes() const {
        ConvexCertificate c;
        c.answer = Answer::yes;
        c.kind = ConvexCertificate::Kind::nested_combination;
        for (const PortalCorner& p : first_) c.corner[c.corner_count++] = p.number;
        for (std::size_t i = 0; i < 3; ++i) c.corner[c.corner_count++] = at_[i].number;
        return c;
    }
    static ConvexCertificate no_along(const Vec3& direction) {
        ConvexCertificate c;
        c.answer = Answer::no;
        c.kind = ConvexCertificate::Kind::direction;
        c.direction = direction;
        return c;
    }
    ConvexCertificate no_beyond_portal() const {
        ConvexCertificate c;
        c.answer = Answer::no;
        c.kind = ConvexCertificate::Kind::plane;
        for (std::size_t i = 0; i < 3; ++i) c.corner[c.corner_count++] = at_[i].number;
        return c;
    }

    PlacedConvex &a_, &b_;
    std::array<PortalCorner, 4> first_, at_;  // the tetrahedron; the portal, of which the first three count
    Exact3<16> middle_;
    Vec3 rounded_middle_, extent_;
    bool in_range_ = true;
};

}  // namespace

ConvexCertificate decide_by_portal(PlacedConvex& a, PlacedConvex& b, std::span<const GjkCorner> near) {
    return Portal(a, b).decide(near);
}

}  // namespace graze::inline v1::detail
