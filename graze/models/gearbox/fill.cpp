// Triangulates flat faces with holes. Bridges join the holes to the outline, ear clipping cuts the polygon,
// and edges are flipped until the result is a constrained Delaunay triangulation (Lawson 1977). That removes
// needles and triangles without area.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "graze/base/predicates.h"
#include "graze/mesh/triangulate.h"
#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

// The points of a face, projected along the dominant axis of its normal to the side where the face is
// counter-clockwise.
class View {
  public:
    View(std::span<const Vec3> points, const Loop& outer) : points_(points) {
        Vec3 normal;
        for (std::size_t i = 0; i < outer.size(); ++i) {
            const Vec3 &a = points[outer[i]], &b = points[outer[(i + 1) % outer.size()]];
            normal += cross(a - points[outer[0]], b - points[outer[0]]);
        }
        for (int axis = 1; axis < 3; ++axis)
            if (std::abs(normal[static_cast<std::size_t>(axis)]) >
                std::abs(normal[static_cast<std::size_t>(axis_)]))
                axis_ = axis;
        mirrored_ = normal[static_cast<std::size_t>(axis_)] < 0;
    }

    Vec2 operator()(VertexId v) const {
        const Vec2 p = drop(points_[v], axis_);
        return mirrored_ ? Vec2{-p.x, p.y} : p;
    }
    int turn(VertexId a, VertexId b, VertexId c) const {
        return orient2d((*this)(a), (*this)(b), (*this)(c));
    }

  private:
    std::span<const Vec3> points_;
    int axis_ = 0;
    bool mirrored_ = false;
};

std::size_t rightmost(const View& view, const Loop& loop) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < loop.size(); ++i)
        if (view(loop[i]).x > view(loop[best]).x) best = i;
    return best;
}

// The end of a bridge from `from`, the rightmost corner of a hole: the corner of the nearest edge to the
// right, or a corner between that edge and the ray (Eberly 2002, Triangulation by Ear Clipping, section 5).
std::size_t bridgehead(const View& view, const Loop& polygon, VertexId from) {
    const Vec2 m = view(from);
    std::size_t best = polygon.size();
    double nearest = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = view(polygon[i]), b = view(polygon[(i + 1) % polygon.size()]);
        if (!(a.y <= m.y && b.y > m.y)) continue;  // edges that go upwards have the inside to their left
        const double x = a.x + (m.y - a.y) / (b.y - a.y) * (b.x - a.x);
        if (x < m.x || (best < polygon.size() && x >= nearest)) continue;
        nearest = x;
        best = a.x > b.x ? i : (i + 1) % polygon.size();
        if (a.y == m.y) best = i;
    }
    const Vec2 hit{nearest, m.y};
    const VertexId candidate = polygon[best];
    const Vec2 p = view(candidate);
    if (p == hit) return best;
    // Of the reflex corners in the triangle of m, the hit and p, the corner nearest in angle to the ray is
    // visible from m.
    double smallest = std::numeric_limits<double>::infinity(), distance = 0;
    const Vec2 low = p.y < m.y ? p : hit, high = p.y < m.y ? hit : p;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 q = view(polygon[i]);
        if (polygon[i] == candidate && i != best) continue;
        if (q.x <= m.x || orient2d(m, low, q) < 0 || orient2d(low, high, q) < 0 || orient2d(high, m, q) < 0)
            continue;
        const VertexId before = polygon[(i + polygon.size() - 1) % polygon.size()];
        if (i != best && view.turn(before, polygon[i], polygon[(i + 1) % polygon.size()]) > 0) continue;
        const double slope = std::abs(q.y - m.y) / (q.x - m.x);
        if (slope > smallest || (slope == smallest && q.x >= distance)) continue;
        smallest = slope;
        distance = q.x;
        best = i;
    }
    return best;
}

