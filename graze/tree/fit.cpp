#include "graze/tree/detail/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/float_rounding.h"
#include "graze/tree/detail/box_code.h"

namespace graze::inline v1::detail {
namespace {

struct Frame {
    Vec3 axis[3];  // orthonormal, right-handed
};

double surface_along(const Frame& f, const PointLanes& points) {
    float axis[3][3];
    for (int k = 0; k < 3; ++k) {
        for (std::size_t c = 0; c < 3; ++c) axis[k][c] = static_cast<float>(f.axis[k][c]);
    }
    const Extents r = extents_along(points, axis);
    const float x = r.hi[0] - r.lo[0], y = r.hi[1] - r.lo[1], z = r.hi[2] - r.lo[2];
    return static_cast<double>(x * y + y * z + z * x);
}

Vec3 point(const PointLanes& p, std::size_t i) {
    return {static_cast<double>(p.x[i]), static_cast<double>(p.y[i]), static_cast<double>(p.z[i])};
}

// Some frame with the given unit vector as its last axis.
Frame frame_around(const Vec3& n) {
    const Vec3 other = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(other, n));
    return {u, cross(n, u), n};
}

// The best frame with the given normal: in the plane, the sides of the smallest rectangle lie along edges of
// the hull. Tries the lines between some successive points as these edges.
Frame best_around(const Vec3& normal, const PointLanes& points, int tries, double& least) {
    Frame best = frame_around(normal);
    least = std::numeric_limits<double>::infinity();
    const std::size_t stride =
        std::max<std::size_t>(1, (points.count - 1) / static_cast<std::size_t>(std::max(1, tries)));
    for (std::size_t i = 0; i + 1 < points.count; i += stride) {
        const Vec3 edge = point(points, i + 1) - point(points, i);
        const Vec3 flat = edge - normal * dot(normal, edge);
        const double l = length(flat);
        if (!(l > 1e-7)) continue;  // in floats: only rounding
        const Vec3 x = flat / l;
        const Frame f{x, cross(normal, x), normal};
        const double surface = surface_along(f, points);
        if (surface < least) {
            least = surface;
            best = f;
        }
    }
    return best;
}

// Main directions of the points: eigenvectors of their covariance by Jacobi rotations.
Frame principal_frame(const PointLanes& points) {
    Vec3 mean;
    for (std::size_t i = 0; i < points.count; ++i) mean += point(points, i);
    mean = mean / static_cast<double>(points.count);
    double m[3][3] = {};
    for (std::size_t n = 0; n < points.count; ++n) {
        const Vec3 d = point(points, n) - mean;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) m[i][j] += d[i] * d[j];
        }
    }
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    // Directions are stored to 1e-5; a much better precision is not needed.
    const double negligible = 1e-5 * (m[0][0] + m[1][1] + m[2][2]);
    for (int sweep = 0; sweep < 6; ++sweep) {
        for (int p = 0; p < 2; ++p) {
            for (int q = p + 1; q < 3; ++q) {
                if (!(std::abs(m[p][q]) > negligible)) continue;
                const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; ++k) {
                    const double a = m[k][p], b = m[k][q];
                    m[k][p] = c * a - s * b, m[k][q] = s * a + c * b;
                }
                for (int k = 0; k < 3; ++k) {
                    const double a = m[p][k], b = m[q][k];
                    m[p][k] = c * a - s * b, m[q][k] = s * a + c * b;
                    const double x = v[k][p], y = v[k][q];
                    v[k][p] = c * x - s * y, v[k][q] = s * x + c * y;
                }
            }
        }
    }
    const Vec3 x = normalized({v[0][0], v[1][0], v[2][0]});
    Vec3 y{v[0][1], v[1][1], v[2][1]};
    y = normalized(y - x * dot(x, y));
    return {x, y, cross(x, y)};
}

// A frame with an axis along the normal and another along the longest of three edges.
Frame frame_along(const Vec3& normal, const PointLanes& points) {
    Vec3 longest;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, points.count); ++i) {
        const Vec3 edge = point(points, (i + 1) % points.count) - point(points, i);
        const Vec3 flat = edge - normal * dot(normal, edge);
        if (dot(flat, flat) > dot(longest, longest)) longest = flat;
    }
    const double l = length(longest);
    if (!(l > 1e-7)) return frame_around(normal);
    const Vec3 x = longest / l;
    return {x, cross(normal, x), normal};
}

