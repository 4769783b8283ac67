#include "graze/query/detail/depth_piece.h"

#include <algorithm>

#include "graze/query/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// Where along the edge two slopes meet, each going on from its corner as if the surface there were a plane:
// from 0 to 1, or -1 if there is no ridge between.
double ridge(const DepthPoint& from, const DepthPoint& to) {
    const Vec3 way = to.at - from.at;
    const double down_from = dot(way, from.outwards), down_to = dot(way, to.outwards);
    if (from.triangle == to.triangle || !(down_from < 0 && down_to > 0)) return -1;
    if (!(from.depth > 0 || to.depth > 0)) return -1;
    return (to.depth - from.depth + down_to) / (down_to - down_from);
}

// What is on the side of a plane where sign * (p[axis] - limit) <= 0 (Sutherland and Hodgman 1974).
void clip(std::vector<Vec3>& polygon, std::vector<Vec3>& scratch, std::size_t axis, double limit,
          double sign) {
    scratch.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double at_p = sign * (p[axis] - limit), at_q = sign * (q[axis] - limit);
        if (at_p <= 0) scratch.push_back(p);
        if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
            Vec3 x = p + (q - p) * (at_p / (at_p - at_q));
            x[axis] = limit;
            scratch.push_back(x);
        }
    }
    polygon.swap(scratch);
}

}  // namespace

double DepthPiece::reach_from(std::size_t i) const {
    const Vec3& p = corner[i].at;
    return std::max(length(corner[(i + 1) % 3].at - p), length(corner[(i + 2) % 3].at - p));
}

double DepthPiece::likely_depth() const {
    double likely = corner[0].depth;
    for (std::size_t i = 0; i < 3; ++i) {
        const DepthPoint &p = corner[i], &q = corner[(i + 1) % 3];
        likely = std::max(likely, p.depth);
        const double at = ridge(p, q);
        if (at > 0 && at < 1) likely = std::max(likely, p.depth - at * dot(q.at - p.at, p.outwards));
    }
    return likely;
}

// The distance from one triangle of the solid is convex: nowhere on the piece is it larger than at a corner.
double bound_of(const DepthPiece& piece, const DepthSide& side) {
    double best = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const TriangleId t = piece.corner[i].triangle;
        if (i > 0 && (t == piece.corner[0].triangle || (i == 2 && t == piece.corner[1].triangle))) continue;
        const Triangle corners = side.corners_of_solid(t);
        double furthest = 0;
        for (const DepthPoint& p : piece.corner)
            furthest =
                std::max(furthest, p.triangle == t ? std::abs(p.depth) : distance(p.at, corners).value);
        best = i == 0 ? furthest : std::min(best, furthest);
    }
    return best;
}

// Along the ridge between two ways out, so that on each side of it one way will do; now and then across the
// longest edge all the same, so that pieces become small.
PieceCut best_cut(const DepthPiece& piece) {
    PieceCut longest{0, 1, 0.5}, longest_ridge{0, 0, 0};
    double length_of_longest = -1, length_of_ridge = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const DepthPoint &p = piece.corner[i], &q = piece.corner[j];
        const double l = length(q.at - p.at);
        if (l > length_of_longest) {
            length_of_longest = l;
            longest = {i, j, 0.5};
        }
        const double at = ridge(p, q);
        if (l > length_of_ridge && at > 0.02 && at < 0.98) {
            length_of_ridge = l;
            longest_ridge = {i, j, at};
        }
    }
    return length_of_ridge > 0 && piece.level % 3 != 2 ? longest_ridge : longest;
}

std::vector<Vec3> clipped(const Triangle& t, const Box& box) {
    std::vector<Vec3> polygon(t.corner.begin(), t.corner.end()), scratch;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        clip(polygon, scratch, axis, box.upper[axis], 1);
        clip(polygon, scratch, axis, box.lower[axis], -1);
    }
    return polygon;
}

}  // namespace graze::inline v1::detail