double signed_area(const View& view, const Loop& loop) {
    double twice = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2 a = view(loop[i]), b = view(loop[(i + 1) % loop.size()]);
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

Loop bridged(const View& view, const Loop& outer, std::vector<Loop> holes) {
    for (Loop& hole : holes) {
        if (signed_area(view, hole) > 0) std::reverse(hole.begin(), hole.end());
        const auto first = static_cast<std::ptrdiff_t>(rightmost(view, hole));
        std::rotate(hole.begin(), hole.begin() + first, hole.end());
    }
    std::sort(holes.begin(), holes.end(), [&](const Loop& a, const Loop& b) {
        const double ax = view(a[0]).x, bx = view(b[0]).x;
        return ax > bx || (ax == bx && a[0] < b[0]);  // the same order in every library
    });
    Loop polygon = outer;
    for (const Loop& hole : holes) {
        const std::size_t at = bridgehead(view, polygon, hole[0]);
        Loop detour(hole);
        detour.push_back(hole[0]);
        detour.push_back(polygon[at]);
        polygon.insert(polygon.begin() + static_cast<std::ptrdiff_t>(at) + 1, detour.begin(), detour.end());
    }
    return polygon;
}

// Is d inside the circle through a, b and c? The result is rounded: it only chooses between two valid
// triangulations.
bool in_circle(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    const double ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x,
                 cy = c.y - d.y;
    const double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    const double terms[3] = {aa * (bx * cy - cx * by), bb * (cx * ay - ax * cy), cc * (ax * by - bx * ay)};
    const double size = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
    return terms[0] + terms[1] + terms[2] > 1e-12 * size;
}

class Flipper {
  public:
    Flipper(const View& view, Triangles& triangles) : view_(view), triangles_(triangles) {
        for (std::uint32_t t = 0; t < triangles.size(); ++t) note(t);
        for (const auto& t : triangles)
            for (std::size_t k = 0; k < 3; ++k)
                if (t[k] < t[(k + 1) % 3]) todo_.emplace_back(t[k], t[(k + 1) % 3]);
    }

    void run() {
        // Lawson's flips terminate by themselves. The budget is there because rounding in in_circle could, in
        // theory, repeat flips forever.
        std::size_t budget = 100 * triangles_.size() + 1000;
        while (!todo_.empty() && budget-- > 0) {
            const auto [a, b] = todo_.back();
            todo_.pop_back();
            flip_if_better(a, b);
        }
    }

  private:
    static std::uint64_t key(VertexId a, VertexId b) { return std::uint64_t{a} << 32 | b; }
    void note(std::uint32_t t) {
        for (std::size_t k = 0; k < 3; ++k) left_of_[key(triangles_[t][k], triangles_[t][(k + 1) % 3])] = t;
    }
    VertexId third(std::uint32_t t, VertexId a, VertexId b) const {
        for (const VertexId v : triangles_[t])
            if (v != a && v != b) return v;
        return a;
    }

    void flip_if_better(VertexId a, VertexId b) {
        const auto left = left_of_.find(key(a, b)), right = left_of_.find(key(b, a));
        if (left == left_of_.end() || right == left_of_.end()) return;  // an edge of the face, or gone
        const std::uint32_t one = left->second, two = right->second;
        const VertexId c = third(one, a, b), d = third(two, a, b);
        if (view_.turn(a, d, c) <= 0 || view_.turn(d, b, c) <= 0) return;
        const bool flat = view_.turn(a, b, c) <= 0 || view_.turn(b, a, d) <= 0;
        if (!flat && !in_circle(view_(a), view_(b), view_(c), view_(d))) return;
        left_of_.erase(left);
        left_of_.erase(key(b, a));
        triangles_[one] = {a, d, c};
        triangles_[two] = {d, b, c};
        note(one);
        note(two);
        for (const auto& edge : {std::pair{a, d}, {d, b}, {b, c}, {c, a}}) todo_.push_back(edge);
    }

    const View& view_;
    Triangles& triangles_;
    std::unordered_map<std::uint64_t, std::uint32_t> left_of_;  // the triangle to the left of a directed edge
    std::vector<std::pair<VertexId, VertexId>> todo_;
};

}  // namespace

Triangles fill(std::span<const Vec3> points, const Loop& outer, const std::vector<Loop>& holes) {
    const View view(points, outer);
    const Loop polygon = bridged(view, outer, holes);
    std::vector<Vec3> corners;
    corners.reserve(polygon.size());
    for (const VertexId v : polygon) {
        const Vec2 p = view(v);
        corners.push_back({p.x, p.y, 0});
    }
    Triangles triangles;
    triangulate(corners, triangles);
    for (auto& t : triangles) t = {polygon[t[0]], polygon[t[1]], polygon[t[2]]};
    if (triangles.size() > 1) Flipper(view, triangles).run();
    return triangles;
}

}  // namespace graze::inline v1::gearbox
