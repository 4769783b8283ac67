#include "graze/query/depth/detail/depth_piece.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// The position on the edge where two slopes meet, each continued from its corner as if the surface there were
// a plane: from 0 to 1, or -1 if there is no ridge between. One of the slopes may be level.
double ridge(const DepthPoint& from, const DepthPoint& to) {
    const Vec3 way = to.at - from.at;
    const double down_from = dot(way, from.outwards), down_to = dot(way, to.outwards);
    const bool up_to_it = down_from <= 0 && down_to >= 0 && down_from < down_to;
    if (from.triangle == to.triangle || !up_to_it || !(from.depth > 0 || to.depth > 0)) return -1;
    return (to.depth - from.depth + down_to) / (down_to - down_from);
}

// The outward direction of each corner; for a corner outside, that of the nearest corner inside.
std::array<Vec3, 3> ways_out(const DepthPiece& piece) {
    std::array<Vec3, 3> way;
    for (std::size_t j = 0; j < 3; ++j) {
        const DepthPoint& p = piece.corner[j];
        way[j] = p.outwards;
        double nearest = std::numeric_limits<double>::infinity();
        for (const DepthPoint& q : piece.corner) {
            const double apart = safe_length(q.at - p.at);
            if (p.depth > 0 || !(q.depth > 0) || !(apart < nearest)) continue;
            nearest = apart;
            way[j] = q.outwards;
        }
    }
    return way;
}

// Clips to the side of a plane where sign * (p[axis] - limit) <= 0 (Sutherland and Hodgman 1974).
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
    return std::max(safe_length(corner[(i + 1) % 3].at - p), safe_length(corner[(i + 2) % 3].at - p));
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

// The distance from one triangle of the solid is convex: on the piece it is largest at a corner.
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

// Cuts along the ridge between two outward directions, so that on each side of the ridge one direction is
// enough. Now and then cuts across the longest edge instead, so that pieces become small.
PieceCut best_cut(const DepthPiece& piece) {
    PieceCut longest{0, 1, 0.5}, longest_ridge{0, 0, 0};
    double length_of_longest = -1, length_of_ridge = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const DepthPoint &p = piece.corner[i], &q = piece.corner[j];
        const double l = safe_length(q.at - p.at);
        if (l > length_of_longest) {
            length_of_longest = l;
            longest = {i, j, 0.5};
        }
        const double at = ridge(p, q);
        const double least = 1e-4 * std::max(p.depth, q.depth);  // nearer to a corner a cut has no effect
        if (l > length_of_ridge && at * l > least && (1 - at) * l > least) {
            length_of_ridge = l;
            longest_ridge = {i, j, at};
        }
    }
    return length_of_ridge > 0 && piece.level % 3 != 2 ? longest_ridge : longest;
}

Vec3 point_below(const DepthPiece& piece, const Vec3& inwards) {
    const auto& c = piece.corner;
    return (c[0].at + c[1].at + c[2].at) / 3 + inwards * (0.25 * piece.reach_from(0));
}

// The shift is perpendicular to the move, so that the move becomes shorter by no more than the square of a
// fiftieth.
Vec3 drawn_in(const Vec3& at, const Vec3& move, const Vec3& below, double far) {
    const Vec3 way = direction_of(move), to_below = direction_of(below - at);
    const Vec3 across = to_below - way * dot(to_below, way);
    const Vec3 drawn = move + across * (0.02 * far);
    const double l = safe_length(drawn);
    return l > far ? drawn * (far / l) : drawn;
}

// Attempt 0: each corner moves the full distance in its own direction; corners outside use the direction of
// the nearest corner inside. Attempt 1: all corners move the full distance in one direction. Attempt 2: each
// corner moves just beyond the surface in its own direction, and corners outside do not move. Later attempts:
// all move in the direction of one corner.
std::optional<Triangle> moved_out(const DepthPiece& piece, int attempt, double far, const Vec3& below) {
    std::array<double, 3> by{far, far, far};
    std::array<Vec3, 3> way = ways_out(piece);
    if (attempt == 1) {
        way.fill(normalized(way[0] + way[1] + way[2]));
    } else if (attempt >= 2) {
        for (std::size_t j = 0; j < 3; ++j) {
            const DepthPoint& p = piece.corner[attempt == 2 ? j : static_cast<std::size_t>(attempt) - 3];
            way[j] = p.outwards;
            by[j] = p.depth + dot(p.at - piece.corner[j].at, p.outwards);
        }
        const double deepest = std::max({by[0], by[1], by[2]});
        if (!(deepest < far)) return std::nullopt;
        const double beyond = std::min(0.5 * (far - deepest), std::max(deepest, 0.25 * piece.reach_from(0)));
        for (double& b : by) b = std::max(0.0, b + beyond);
    }
    Triangle moved;
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3& at = piece.corner[j].at;
        moved[j] = at + drawn_in(at, way[j] * by[j], below, far);
    }
    return moved;
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
