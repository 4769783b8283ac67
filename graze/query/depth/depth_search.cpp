// Three proofs that no point of a part of a surface is deeper than d in a solid:
//   - some point of the part is less deep by at least the radius around it that contains the part;
//   - the part is a triangle, and its corners are that near to one triangle of the solid;
//   - moved by vectors no longer than d, linear in between, the part lies outside: on the way out every
//     point of the part that was inside has passed the surface.
// The last proof only needs two surfaces that keep clear of each other. So it holds for a part of any size
// where the surfaces run alongside each other, as in a press fit.
#include "graze/query/depth/detail/depth_search.h"

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

DepthSearch::DepthSearch(DepthSide& a, DepthSide& b, const LocalDepthOptions& options, Meter& meter)
    : a_(a), b_(b), options_(options), meter_(meter), rounding_(a.rounding()) {}

double DepthSearch::goal() const {
    const double close = std::max(best_.value * (1 + options_.relative_error) + options_.absolute_error,
                                  best_.value + 16 * rounding_);
    // run() adds the error of cut points to what is left.
    return options_.limit && !exceeds_limit() ? std::max(close, *options_.limit - cut_error()) : close;
}

DeepestPoint DepthSearch::run() {
    consider(true, BoxRef{0, 0});
    consider(false, BoxRef{0, 0});
    while (!queue_.empty() && !meter_.exhausted() && !exceeds_limit()) {
        std::pop_heap(queue_.begin(), queue_.end());
        const Waiting next = queue_.back();
        queue_.pop_back();
        if (next.is_piece) {
            const DepthPiece piece = pieces_.take(next.place);
            next.bound <= goal() ? leave(next.bound) : open(piece);
        } else {
            const Part part = parts_.take(next.place);
            next.bound <= goal() ? leave(next.bound) : open(part);
        }
    }
    for (const Waiting& w : queue_) leave(w.bound);
    best_.complete = left_ <= goal() || exceeds_limit();
    best_.at_most = std::max(best_.value, left_ > 0 ? left_ + cut_error() : 0);
    return best_;
}

void DepthSearch::wait(double likely, double bound, bool is_piece, std::uint32_t place) {
    queue_.push_back({likely, bound, order_++, is_piece, place});
    std::push_heap(queue_.begin(), queue_.end());
}

// Decides the side only if the point may be the deepest.
DepthPoint DepthSearch::look(bool of_a, TriangleId t, const Vec3& p, bool may_be_deepest) {
    meter_.spend();
    DepthSide& s = side(of_a);
    DepthPoint point = s.look_at(p);
    if (!may_be_deepest || !(std::abs(point.depth) > best_.value)) return point;
    meter_.spend();
    if (s.make_sure(point) && point.depth > best_.value && s.is_in_face(t, point)) {
        best_.value = point.depth;
        best_.point = p;
        best_.nearest = point.nearest;
        best_.point_on_a = of_a;
        best_.triangle_a = of_a ? t : point.triangle;
        best_.triangle_b = of_a ? point.triangle : t;
    }
    return point;
}

// Rounding puts a computed point beside the triangle; the point may be inside by no more than the rounding.
DepthPoint DepthSearch::look_at_computed(bool of_a, TriangleId t, const Vec3& p) {
    DepthPoint point = look(of_a, t, p, false);
    if (!(std::abs(point.depth) > best_.value) || std::abs(point.depth) <= rounding_) return point;
    return look(of_a, t, p, true);
}

// Measures each vertex once.
std::uint32_t DepthSearch::look_at_vertex(bool of_a, TriangleId t, std::size_t corner) {
    DepthSide& s = side(of_a);
    bool is_new = false;
    const std::uint32_t number = s.number_of_vertex(t, corner, is_new);
    if (is_new) {
        const Vec3 p = s.corners(t)[corner];
        s.seen(number) = look(of_a, t, p, s.region().contains(p));
    }
    return number;
}

void DepthSearch::look_at_corners(bool of_a, TriangleId t) {
    if (!side(of_a).counts(t)) return;
    for (std::size_t i = 0; i < 3; ++i) look_at_vertex(of_a, t, i);
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
        if (s.make_sure(center) && center.depth < 0) return;
    }
    const TriangleId first = s.first_triangle(box);
    if (s.counts(first)) look_at_vertex(of_a, first, 0);
    // Large parts come first, for an overview; then leaves and pieces that are likely to be the deepest.
    const double likely = s.link(box).is_leaf() ? center.depth : bound;
    wait(likely, bound, false, parts_.put({of_a, box, center.outwards}));
}

void DepthSearch::open(const Part& part) {
    DepthSide& s = side(part.of_a);
    const TreeLink link = s.link(part.box);
    if (link.is_leaf()) return open(part.of_a, s.tree().leaves()[link.index()]);
    const double goal_now = goal();
    meter_.spend();
    const auto met = s.not_outside(part.box, part.outwards * (goal_now - rounding_));
    if (!met) return leave(goal_now);
    // The part that sticks out may be deep.
    look_at_corners(part.of_a, *met);
    const WideNode& node = s.tree().nodes()[link.index()];
    for (std::uint32_t slot = 0; slot < WideNode::width; ++slot)
        if (!node.child[slot].is_none()) consider(part.of_a, BoxRef{link.index(), slot});
}

