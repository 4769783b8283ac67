// A triangle of a surface, or a part of one, whose corners have been measured.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/query/depth/detail/depth_side.h"

namespace graze::inline v1::detail {

struct DepthPiece {
    bool of_a;
    std::uint16_t level;  // how often it was cut
    TriangleId triangle;
    std::array<DepthPoint, 3> corner;
    bool is_clear = false;  // the solid's surface passes through it nowhere, but for its rim

    // The radius of the circle around a corner that contains the piece.
    double reach_from(std::size_t corner) const;
    // An estimate of the largest depth of the piece: at its corners, or at a ridge between two of them.
    double likely_depth() const;
};

// No point of the piece is further from the solid's surface than this.
double bound_of(const DepthPiece& piece, const DepthSide& side);

// A point of an edge, between corners `from` and `to`.
struct PieceCut {
    std::size_t from, to;
    double at;  // 0 to 1
};
// The best point for cutting a piece in two.
PieceCut best_cut(const DepthPiece& piece, const DepthSide& side);
PieceCut longest_cut(const DepthPiece& piece);  // in the middle of the longest edge

// The heights of a piece's corners over a plane.
using CornerHeights = std::array<double, 3>;
// The plane of a triangle of the solid; if that does not cut the piece, the plane across it along the edge
// that cuts the piece best. None if corners are nowhere on both sides by more than `least`.
std::optional<CornerHeights> heights_over(const Triangle& of_solid, const DepthPiece& piece, double least);

// The piece drawn in from its rim: no corner moves by more than `far`.
Triangle without_rim(const DepthPiece& piece, double far);

// Candidate translations that might move a piece out of the solid, by no more than `far` at any point; to be
// tried in turn. `below` is the side of the piece's own solid: where two solids run flush, this side is away
// from the other solid.
inline constexpr int piece_moves = 6;
std::optional<Triangle> moved_out(const DepthPiece& piece, int attempt, double far, const Vec3& below);
Vec3 point_below(const DepthPiece& piece, const Vec3& inwards);
// The translation bent a little sideways, towards a point, and still not longer than `far`.
Vec3 drawn_in(const Vec3& at, const Vec3& move, const Vec3& below, double far);

// The corners of the part of a triangle inside a box: up to nine, in order; none if the part is empty.
// Corners on a side of the box lie there exactly.
std::vector<Vec3> clipped(const Triangle& t, const Box& box);

}  // namespace graze::inline v1::detail
