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
        if (next.is_piece) {
            const DepthPiece piece = pieces_.take(next.place);
            next.bound <= goal() ? leave(next.bound) : open(piece);
        } else {
            const Part part = parts_.take(next.place);
            next.bound <= goal() ? leave(next.bound) : open(part);
        }
    }
    for (const Waiting& w : queue_) leave(w.bound);
    best_.at_most = std::max(best_.value, left_ > 0 ? left_ + rounding_ : 0);
    return best_;
}

void DepthSearch::wait(double likely, double bound, bool is_piece, std::uint32_t place) {
    queue_.push_back({likely, bound, order_++, is_piece, place});
    std::push_heap(queue_.begin(), queue_.end());
}

// The side is asked for only where the point may be the deepest.
DepthPoint DepthSearch::look(bool of_a, TriangleId t, const Vec3& p, bool may_be_deepest) {
    meter_.spend();
    DepthSide& s = side(of_a);
    DepthPoint point = s.look_at(p);
    if (!may_be_deepest || !(std::abs(point.depth) > best_.value)) return point;
    meter_.spend();
    s.make_sure(point);
    if (point.depth > best_.value) {
        best_.value = point.depth;
        best_.point = p;
        best_.nearest = point.nearest;
        best_.point_on_a = of_a;
        best_.triangle_a = of_a ? t : point.triangle;
        best_.triangle_b = of_a ? point.triangle : t;
    }
    return point;
}

// A point that was computed is beside the triangle by rounding, and may be inside by no more than that.
DepthPoint DepthSearch::look_at_computed(bool of_a, TriangleId t, const Vec3& p) {
    DepthPoint point = look(of_a, t, p, false);
    if (!(std::abs(point.depth) > best_.value) || std::abs(point.depth) <= rounding_) return point;
    return look(of_a, t, p, true);
}

// Each vertex once.
const DepthPoint& DepthSearch::look_at_vertex(bool of_a, TriangleId t, std::size_t corner) {
    DepthSide& s = side(of_a);
    bool is_new = false;
    DepthPoint& known = s.known_vertex(t, corner, is_new);
    if (!is_new) return known;
    const Vec3 p = s.corners(t)[corner];
    return known = look(of_a, t, p, s.region().contains(p));
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
        s.make_sure(center);
        if (center.depth < 0) return;
    }
    const TriangleId first = s.first_triangle(box);
    if (s.counts(first)) look_at_vertex(of_a, first, 0);
    // Large parts first, for an overview; then leaves and pieces that are likely to be the deepest.
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
    // What sticks out may be deep.
    look_at_corners(part.of_a, *met);
    const WideNode& node = s.tree().nodes()[link.index()];
    for (std::uint32_t slot = 0; slot < WideNode::width; ++slot)
        if (!node.child[slot].is_none()) consider(part.of_a, BoxRef{link.index(), slot});
}

// All its triangles together, first moved each vertex its own way, then all of them the same way.
void DepthSearch::open(bool of_a, const TreeLeaf& leaf) {
    DepthSide& s = side(of_a);
    LeafPieces pieces;
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
        const TriangleId t = leaf.triangle[i];
        if (!s.counts(t)) continue;
        const Box box = bounds(s.corners(t));
        if (!overlap(box, s.region()) || s.depth_in_box(box) < 0) continue;
        pieces.piece[pieces.count++] = {
            of_a, 0, t, {look_at_vertex(of_a, t, 0), look_at_vertex(of_a, t, 1), look_at_vertex(of_a, t, 2)}};
    }
    Vec3 together;
    for (std::uint32_t i = 0; i < pieces.count; ++i)
        for (const DepthPoint& c : pieces.piece[i].corner)
            if (c.depth > 0) together += c.outwards;
    together = normalized(together);
    const double goal_now = goal(), allowed = goal_now - rounding_;
    const auto own_way = [&](const DepthPoint& c) { return (c.depth > 0 ? c.outwards : together) * allowed; };
    const auto same_way = [&](const DepthPoint&) { return together * allowed; };
    const std::uint32_t before = pieces.count;
    leave_out_shallow(pieces, own_way);
    if (pieces.count > 0) leave_out_shallow(pieces, same_way);
    if (pieces.count < before) leave(goal_now);
    for (std::uint32_t i = 0; i < pieces.count; ++i) consider(of_a, pieces.piece[i]);
}

