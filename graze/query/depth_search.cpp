// Three ways to see that no point of a part of a surface is deeper than d in a solid:
//   - some point is less deep by at least the radius around it that holds the part;
//   - the part is a triangle, and its corners are that near to one triangle of the solid;
//   - moved by vectors no longer than d, linear in between, it lies outside: on the way out every point of it
//     that was inside has passed the surface.
// The last needs no more than two surfaces that keep clear of each other, so it holds for a part of any size
// where these run alongside, as in a press fit.
#include "graze/query/detail/depth_search.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {

template <class T>
std::uint32_t DepthSearch::Pool<T>::put(const T& thing) {
    if (unused.empty()) {
        things.push_back(thing);
        return static_cast<std::uint32_t>(things.size() - 1);
    }
    const std::uint32_t place = unused.back();
    unused.pop_back();
    things[place] = thing;
    return place;
}

template <class T>
T DepthSearch::Pool<T>::take(std::uint32_t place) {
    unused.push_back(place);
    return things[place];
}

DepthSearch::DepthSearch(DepthSide& a, DepthSide& b, const LocalDepthOptions& options)
    : a_(a), b_(b), options_(options), meter_(options.budget), rounding_(0x1p-48 * a.largest_number()) {}

double DepthSearch::goal() const {
    return std::max(best_.value * (1 + options_.relative_error) + options_.absolute_error,
                    best_.value + 16 * rounding_);
}

LocalDepth DepthSearch::run() {
    consider(true, BoxRef{0, 0});
    consider(false, BoxRef{0, 0});
    while (!queue_.empty() && !meter_.exhausted()) {
        std::pop_heap(queue_.begin(), queue_.end());
        const Waiting next = queue_.back();
        queue_.pop_back();
        if (next.bound <= goal()) {
            leave(next.bound);  // and all others, which may be no deeper
            break;
        }
        next.is_piece ? open(pieces_.take(next.place)) : open(parts_.take(next.place));
    }
    if (!queue_.empty()) leave(queue_.front().bound);
    best_.at_most = std::max(best_.value, left_ > 0 ? left_ + rounding_ : 0);
    return best_;
}

void DepthSearch::wait(double bound, bool is_piece, std::uint32_t place) {
    queue_.push_back({bound, order_++, is_piece, place});
    std::push_heap(queue_.begin(), queue_.end());
}

// The side is asked for only where the point may be the deepest. A point that was computed is beside the
// triangle by rounding, and may be inside by no more than that.
DepthPoint DepthSearch::look(bool of_a, TriangleId t, const Vec3& p, bool is_vertex) {
    meter_.spend();
    DepthSide& s = side(of_a);
    DepthPoint point = s.look_at(p);
    const double value = std::abs(point.depth);
    if (!(value > best_.value) || (!is_vertex && value <= rounding_)) return point;
    meter_.spend();
    s.make_sure(point);
    if (point.depth > 0) {
        best_.value = point.depth;
        best_.point = p;
        best_.nearest = point.nearest;
        best_.point_on_a = of_a;
        best_.triangle_a = of_a ? t : point.triangle;
        best_.triangle_b = of_a ? point.triangle : t;
    }
    return point;
}

void DepthSearch::look_at_corners(bool of_a, TriangleId t) {
    DepthSide& s = side(of_a);
    if (!s.counts(t)) return;
    for (const Vec3& p : s.corners(t).corner)
        if (s.region().contains(p)) look(of_a, t, p, true);
}

void DepthSearch::consider(bool of_a, BoxRef box) {
    DepthSide& s = side(of_a);
    const PlacedPart part = s.placed(box);
    if (!overlap(part.box, s.region())) return;
    double bound = s.depth_in_box(part.box);
    if (bound < 0) return;
    if (bound <= goal()) return leave(bound);
    meter_.spend();
    DepthPoint center = s.look_at(part.center);
    const double off = std::abs(center.depth);
    bound = std::min(bound, off + part.radius);
    if (bound <= goal()) return leave(bound);
    if (off > part.radius) {
        meter_.spend();
        s.make_sure(center);
        if (center.depth < 0) return;
    }
    wait(bound, false, parts_.put({of_a, box, center.outwards}));
}

