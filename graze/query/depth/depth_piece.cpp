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

// The position on the edge, from 0 to 1, that is as far from the triangle of the solid nearest to one corner
// as from that nearest to the other; -1 if there is none between.
double equally_far(const DepthPoint& from, const DepthPoint& to, const DepthSide& side) {
    if (from.triangle == to.triangle) return -1;
    const Triangle near_from = side.corners_of_solid(from.triangle),
                   near_to = side.corners_of_solid(to.triangle);
    const auto difference = [&](double at) {
        const Vec3 x = from.at + (to.at - from.at) * at;
        return distance(x, near_from).value - distance(x, near_to).value;
    };
    // Regula falsi, in the form that is known as Illinois: halves the end that stays.
    double low = 0, high = 1, at_low = difference(0), at_high = difference(1);
    if (!(at_low < -side.rounding() && at_high > side.rounding())) return -1;
    double at = 0.5;
    for (int i = 0, stayed = 0; i < 60; ++i) {
        at = low + (high - low) * (at_low / (at_low - at_high));
        const double here = difference(at);
        if (std::abs(here) <= side.rounding() || !(low < at && at < high)) break;
        if (here < 0) {
            low = at;
            at_low = here;
            if (stayed == 1) at_high *= 0.5;
            stayed = 1;
        } else {
            high = at;
            at_high = here;
            if (stayed == -1) at_low *= 0.5;
            stayed = -1;
        }
    }
    return at;
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

PieceCut longest_cut(const DepthPiece& piece) {
    PieceCut longest{0, 1, 0.5};
    double length_of_longest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const double l = safe_length(piece.corner[j].at - piece.corner[i].at);
        if (!(l > length_of_longest)) continue;
        length_of_longest = l;
        longest = {i, j, 0.5};
    }
    return longest;
}

// Of the edges with a place to cut, the longest is cut.
template <class PlaceOn>
std::optional<PieceCut> longest_cut_at(const DepthPiece& piece, const PlaceOn& place_on) {
    std::optional<PieceCut> longest;
    double length_of_longest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        const DepthPoint &p = piece.corner[i], &q = piece.corner[(i + 1) % 3];
        const double l = safe_length(q.at - p.at);
        if (!(l > length_of_longest)) continue;
        const double at = place_on(p, q);
        const double least = 1e-4 * std::max(p.depth, q.depth);  // nearer to a corner a cut has no effect
        if (!(at * l > least && (1 - at) * l > least)) continue;
        length_of_longest = l;
        longest = PieceCut{i, (i + 1) % 3, at};
    }
    return longest;
}

// Cuts along the ridge between two outward directions, so that on each side of the ridge one direction is
// enough. A clear piece is cut where two triangles of the solid are equally far: if all corners are nearest
// to the same triangle, the bound of the piece is attained at a corner. Now and then cuts across the longest
// edge instead, so that pieces become small.
PieceCut best_cut(const DepthPiece& piece, const DepthSide& side) {
    std::optional<PieceCut> cut;
    if (piece.is_clear && piece.level % 4 != 3) {
        cut = longest_cut_at(
            piece, [&](const DepthPoint& p, const DepthPoint& q) { return equally_far(p, q, side); });
    }
    if (!cut && piece.level % 3 != 2) cut = longest_cut_at(piece, ridge);
    return cut ? *cut : longest_cut(piece);
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

std::optional<CornerHeights> heights_over(const Triangle& of_solid, const DepthPiece& piece, double least) {
    const Vec3 edge[3] = {direction_of(of_solid[1] - of_solid[0]), direction_of(of_solid[2] - of_solid[1]),
                          direction_of(of_solid[0] - of_solid[2])};
    const Vec3 normal = direction_of(cross(edge[0], edge[1]));
    const auto over = [&](const Vec3& up, const Vec3& at) {
        return CornerHeights{dot(up, piece.corner[0].at - at), dot(up, piece.corner[1].at - at),
                             dot(up, piece.corner[2].at - at)};
    };
    const auto cut_off = [](const CornerHeights& h) {
        return std::min(std::ranges::max(h), -std::ranges::min(h));
    };
    CornerHeights best = over(normal, of_solid[0]);
    if (cut_off(best) > least) return best;
    for (std::size_t k = 0; k < 3; ++k) {
        const CornerHeights h = over(cross(edge[k], normal), of_solid[k]);
        if (cut_off(h) > cut_off(best)) best = h;
    }
    if (!(cut_off(best) > least)) return std::nullopt;
    return best;
}

// Towards the centre of the inscribed circle, which is equally far from all sides.
Triangle without_rim(const DepthPiece& piece, double far) {
    const auto& c = piece.corner;
    const double opposite[3] = {safe_length(c[2].at - c[1].at), safe_length(c[0].at - c[2].at),
                                safe_length(c[1].at - c[0].at)};
    const double around = opposite[0] + opposite[1] + opposite[2];
    Vec3 center = c[0].at;
    if (around > 0)
        center += (c[1].at - c[0].at) * (opposite[1] / around) + (c[2].at - c[0].at) * (opposite[2] / around);
    Triangle drawn_in;
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3 way = center - c[j].at;
        const double l = safe_length(way);
        drawn_in[j] = c[j].at + (l > 4 * far ? way * (far / l) : way * 0.25);
    }
    return drawn_in;
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