// Drops those that are outside when moved. Those that share a vertex hang together when moved, too, so that
// one of them answers for all.
template <class Way>
void DepthSearch::leave_out_shallow(LeafPieces& pieces, const Way& way) {
    DepthSide& s = side(pieces.piece[0].of_a);
    constexpr std::uint32_t none = TreeLeaf::width;
    std::array<Triangle, TreeLeaf::width> moved;
    std::array<std::uint32_t, TreeLeaf::width> group;
    for (std::uint32_t i = 0; i < pieces.count; ++i) {
        const DepthPiece& p = pieces.piece[i];
        for (std::size_t j = 0; j < 3; ++j) moved[i][j] = p.corner[j].at + way(p.corner[j]);
        meter_.spend();
        group[i] = s.meets_solid(moved[i]) ? none : i;
        for (std::uint32_t k = 0; k < i && group[i] != none; ++k) {
            if (group[k] == none || group[k] == group[i]) continue;
            if (!s.share_point(p.triangle, pieces.piece[k].triangle)) continue;
            const std::uint32_t old = std::max(group[i], group[k]), now = std::min(group[i], group[k]);
            std::replace(group.begin(), group.begin() + i + 1, old, now);
        }
    }
    std::array<bool, TreeLeaf::width> outside{};
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < pieces.count; ++i) {
        if (group[i] == i) {
            meter_.spend();
            outside[i] = !s.inside(moved[i][0]);
        }
        if (group[i] == none || !outside[group[i]]) pieces.piece[kept++] = pieces.piece[i];
    }
    pieces.count = kept;
}

void DepthSearch::consider(bool of_a, const DepthPiece& whole) {
    if (options_.within.empty()) return consider(whole);
    const TriangleId t = whole.triangle;
    const std::vector<Vec3> polygon = clipped(side(of_a).corners(t), options_.within);
    for (std::size_t i = 2; i < polygon.size(); ++i)
        consider(DepthPiece{of_a,
                            0,
                            t,
                            {look_at_computed(of_a, t, polygon[0]), look_at_computed(of_a, t, polygon[i - 1]),
                             look_at_computed(of_a, t, polygon[i])}});
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
    wait(piece.likely_depth(), bound, true, pieces_.put(piece));
}

void DepthSearch::open(const DepthPiece& piece) {
    if (is_shallow(piece)) return leave(goal());
    const PieceCut cut = best_cut(piece);
    const Vec3 &from = piece.corner[cut.from].at, &to = piece.corner[cut.to].at;
    const DepthPoint between = look_at_computed(piece.of_a, piece.triangle, from + (to - from) * cut.at);
    for (const std::size_t replaced : {cut.from, cut.to}) {
        DepthPiece half = piece;
        ++half.level;
        half.corner[replaced] = between;
        consider(half);
    }
}

// Can the piece be moved out? Each corner its own way, those outside with the others or not at all; or all of
// them along the way of one.
bool DepthSearch::is_shallow(const DepthPiece& piece) {
    const auto& c = piece.corner;
    const double allowed = goal() - rounding_;
    Vec3 together;
    for (const DepthPoint& p : c)
        if (p.depth > 0) together += p.outwards;
    together = normalized(together);
    Triangle moved;
    for (std::size_t j = 0; j < 3; ++j)
        moved[j] = c[j].at + (c[j].depth > 0 ? c[j].outwards : together) * allowed;
    if (is_outside(piece, moved)) return true;
    for (std::size_t j = 0; j < 3; ++j) moved[j] = c[j].at + together * allowed;
    if (is_outside(piece, moved)) return true;
    if (is_outside_moved(piece, {c[0].depth, c[1].depth, c[2].depth},
                         {c[0].outwards, c[1].outwards, c[2].outwards}))
        return true;
    for (const DepthPoint& p : c) {
        std::array<double, 3> depth;
        for (std::size_t j = 0; j < 3; ++j) depth[j] = p.depth + dot(p.at - c[j].at, p.outwards);
        if (is_outside_moved(piece, depth, {p.outwards, p.outwards, p.outwards})) return true;
    }
    return false;
}

bool DepthSearch::is_outside(const DepthPiece& piece, const Triangle& moved) {
    meter_.spend();
    return side(piece.of_a).is_outside(moved);
}

// Corners are moved a little further than to the surface, as far as the goal allows.
bool DepthSearch::is_outside_moved(const DepthPiece& piece, const std::array<double, 3>& depth,
                                   const std::array<Vec3, 3>& way) {
    const double deepest = std::max({depth[0], depth[1], depth[2]}), allowed = goal() - rounding_;
    if (!(deepest < allowed)) return false;
    const double beyond = std::min(0.5 * (allowed - deepest), std::max(deepest, 0.25 * piece.reach_from(0)));
    Triangle moved;
    for (std::size_t j = 0; j < 3; ++j)
        moved[j] = piece.corner[j].at + way[j] * std::max(0.0, depth[j] + beyond);
    return is_outside(piece, moved);
}

}  // namespace graze::inline v1::detail