void DepthSearch::consider(const DepthPiece& piece) {
    DepthSide& s = side(piece.of_a);
    const double bound = bound_of(piece, s);
    if (bound <= goal()) return leave(bound);
    for (std::size_t i = 0; i < 3; ++i) {
        DepthPoint p = piece.corner[i];
        if (!(std::abs(p.depth) > piece.reach_from(i) + rounding_)) continue;
        meter_.spend();
        if (s.make_sure(p) && p.depth < 0) return;
        break;
    }
    wait(piece.likely_depth(), bound, true, pieces_.put(piece));
}

// What is outside altogether is dropped, what the solid's surface passes through is cut there. So after a few
// cuts each piece is on one side of the surface. Without this, pieces outside would be cut until they are
// about as small as the error that is allowed, all along the line where the surfaces cross.
void DepthSearch::open(const DepthPiece& piece) {
    if (is_shallow(piece)) return leave(goal());
    // The first cuts are cheap and mostly suffice.
    constexpr std::uint16_t first_cuts = 4;
    if (piece.is_clear || piece.level < first_cuts || piece.level % 4 == 3) return cut_in_two(piece);
    DepthSide& s = side(piece.of_a);
    const Triangle inner = without_rim(piece, goal() - rounding_);
    meter_.spend();
    const std::optional<TriangleId> met = s.met_by(inner);
    if (met) {
        if (!cut_along(piece, s.corners_of_solid(*met))) cut_in_two(piece);
        return;
    }
    meter_.spend();
    if (!s.inside(inner[0])) return leave(goal());
    if (!s.is_in_face(piece.triangle, (inner[0] + inner[1] + inner[2]) / 3)) return;
    DepthPiece clear = piece;
    clear.is_clear = true;
    cut_in_two(clear);
}

// None if the piece is too small to cut there.
std::optional<DepthPoint> DepthSearch::point_between(const DepthPiece& piece, const PieceCut& cut) {
    const Vec3 &from = piece.corner[cut.from].at, &to = piece.corner[cut.to].at;
    const Vec3 middle = from + (to - from) * cut.at;
    if (middle == from || middle == to) return std::nullopt;
    return look_at_computed(piece.of_a, piece.triangle, middle);
}

void DepthSearch::cut_in_two(const DepthPiece& piece) {
    PieceCut cut = best_cut(piece, side(piece.of_a));
    std::optional<DepthPoint> between = point_between(piece, cut);
    if (!between) {
        // At a corner nothing would be cut off, however large the piece is.
        cut = longest_cut(piece);
        between = point_between(piece, cut);
    }
    if (!between) return leave(bound_of(piece, side(piece.of_a)));
    for (const std::size_t replaced : {cut.from, cut.to}) {
        DepthPiece half = piece;
        ++half.level;
        half.corner[replaced] = *between;
        consider(half);
    }
}

// Along the plane of the triangle, or beside one of its edges. False if there is nothing to cut off.
bool DepthSearch::cut_along(const DepthPiece& piece, const Triangle& of_solid) {
    const std::optional<CornerHeights> height = heights_over(of_solid, piece, 4 * rounding_);
    if (!height) return false;
    const auto side_of = [&](std::size_t i) { return (*height)[i] > 0 ? 1 : -1; };
    std::size_t tip = 0;  // the corner that is alone on its side
    while (side_of(tip) == side_of((tip + 1) % 3) || side_of(tip) == side_of((tip + 2) % 3)) ++tip;
    const std::size_t next = (tip + 1) % 3, last = (tip + 2) % 3;
    const auto cut_to = [&](std::size_t k) {
        return point_between(piece, {tip, k, (*height)[tip] / ((*height)[tip] - (*height)[k])});
    };
    const std::optional<DepthPoint> p = cut_to(next), q = cut_to(last);
    if (!p && !q) return false;
    const auto consider_part = [&](const DepthPoint& x, const DepthPoint& y, const DepthPoint& z) {
        DepthPiece part = piece;
        ++part.level;
        part.corner = {x, y, z};
        consider(part);
    };
    const auto& c = piece.corner;
    // A corner in the plane needs no cut.
    consider_part(c[tip], p ? *p : c[next], q ? *q : c[last]);
    if (p) consider_part(*p, c[next], c[last]);
    if (q) consider_part(p ? *p : c[next], c[last], *q);
    return true;
}

bool DepthSearch::is_shallow(const DepthPiece& piece) {
    DepthSide& s = side(piece.of_a);
    const Vec3 below = detail::point_below(piece, inwards(piece.of_a, piece.triangle));
    for (int attempt = 0; attempt < piece_moves; ++attempt) {
        const std::optional<Triangle> moved = moved_out(piece, attempt, goal() - rounding_, below);
        meter_.spend();
        if (moved && s.is_outside(*moved)) return true;
    }
    return false;
}

// The direction from a triangle of the surface into its own solid, which is the solid of the other side.
Vec3 DepthSearch::inwards(bool of_a, TriangleId t) {
    return side(!of_a).front_of_solid(t) * -1;
}

}  // namespace graze::inline v1::detail
