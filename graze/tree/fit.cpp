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

struct Extent {
    double lo[3], hi[3];

    double surface() const {
        const double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x * y + y * z + z * x;
    }
};

Extent extent_along(const Frame& f, std::span<const Vec3> points) {
    Extent e;
    for (int k = 0; k < 3; ++k) {
        e.lo[k] = std::numeric_limits<double>::infinity();
        e.hi[k] = -e.lo[k];
        for (const Vec3& p : points) {
            const double d = dot(f.axis[k], p);
            e.lo[k] = std::min(e.lo[k], d);
            e.hi[k] = std::max(e.hi[k], d);
        }
    }
    return e;
}

// Some frame with the given unit vector as its last axis.
Frame frame_around(const Vec3& n) {
    const Vec3 other = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(other, n));
    return {u, cross(n, u), n};
}

// The frame turned about its last axis so that the first is along the direction from p to q.
bool turn_along(const Frame& f, const Vec3& direction, Frame& out) {
    const double c = dot(direction, f.axis[0]), s = dot(direction, f.axis[1]), l = std::sqrt(c * c + s * s);
    if (!(l > 1e-12)) return false;
    const Vec3 u = (f.axis[0] * c + f.axis[1] * s) / l;
    out = {u, cross(f.axis[2], u), f.axis[2]};
    return true;
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
    double least = extent_along(best, cloud.points).surface();
    const auto consider = [&](const Frame& f) {
        const double s = extent_along(f, cloud.points).surface();
        if (s < least * (1 - 1e-9)) {
            least = s;
            best = f;
        }
    };
    // A surface that mostly faces one way is flattest along its normal. In the plane, the sides of the
    // smallest rectangle lie along edges of the hull; the first points of the cloud are tried as edges.
    if (length(cloud.normal) > 0.5 * cloud.area) {
        const Frame f = frame_around(normalized(cloud.normal));
        Frame turned;
        const std::size_t edges = std::min<std::size_t>(cloud.points.size(), 12);
        for (std::size_t i = 0; i + 1 < edges; ++i) {
            if (turn_along(f, cloud.points[i + 1] - cloud.points[i], turned)) consider(turned);
        }
    }
    consider(principal_frame(cloud.points));
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
    const Frame chosen = best_frame(cloud);
    write_rotation(chosen, node, slot);
    // From here on with the axes as they will be decoded.
    CodedBox box = read_box(node, slot);
    Vec3 a[3];
    for (int k = 0; k < 3; ++k) a[k] = {box.axis[k][0], box.axis[k][1], box.axis[k][2]};
    const Extent e = extent_along({a[0], a[1], a[2]}, cloud.points);
    // Rows that give t_k of p = sum of t_k a_k.
    const Vec3 n = cross(a[1], a[2]);
    const double det = dot(a[0], n);
    const Vec3 inverse[3] = {n / det, cross(a[2], a[0]) / det, cross(a[0], a[1]) / det};
    Vec3 center;
    for (int k = 0; k < 3; ++k) center += inverse[k] * (0.5 * (e.lo[k] + e.hi[k]));
    Vec3 stored;
    for (std::size_t k = 0; k < 3; ++k) {
        node.center[k][slot] = static_cast<float>(center[k]);
        stored[k] = static_cast<double>(node.center[k][slot]);
    }
    Vec3 half;
    for (std::size_t k = 0; k < 3; ++k) {
        double h = 0;
        for (const Vec3& p : cloud.points) {
            h = std::max({h, std::abs(dot(a[k], p - stored)), std::abs(dot(inverse[k], p - stored))});
        }
        node.half[k][slot] = round_up(h * (1 + 0x1p-40));
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
