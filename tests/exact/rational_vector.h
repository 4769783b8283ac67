// Vectors of rational numbers, for what exact results are compared with.
#pragma once

#include <gmpxx.h>

#include <utility>

#include "graze/base/vec3.h"

namespace graze::test::rational {

using Number = mpq_class;

struct Vector {
    Number x, y, z;

    Vector() = default;
    explicit Vector(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}
    Vector(Number a, Number b, Number c) : x(std::move(a)), y(std::move(b)), z(std::move(c)) {}
    friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector operator*(const Vector& a, const Number& s) { return {a.x * s, a.y * s, a.z * s}; }
    bool is_zero() const { return x == 0 && y == 0 && z == 0; }
};

inline Number dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace graze::test::rational