Frame best_frame(const Cloud& cloud) {
    Frame best{Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double facing = length(cloud.normal);
    const bool has_normal = facing > 0x1p-400;  // below this, its square underflows
    if (cloud.tries == 0 && has_normal && facing > cloud.flat_enough * cloud.area)
        return frame_along(cloud.normal / facing, cloud.outline);
    double least = surface_along(best, cloud.outline);
    const auto consider = [&](const Frame& f, double surface) {
        if (surface < least * (1 - 1e-9)) {
            least = surface;
            best = f;
        }
    };
    // A surface that mostly faces in one direction is flattest along its normal; a surface that hardly bends
    // needs no other try.
    if (has_normal && facing > 0.5 * cloud.area) {
        double surface = 0;
        const Frame f = best_around(cloud.normal / facing, cloud.outline, cloud.tries, surface);
        consider(f, surface);
    }
    if (!has_normal || !(facing > cloud.flat_enough * cloud.area)) {
        const Frame f = principal_frame(cloud.outline);
        consider(f, surface_along(f, cloud.outline));
    }
    return best;
}

std::int16_t coded(double q) {
    return static_cast<std::int16_t>(std::lrint(q * 32767));
}

// Shepperd's method, for a matrix with the axes as columns.
void write_rotation(const Frame& f, WideNode& node, int slot) {
    const Vec3 &x = f.axis[0], &y = f.axis[1], &z = f.axis[2];
    const double t[4] = {x.x + y.y + z.z, x.x - y.y - z.z, y.y - x.x - z.z, z.z - x.x - y.y};
    const auto k = std::max_element(t, t + 4) - t;
    const double big = 0.5 * std::sqrt(1 + t[k]), s = 0.25 / big;
    const double wx = (y.z - z.y) * s, wy = (z.x - x.z) * s, wz = (x.y - y.x) * s;
    const double xy = (y.x + x.y) * s, xz = (z.x + x.z) * s, yz = (z.y + y.z) * s;
    const double q[4][4] = {{big, wx, wy, wz}, {wx, big, xy, xz}, {wy, xy, big, yz}, {wz, xz, yz, big}};
    for (int i = 0; i < 4; ++i) node.rotation[i][slot] = coded(q[k][i]);
}

// Cuts off the parts without points; `slack[k]` is the largest difference of t_k and axis[k] . p - middle[k].
void cut_box(const PointLanes& points, const CodedBox& box, const Vec3& slack, WideNode& node, int slot) {
    BoxScale scale;
    double sure[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const auto half = static_cast<double>(node.half[k][slot]);
        scale.middle[k] = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            scale.axis[k][c] = box.axis[k][c];
            scale.middle[k] += box.axis[k][c] * node.center[c][slot];
        }
        scale.per_half[k] = static_cast<float>(1 / half);
        sure[k] = slack[k] / half + 1e-5;  // with the rounding of x_k, which is around 1
    }
    const CutExtents extents = cut_extents(points, scale);
    const auto byte = [](double value, double whole) {
        const double units = std::ceil(std::clamp(value, 0.0, whole) / static_cast<double>(cut_unit) - 1e-6);
        return static_cast<std::uint32_t>(units);
    };
    for (std::size_t w = 0; w < 2; ++w) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto value = static_cast<double>(extents.corner[4 * w + i]);
            word |= byte(value + sure[0] + sure[1] + sure[2] + 1e-6, 3) << 8 * i;
        }
        node.cut_corners[w][slot] = word;
    }
    for (std::size_t k = 0; k < 3; ++k) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto value = static_cast<double>(extents.edge[k][i]);
            word |= byte(value + sure[(k + 1) % 3] + sure[(k + 2) % 3] + 1e-6, 2) << 8 * i;
        }
        node.cut_edges[k][slot] = word;
    }
}

}  // namespace

std::array<Vec3, 8> fit_box(const Cloud& cloud, WideNode& node, int slot) {
    write_rotation(best_frame(cloud), node, slot);
    // From here on, uses the axes as they will be decoded.
    const CodedBox box = read_box(node, slot);
    const Extents extents = extents_along(cloud.points, box.axis);
    Vec3 a[3];
    for (int k = 0; k < 3; ++k) a[k] = {box.axis[k][0], box.axis[k][1], box.axis[k][2]};
    // Rows that give t_k of p = sum of t_k a_k.
    const Vec3 n = cross(a[1], a[2]);
    const double det = dot(a[0], n);
    const Vec3 inverse[3] = {n / det, cross(a[2], a[0]) / det, cross(a[0], a[1]) / det};
    Vec3 center, stored, half;
    for (int k = 0; k < 3; ++k) {
        center += a[k] * (0.5 * (static_cast<double>(extents.lo[k]) + static_cast<double>(extents.hi[k])));
    }
    for (std::size_t k = 0; k < 3; ++k) {
        node.center[k][slot] = nearest_float(center[k]);
        stored[k] = static_cast<double>(node.center[k][slot]);
    }
    constexpr double rounding = 0x1p-20;  // of the points, and of their projection
    for (std::size_t k = 0; k < 3; ++k) {
        const double middle = dot(a[k], stored);
        half[k] = std::max(static_cast<double>(extents.hi[k]) - middle,
                           middle - static_cast<double>(extents.lo[k])) +
                  rounding;
    }
    // |t_k| differs from |a_k . d| by as much as the inverse differs from a_k.
    const double diagonal = length(half) * 1.001;
    Vec3 slack;
    for (std::size_t k = 0; k < 3; ++k) {
        slack[k] = length(inverse[k] - a[k]) * diagonal;
        node.half[k][slot] = rounded_up(half[k] + slack[k]);
        half[k] = static_cast<double>(node.half[k][slot]);
        slack[k] += rounding;
    }
    if (cloud.cuts) cut_box(cloud.points, box, slack, node, slot);
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < 8; ++i) {
        corners[i] = stored + a[0] * (i & 1 ? half.x : -half.x) + a[1] * (i & 2 ? half.y : -half.y) +
                     a[2] * (i & 4 ? half.z : -half.z);
    }
    return corners;
}

}  // namespace graze::inline v1::detail