void DepthSearch::open(const Part& part) {
    DepthSide& s = side(part.of_a);
    const double goal_now = goal();
    meter_.spend();
    const auto met = s.not_outside(part.box, part.outwards * (goal_now - rounding_));
    if (!met) return leave(goal_now);
    // What sticks out may be deep.
    look_at_corners(part.of_a, *met);
    const TreeLink link = s.link(part.box);
    if (link.is_leaf()) {
        const TreeLeaf& leaf = s.tree().leaves()[link.index()];
        for (std::uint32_t i = 0; i < leaf.count; ++i)
            if (s.counts(leaf.triangle[i])) consider(part.of_a, leaf.triangle[i]);
        return;
    }
    const WideNode& node = s.tree().nodes()[link.index()];
    for (std::uint32_t slot = 0; slot < WideNode::width; ++slot)
        if (!node.child[slot].is_none()) consider(part.of_a, BoxRef{link.index(), slot});
}

void DepthSearch::consider(bool of_a, TriangleId t) {
    DepthSide& s = side(of_a);
    const Triangle corners = s.corners(t);
    const Box box = bounds(corners);
    if (!overlap(box, s.region()) || s.depth_in_box(box) < 0) return;
    const auto piece_of = [&](const Vec3& p, const Vec3& q, const Vec3& r, bool whole) {
        consider(DepthPiece{of_a, 0, t, {look(of_a, t, p, whole), look(of_a, t, q, whole), look(of_a, t, r, whole)}});
    };
    if (options_.within.empty()) return piece_of(corners[0], corners[1], corners[2], true);
    const std::vector<Vec3> polygon = clipped(corners, options_.within);
    for (std::size_t i = 2; i < polygon.size(); ++i) piece_of(polygon[0], polygon[i - 1], polygon[i], false);
}

void DepthSearch::consider(const DepthPiece& piece) {
    DepthSide& s = side(piece.of_a);
    const double bound = bound_of(piece, s);
    if (bound <= goal()) return leave(bound);
    for (std::size_t i = 0; i < 3; ++i) {
        DepthPoint p = piece.corner[i];
        if (!(std::abs(p.depth) > piece.reach_from(i) + rounding_)) continue;
        meter_.spend();
        s.make_sure(p);
        if (p.depth < 0) return;
        break;
    }
    wait(bound, true, pieces_.put(piece));
}

void DepthSearch::open(const DepthPiece& piece) {
    if (is_shallow(piece)) return leave(goal());
    const PieceCut cut = best_cut(piece);
    const Vec3 &from = piece.corner[cut.from].at, &to = piece.corner[cut.to].at;
    const DepthPoint between = look(piece.of_a, piece.triangle, from + (to - from) * cut.at, false);
    for (const std::size_t replaced : {cut.from, cut.to}) {
        DepthPiece half = piece;
        ++half.level;
        half.corner[replaced] = between;
        consider(half);
    }
}

// Can the piece be moved out? Each corner its own way, or all of them along the way of one.
bool DepthSearch::is_shallow(const DepthPiece& piece) {
    const auto& c = piece.corner;
    if (is_outside_moved(piece, {c[0].depth, c[1].depth, c[2].depth},
                         {c[0].outwards, c[1].outwards, c[2].outwards}))
        return true;
    for (const DepthPoint& p : c) {
        std::array<double, 3> depth;
        for (std::size_t j = 0; j < 3; ++j)
            depth[j] = p.depth + dot(p.at - c[j].at, p.outwards);
        if (is_outside_moved(piece, depth, {p.outwards, p.outwards, p.outwards})) return true;
    }
    return false;
}

// Corners are moved a little further than to the surface, as far as the goal allows.
bool DepthSearch::is_outside_moved(const DepthPiece& piece, const std::array<double, 3>& depth,
                                   const std::array<Vec3, 3>& way) {
    const double deepest = std::max({depth[0], depth[1], depth[2]}), allowed = goal() - rounding_;
    if (!(deepest < allowed)) return false;
    const double beyond =
        std::min(0.5 * (allowed - deepest), std::max(deepest, 0.25 * piece.reach_from(0)));
    Triangle moved;
    for (std::size_t j = 0; j < 3; ++j)
        moved[j] = piece.corner[j].at + way[j] * std::max(0.0, depth[j] + beyond);
    meter_.spend();
    return side(piece.of_a).is_outside(moved);
}

}  // namespace graze::inline v1::detail
