// Points and directions of importers.
#pragma once

#include <array>
#include <gp_Ax1.hxx>
#include <gp_Pnt.hxx>

namespace graze::importers {

using Point = std::array<double, 3>;

inline Point point_of(const gp_Pnt& p) {
    return {p.X(), p.Y(), p.Z()};
}
inline Point axis_of(const gp_Ax1& axis) {
    return {axis.Direction().X(), axis.Direction().Y(), axis.Direction().Z()};
}

inline Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline double dot(const Point& a, const Point& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Point between(const Point& a, const Point& b, double t) {
    return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t};
}

}  // namespace graze::importers
