#include "tests/exact/rational_convex.h"

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::test {
namespace {

using Whole = mpz_class;
using Vector = std::array<Whole, 3>;
using Kind = ConvexCertificate::Kind;

// Coordinates as multiples of one power of two.
class Units {
  public:
    Units(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
        for (const auto* set : {&a, &b})
            for (const Vec3& p : *set) take(p);
    }
    void take(const Vec3& p) {
        for (std::size_t k = 0; k < 3; ++k)
            if (p[k] != 0) lowest_ = std::min(lowest_, std::max(std::ilogb(p[k]) - 52, -1074));
    }
    Vector operator()(const Vec3& p) const { return {whole(p.x), whole(p.y), whole(p.z)}; }

  private:
    Whole whole(double x) const {
        if (x == 0) return 0;
        int exponent = 0;
        const double mantissa = std::frexp(x, &exponent);
        Whole result(std::ldexp(mantissa, 53));
        exponent -= 53 + lowest_;
        if (exponent >= 0)
            mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(exponent));
        else
            mpz_tdiv_q_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(-exponent));
        return result;
    }
    int lowest_ = 0;
};

Vector minus(const Vector& p, const Vector& q) {
    return {Whole(p[0] - q[0]), Whole(p[1] - q[1]), Whole(p[2] - q[2])};
}
Vector times(const Vector& p, int s) {
    return {Whole(p[0] * s), Whole(p[1] * s), Whole(p[2] * s)};
}
Vector plus(const Vector& p, const Vector& q) {
    return {Whole(p[0] + q[0]), Whole(p[1] + q[1]), Whole(p[2] + q[2])};
}
Vector cross(const Vector& p, const Vector& q) {
    return {Whole(p[1] * q[2] - p[2] * q[1]), Whole(p[2] * q[0] - p[0] * q[2]),
            Whole(p[0] * q[1] - p[1] * q[0])};
}
Whole dot(const Vector& p, const Vector& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

bool separates(const Vector& n, const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Units& units) {
    Whole highest = dot(n, units(a[0]));
    for (const Vec3& p : a) highest = std::max(highest, dot(n, units(p)));
    return std::ranges::all_of(b, [&](const Vec3& p) { return dot(n, units(p)) > highest; });
}

// Is the origin in the tetrahedron, which is not flat?
bool surround_origin(const std::array<Vector, 4>& w) {
    const auto determinant = [](const Vector& p, const Vector& q, const Vector& r) {
        return sgn(dot(p, cross(q, r)));
    };
    const int sign[4] = {determinant(w[1], w[2], w[3]), -determinant(w[0], w[2], w[3]),
                         determinant(w[0], w[1], w[3]), -determinant(w[0], w[1], w[2])};
    const bool has_plus = std::ranges::find(sign, 1) != std::end(sign),
               has_minus = std::ranges::find(sign, -1) != std::end(sign);
    return has_plus != has_minus;
}

}  // namespace

std::vector<Vec3> world_corners(const Shape& shape, const Pose& pose) {
    std::vector<Vec3> result;
    if (const auto* box = shape.as<OrientedBox>())
        for (const Vec3& c : box->corners()) result.push_back(pose(c));
    if (const auto* hull = shape.as<ConvexHull>())
        for (const Vec3& c : hull->corners()) result.push_back(pose(c));
    return result;
}

std::string fault_of(const ConvexCertificate& certificate, const std::vector<Vec3>& a,
                     const std::vector<Vec3>& b) {
    const bool says_no = certificate.kind == Kind::direction || certificate.kind == Kind::plane;
    if (certificate.kind == Kind::none) return "no evidence";
    if (certificate.answer != (says_no ? Answer::no : Answer::yes))
        return "the evidence is for another answer";
    const std::size_t count = certificate.kind == Kind::direction     ? 0
                              : certificate.kind == Kind::plane       ? 3
                              : certificate.kind == Kind::combination ? 4
                                                                      : 7;
    if (certificate.corner_count != count) return "not as many corners as there should be";
    Units units(a, b);
    units.take(certificate.direction);
    std::array<Vector, 7> w;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [of_a, of_b] = certificate.corner[i];
        if (of_a >= a.size() || of_b >= b.size()) return "a corner that there is not";
        w[i] = minus(units(a[of_a]), units(b[of_b]));
    }
    switch (certificate.kind) {
        case Kind::direction:
            return separates(units(certificate.direction), a, b, units) ? "" : "no separating direction";
        case Kind::plane:
            return separates(cross(minus(w[1], w[0]), minus(w[2], w[0])), a, b, units)
                       ? ""
                       : "no separating plane";
        case Kind::combination:
            return surround_origin({w[0], w[1], w[2], w[3]}) ? "" : "the origin is not in the tetrahedron";
        default:
            break;
    }
    // 26 times the middle, which is the same tetrahedron as seen from the origin.
    const Vector middle = plus(plus(times(w[0], 3), times(w[1], 5)), plus(times(w[2], 7), times(w[3], 11)));
    return surround_origin({middle, w[4], w[5], w[6]}) ? "" : "the origin is not in the nested tetrahedron";
}

}  // namespace graze::test
