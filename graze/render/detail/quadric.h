// Sums of squared distances from planes (Garland and Heckbert 1997, section 5).
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// Planes are weighted, so that the sum does not depend on how finely a face is cut into triangles.
struct Quadric {
    // The symmetric matrix, the linear part and the constant of x'Ax + 2b'x + c.
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    Vec3 b;
    double c = 0;

    // The quadric of the plane through `point`. `normal` is a unit vector.
    static Quadric of_plane(const Vec3& normal, const Vec3& point, double weight) {
        const double d = -dot(normal, point);
        const Vec3 n = normal * weight;
        return {n.x * normal.x, n.x * normal.y, n.x * normal.z, n.y * normal.y,
                n.y * normal.z, n.z * normal.z, n * d,          weight * d * d};
    }

    Quadric& operator+=(const Quadric& q) {
        xx += q.xx, xy += q.xy, xz += q.xz, yy += q.yy, yz += q.yz, zz += q.zz;
        b += q.b;
        c += q.c;
        return *this;
    }

    Vec3 times(const Vec3& p) const {
        return {xx * p.x + xy * p.y + xz * p.z, xy * p.x + yy * p.y + yz * p.z,
                xz * p.x + yz * p.y + zz * p.z};
    }
    // Below zero only by rounding.
    double at(const Vec3& p) const { return std::max(dot(p, times(p)) + 2 * dot(b, p) + c, 0.0); }

    // The point where the sum is least. Along directions in which the sum hardly changes (in a plane, along a
    // crease) the point stays near `guess`: a small pull towards it makes the equations regular.
    Vec3 best_point(const Vec3& guess) const {
        const double trace = xx + yy + zz;
        if (!(trace > 0)) return guess;
        const double pull = 1e-3 * trace;
        const double a = xx + pull, d = yy + pull, f = zz + pull;
        const Vec3 r = -(b + times(guess));  // the step solves (A + pull) step = r
        const double m00 = d * f - yz * yz, m01 = xz * yz - xy * f, m02 = xy * yz - xz * d;
        const double determinant = a * m00 + xy * m01 + xz * m02;
        if (!(determinant > 0)) return guess;
        const double m11 = a * f - xz * xz, m12 = xy * xz - a * yz, m22 = a * d - xy * xy;
        const Vec3 step{m00 * r.x + m01 * r.y + m02 * r.z, m01 * r.x + m11 * r.y + m12 * r.z,
                        m02 * r.x + m12 * r.y + m22 * r.z};
        return guess + step / determinant;
    }
};

inline Quadric operator+(Quadric p, const Quadric& q) {
    return p += q;
}

}  // namespace graze::inline v1::detail
