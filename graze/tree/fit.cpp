#include "graze/tree/detail/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/tree/detail/box_code.h"

namespace graze::inline v1::detail {
namespace {

struct Frame {
    Vec3 axis[3];  // orthonormal, right-handed
};

struct Interval {
    double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();

    void add(double x) {
        lo = std::min(lo, x);
        hi = std::max(hi, x);
    }
    double size() const { return hi - lo; }
};

double surface_of(double x, double y, double z) {
    return x * y + y * z + z * x;
}

double surface_along(const Frame& f, std::span<const Vec3> points) {
    Interval e[3];
    for (const Vec3& p : points) {
        for (int k = 0; k < 3; ++k) e[k].add(dot(f.axis[k], p));
    }
    return surface_of(e[0].size(), e[1].size(), e[2].size());
}

// Some frame with the given unit vector as its last axis.
Frame frame_around(const Vec3& n) {
    const Vec3 other = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(other, n));
    return {u, cross(n, u), n};
}

// The best frame with the given normal: in the plane, the sides of the smallest rectangle lie along edges of
// the hull; the lines between some successive points are tried for them.
Frame best_around(const Vec3& normal, std::span<const Vec3> points, double& least) {
    const Frame f = frame_around(normal);
    constexpr std::size_t most_points = 64, most_edges = 10;
    double u[most_points], v[most_points];
    Interval height;
    const std::size_t n = std::min(points.size(), most_points);
    for (std::size_t i = 0; i < n; ++i) {
        u[i] = dot(f.axis[0], points[i]);
        v[i] = dot(f.axis[1], points[i]);
        height.add(dot(f.axis[2], points[i]));
    }
    double best_c = 1, best_s = 0;
    least = std::numeric_limits<double>::infinity();
    const std::size_t stride = std::max<std::size_t>(1, (n - 1) / most_edges);
    for (std::size_t i = 0; i + 1 < n; i += stride) {
        double c = u[i + 1] - u[i], s = v[i + 1] - v[i];
        const double l = std::sqrt(c * c + s * s);
        if (!(l > 1e-30)) continue;
        c /= l, s /= l;
        Interval along, across;
        for (std::size_t k = 0; k < n; ++k) {
            along.add(c * u[k] + s * v[k]);
            across.add(c * v[k] - s * u[k]);
        }
        const double surface = surface_of(along.size(), across.size(), height.size());
        if (surface < least) {
            least = surface;
            best_c = c, best_s = s;
        }
    }
    const Vec3 x = f.axis[0] * best_c + f.axis[1] * best_s;
    return {x, cross(f.axis[2], x), f.axis[2]};
}

// Main directions of the points: eigenvectors of their covariance by Jacobi rotations.
Frame principal_frame(std::span<const Vec3> points) {
    Vec3 mean;
    for (const Vec3& p : points) mean += p;
    mean = mean / static_cast<double>(points.size());
    double m[3][3] = {};
    for (const Vec3& p : points) {
        const Vec3 d = p - mean;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) m[i][j] += d[i] * d[j];
        }
    }
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 6; ++sweep) {
        for (int p = 0; p < 2; ++p) {
            for (int q = p + 1; q < 3; ++q) {
                if (std::abs(m[p][q]) < 1e-300) continue;
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

Frame best_frame(const Cloud& cloud) {
    Frame best{Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double least = surface_along(best, cloud.outline);
    const auto consider = [&](const Frame& f, double surface) {
        if (surface < least * (1 - 1e-9)) {
            least = surface;
            best = f;
        }
    };
    // A surface that mostly faces one way is flattest along its normal; one that hardly bends needs no other
    // try.
    const double facing = length(cloud.normal);
    if (facing > 0.5 * cloud.area) {
        double surface = 0;
        const Frame f = best_around(cloud.normal / facing, cloud.outline, surface);
        consider(f, surface);
    }
    if (!(facing > 0.95 * cloud.area)) {
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

float round_up(double x) {
    const auto f = static_cast<float>(x);
    return f < x ? std::nextafterf(f, std::numeric_limits<float>::infinity()) : f;
}

}  // namespace

std::array<Vec3, 8> fit_box(const Cloud& cloud, WideNode& node, int slot) {
    write_rotation(best_frame(cloud), node, slot);
    // From here on with the axes as they will be decoded.
    const CodedBox box = read_box(node, slot);
    const Reach reach = reach_along(cloud.points, box.axis);
    Vec3 a[3];
    for (int k = 0; k < 3; ++k) a[k] = {box.axis[k][0], box.axis[k][1], box.axis[k][2]};
    // Rows that give t_k of p = sum of t_k a_k.
    const Vec3 n = cross(a[1], a[2]);
    const double det = dot(a[0], n);
    const Vec3 inverse[3] = {n / det, cross(a[2], a[0]) / det, cross(a[0], a[1]) / det};
    Vec3 center, stored, half;
    for (int k = 0; k < 3; ++k) {
        center += a[k] * (0.5 * (static_cast<double>(reach.lo[k]) + static_cast<double>(reach.hi[k])));
    }
    for (std::size_t k = 0; k < 3; ++k) {
        node.center[k][slot] = static_cast<float>(center[k]);
        stored[k] = static_cast<double>(node.center[k][slot]);
    }
    constexpr double rounding = 0x1p-20;  // of the points, and of their projection
    for (std::size_t k = 0; k < 3; ++k) {
        const double middle = dot(a[k], stored);
        half[k] =
            std::max(static_cast<double>(reach.hi[k]) - middle, middle - static_cast<double>(reach.lo[k])) +
            rounding;
    }
    // |t_k| differs from |a_k . d| by as much as the inverse differs from a_k.
    const double diagonal = length(half) * 1.001;
    for (std::size_t k = 0; k < 3; ++k) {
        node.half[k][slot] = round_up(half[k] + length(inverse[k] - a[k]) * diagonal);
        half[k] = static_cast<double>(node.half[k][slot]);
    }
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < 8; ++i) {
        corners[i] = stored + a[0] * (i & 1 ? half.x : -half.x) + a[1] * (i & 2 ? half.y : -half.y) +
                     a[2] * (i & 4 ? half.z : -half.z);
    }
    return corners;
}

}  // namespace graze::inline v1::detail
