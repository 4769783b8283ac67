#include "graze/query/intersect/detail/subtree_planes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/predicates.h"
#include "graze/convex/simplex.h"
#include "graze/query/distance/detail/separating_directions.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {
namespace {

// The projections of a tree's boxes onto a direction in the world.
class BoxProjections {
  public:
    BoxProjections(const WideTree& tree, const Pose& pose, const Vec3& from, const Vec3& along) {
        const Vec3 origin = pose(tree.origin());
        start_ = dot(along, origin - from);
        const Pose::Matrix& m = pose.matrix();
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            slope_[k] = tree.unit() * (m[0][k] * along.x + m[1][k] * along.y + m[2][k] * along.z);
            sum += std::abs(slope_[k]);
        }
        // The error of boxes is far less than this, and so are some twenty roundings of their contents.
        const double largest = largest_coordinate(origin) + largest_coordinate(from) +
                               largest_coordinate(pose.translation()) + largest_coordinate(tree.origin());
        margin_ = 0x1p-20 * sum + 0x1p-44 * largest * 3 * largest_coordinate(along);
    }

    struct Interval {
        double low, high;
    };
    // An interval that contains the projections of the box's contents.
    Interval of(const WideNode& node, int slot) const {
        const CodedBox box = read_box(node, slot);
        double middle = start_, radius = margin_;
        for (std::size_t k = 0; k < 3; ++k) {
            middle += slope_[k] * static_cast<double>(box.center[k]);
            double along = 0;
            for (std::size_t c = 0; c < 3; ++c) along += slope_[c] * static_cast<double>(box.axis[k][c]);
            radius += static_cast<double>(box.half[k]) * std::abs(along);
        }
        return {middle - radius, middle + radius};
    }

  private:
    double slope_[3], start_, margin_;
};

// Calls `look(triangle)` for the triangles below a link, transformed to the world, until `look` returns
// false. Skips boxes for which `skip(node, slot)` is true. False if `look` ended the walk.
template <class Skip, class Look>
bool all_below(const Shape& shape, const Pose& pose, TreeLink link, const Skip& skip, const Look& look) {
    // The trees are at most 31 levels deep, and each level leaves at most seven nodes on the stack.
    constexpr int most_waiting = 256;
    static_assert(most_waiting >= 7 * WideTree::max_depth + WideNode::width);
    TreeLink waiting[most_waiting];
    int count = 0;
    waiting[count++] = link;
    const WideTree& tree = shape.tree();
    while (count > 0) {
        const TreeLink next = waiting[--count];
        if (next.is_leaf()) {
            const TreeLeaf& leaf = tree.leaves()[next.index()];
            for (std::uint32_t i = 0; i < leaf.count(); ++i)
                if (!look(pose(shape.mesh().triangle(leaf.triangle[i])))) return false;
            continue;
        }
        const WideNode& node = tree.nodes()[next.index()];
        for (int i = WideNode::width - 1; i >= 0; --i)
            if (!node.child[i].is_none() && !skip(node, i)) waiting[count++] = node.child[i];
    }
    return true;
}

Triangle first_below(const Shape& shape, const Pose& pose, TreeLink link) {
    while (!link.is_leaf()) link = shape.tree().nodes()[link.index()].child[0];
    return pose(shape.mesh().triangle(shape.tree().leaves()[link.index()].triangle[0]));
}

TreeLink link_of(const WideTree& tree, BoxRef r) {
    return tree.nodes()[r.node()].child[r.slot()];
}

Vec3 center_of(const WideTree& tree, const Pose& pose, BoxRef r) {
    const WideNode& node = tree.nodes()[r.node()];
    Vec3 p = tree.origin();
    for (std::size_t k = 0; k < 3; ++k) p[k] += tree.unit() * static_cast<double>(node.center[k][r.slot()]);
    return pose(p);
}

std::optional<Vec3> unit_direction(const Vec3& v) {
    const Vec3 unit = normalized(v);
    if (!is_finite(unit) || unit == Vec3{}) return std::nullopt;
    return unit;
}

const Vec3* shared_corner(const Triangle& a, const Triangle& b) {
    for (const Vec3& p : a.corner) {
        if (p == b[0] || p == b[1] || p == b[2]) return &p;
    }
    return nullptr;
}

DoubleDouble projection_along(const Wide3& direction, const Vec3& from, const Vec3& p) {
    return direction[0] * DoubleDouble::difference(p.x, from.x) +
           direction[1] * DoubleDouble::difference(p.y, from.y) +
           direction[2] * DoubleDouble::difference(p.z, from.z);
}

bool is_less(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

}  // namespace

Subtrees::Subtrees(const PairQuery& query, BoxPair boxes)
    : a(link_of(query.a.tree(), boxes.a)),
      b(link_of(query.b.tree(), boxes.b)),
      center_a(center_of(query.a.tree(), query.world_from_a, boxes.a)),
      center_b(center_of(query.b.tree(), query.world_from_b, boxes.b)) {}

int SubtreePlanes::Plane::side(const Vec3& p) const {
    constexpr int unknown = 2;
    if (!has_direction) {
        // Copies of a triangle have all points in common; comparing is faster than computing.
        if (p == triangle[0] || p == triangle[1] || p == triangle[2]) return 0;
        return orient3d(triangle[0], triangle[1], triangle[2], p);
    }
    const Vec3 from = p - triangle[0], &along = triangle[1];
    const double x = along.x * from.x, y = along.y * from.y, z = along.z * from.z;
    const double projection = x + y + z;
    // Three differences, three products and two sums, each with a relative error of 2^-53; and underflow.
    const double error = (std::abs(x) + std::abs(y) + std::abs(z)) * 0x1p-50 + 0x1p-1000;
    if (projection > error) return 1;
    if (projection < -error) return -1;
    const auto is_zero = [](double a, double b) { return a == 0 || b == 0; };
    const bool on = is_zero(along.x, from.x) && is_zero(along.y, from.y) && is_zero(along.z, from.z);
    return on ? 0 : unknown;
}

// The normal of a sliver is not known.
std::optional<Vec3> SubtreePlanes::Plane::normal() const {
    if (has_direction) return triangle[1];
    const Vec3 u = triangle[1] - triangle[0], v = triangle[2] - triangle[0], n = cross(u, v);
    constexpr double sliver = 0x1p-40;
    if (!(dot(n, n) > sliver * dot(u, u) * dot(v, v))) return std::nullopt;
    return unit_direction(n);
}

// Finds the sides of a plane on which all triangles below a link, or boxes that contain them, lie.
bool SubtreePlanes::look_at_sides(const Plane& plane, const Shape& shape, const Pose& pose, TreeLink link,
                                  Sides& s) {
    const std::optional<Vec3> normal = plane.normal();
    const BoxProjections projections(shape.tree(), pose, plane.triangle[0], normal.value_or(Vec3{}));
    const auto skip = [&](const WideNode& node, int slot) {
        if (!normal) return false;
        ++looked_at_;
        const BoxProjections::Interval i = projections.of(node, slot);
        const bool front = i.low > 0, behind = i.high < 0;
        s.front |= front;
        s.behind |= behind;
        return front || behind;
    };
    return all_below(shape, pose, link, skip,
                     [&](const Triangle& t) {
                         if (left_ == 0) return false;
                         --left_;
                         ++looked_at_;
                         for (const Vec3& p : t.corner) {
                             const int side = plane.side(p);
                             s.front |= side == 1;
                             s.behind |= side == -1;
                             s.on |= side == 0;
                             if (side > 1) return false;
                         }
                         return !s.is_refused();
                     }) &&
           !s.is_refused();
}

bool SubtreePlanes::separates(const Plane& plane, const Subtrees& trees, Wanted wanted) {
    Sides a;
    if (!look_at_sides(plane, query_.a, query_.world_from_a, trees.a, a)) return false;
    Sides b{.refuse_front = a.front, .refuse_behind = a.behind, .refuse_on = wanted == Wanted::apart && a.on};
    return look_at_sides(plane, query_.b, query_.world_from_b, trees.b, b);
}

// Computes the planes that the last hard pair suggests.
void SubtreePlanes::look_at_last_pair() {
    seen_at_ = hard_pairs();
    const Triangle a = query_.world_from_a(query_.a.mesh().triangle(a_)),
                   b = query_.world_from_b(query_.b.mesh().triangle(b_));
    const auto face = [](const Triangle& t) -> std::optional<Plane> {
        if (collinear(t[0], t[1], t[2])) return std::nullopt;
        return Plane{t, false};
    };
    face_a_ = face(a);
    face_b_ = face(b);
    const ClosestPoints closest = distance(a, b);
    const Vec3* corner = shared_corner(a, b);
    middle_ = corner ? *corner : closest.point_b + 0.5 * (closest.point_a - closest.point_b);
    direction_ = unit_direction(closest.point_a - closest.point_b);
    between_.reset();
    if (direction_) between_ = Plane{{{*middle_, *direction_, {}}}, true};
    // Between faces that are close to each other, the direction between points is mostly rounding. The
    // normals of the faces are not; but a plane through a face has the other triangles of a heap on both
    // sides, where rounding put them.
    const auto along = [&](const std::optional<Plane>& face_plane) -> std::optional<Plane> {
        const std::optional<Vec3> normal = face_plane ? face_plane->normal() : std::nullopt;
        if (!normal) return std::nullopt;
        return Plane{{{*middle_, *normal, {}}}, true};
    };
    along_a_ = along(face_a_);
    along_b_ = along(face_b_);
}

// Approaches the closest points of the hulls until a plane separates the hulls (Gilbert, Johnson, Keerthi
// 1988).
std::optional<SubtreePlanes::Plane> SubtreePlanes::plane_between_hulls(const Subtrees& trees) {
    constexpr int most_steps = 12;
    Simplex simplex;
    std::optional<Vec3> along = unit_direction(trees.center_a - trees.center_b);
    const Vec3& origin = trees.center_b;
    for (int step = 0; step < most_steps && along; ++step) {
        const auto lowest_of = [&](const Shape& shape, const Pose& pose, TreeLink link, const Vec3& direction,
                                   Vec3& lowest) {
            double low = std::numeric_limits<double>::infinity();
            const BoxProjections projections(shape.tree(), pose, origin, direction);
            const auto skip = [&](const WideNode& node, int slot) {
                ++looked_at_;
                return projections.of(node, slot).low > low;
            };
            return all_below(shape, pose, link, skip, [&](const Triangle& t) {
                if (left_ == 0) return false;
                --left_;
                ++looked_at_;
                for (const Vec3& p : t.corner) {
                    const double projection = dot(direction, p - origin);
                    if (projection < low) low = projection, lowest = p;
                }
                return true;
            });
        };
        Vec3 p, q;
        if (!lowest_of(query_.a, query_.world_from_a, trees.a, *along, p) ||
            !lowest_of(query_.b, query_.world_from_b, trees.b, -*along, q))
            return std::nullopt;
        if (dot(*along, p - q) > 0) return Plane{{{q + 0.5 * (p - q), *along, {}}}, true};
        if (!simplex.add({p - q, p - origin})) return std::nullopt;
        along = unit_direction(simplex.nearest());
    }
    return std::nullopt;
}

bool SubtreePlanes::separate(BoxPair boxes, Wanted wanted, std::uint64_t most_triangles) {
    const Subtrees trees(query_, boxes);
    left_ = most_triangles;
    // Mostly one plane separates neighbouring subtrees, too.
    if (last_ && separates(*last_, trees, wanted)) return true;
    if (is_new()) look_at_last_pair();
    const auto try_plane = [&](const std::optional<Plane>& plane) {
        if (!plane || left_ == 0 || !separates(*plane, trees, wanted)) return false;
        last_ = plane;
        return true;
    };
    if (try_plane(between_) || try_plane(face_a_) || try_plane(face_b_) || try_plane(along_a_) ||
        try_plane(along_b_))
        return true;
    // For needles that meet in one point: a plane through that point, between the needles of either subtree.
    // It is tilted a little towards the direction between the closest points, so that the needles' ends in
    // that point are on different sides, too.
    const auto away = unit_direction(trees.center_a - trees.center_b);
    if (away && middle_) {
        const Vec3 direction = direction_ ? *away + 0.25 * *direction_ : *away;
        if (try_plane(Plane{{{*middle_, direction, {}}}, true})) return true;
    }
    return try_plane(plane_between_hulls(trees));
}

bool SubtreePlanes::separate_after(BoxPair boxes, Wanted wanted, std::uint32_t hard) {
    const std::uint64_t most = time_.most_triangles(hard), before = looked_at_;
    if (most == 0) return false;
    if (separate(boxes, wanted, most)) return true;
    if (hard != PlaneSearchTime::whole_trees) time_.add_failure(looked_at_ - before);
    return false;
}

// True if the last pair is further apart than the limit along some direction.
bool SubtreeGaps::look_at_last_pair(double limit) {
    const Triangle a = query_.world_from_a(query_.a.mesh().triangle(a_)),
                   b = query_.world_from_b(query_.b.mesh().triangle(b_));
    const ClosestPoints closest = distance(a, b);
    std::optional<SeparatingDirection> along;
    if (!certainly_beyond(a, b, closest.point_a - closest.point_b, limit, along) || !along) return false;
    add_direction(*along, b);
    return true;
}

bool SubtreeGaps::separate_after(BoxPair boxes, double limit, std::uint32_t hard) {
    const Subtrees trees(query_, boxes);
    const std::uint64_t most = time_.most_triangles(hard);
    std::uint64_t left = most;
    if (left == 0) return false;
    if (separates(trees, limit, left)) return true;
    if (hard_pairs() != seen_at_ && look_at_last_pair(limit) && separates(trees, limit, left)) return true;
    if (hard != PlaneSearchTime::whole_trees) time_.add_failure(most - left);
    return false;
}

bool SubtreeGaps::separates(const Subtrees& trees, double limit, std::uint64_t& left) const {
    if (!direction_ || !origin_) return false;
    // A bound of all coordinates relative to the origin.
    double size = limit;
    for (const Box& box :
         {query_.world_from_a(query_.a.mesh().box()), query_.world_from_b(query_.b.mesh().box())})
        size = std::max({size, 1.01 * largest_coordinate(box.lower - *origin_),
                         1.01 * largest_coordinate(box.upper - *origin_)});
    if (!(size > 0x1p-300 && size < 0x1p300)) return false;
    const auto lowest = [&](const Triangle& t, const Wide3& along) {
        DoubleDouble least = projection_along(along, *origin_, t[0]);
        for (std::size_t i = 1; i < 3; ++i) {
            const DoubleDouble h = projection_along(along, *origin_, t[i]);
            if (is_less(h, least)) least = h;
        }
        return least;
    };
    const Wide3 &up = direction_->along, down{-up[0], -up[1], -up[2]};
    const double length = std::max({std::abs(up[0].high), std::abs(up[1].high), std::abs(up[2].high)});
    const DoubleDouble wanted = DoubleDouble(limit) * square_root(dot(up, up)) * DoubleDouble(1 + 0x1p-52, 0);
    // A rough test first: the lowest projections of the first triangles exclude most pairs that are not far
    // enough apart.
    DoubleDouble low_a = lowest(first_below(query_.a, query_.world_from_a, trees.a), up),
                 low_b = lowest(first_below(query_.b, query_.world_from_b, trees.b), down);
    const double rough = wanted.high * (1 - 1e-9);
    const auto walk = [&](const Shape& shape, const Pose& pose, TreeLink link, const Wide3& along,
                          DoubleDouble& low, const DoubleDouble& other) {
        const Vec3 rounded{along[0].high, along[1].high, along[2].high};
        const BoxProjections projections(shape.tree(), pose, *origin_, rounded);
        const auto skip = [&](const WideNode& node, int slot) {
            return projections.of(node, slot).low > low.high;
        };
        return all_below(shape, pose, link, skip, [&](const Triangle& t) {
            if (left == 0) return false;
            --left;
            const DoubleDouble h = lowest(t, along);
            if (is_less(h, low)) low = h;
            return low.high + other.high > rough;
        });
    };
    if (!walk(query_.a, query_.world_from_a, trees.a, up, low_a, low_b) ||
        !walk(query_.b, query_.world_from_b, trees.b, down, low_b, low_a))
        return false;
    // Projections are sums of three products; the direction has its error in each coordinate.
    const double error = size * (8 * direction_->error + 0x1p-98 * length);
    const DoubleDouble gap = low_a + low_b - DoubleDouble(error);
    if (!(gap.high > 0)) return false;
    const DoubleDouble squared =
        dot(up, up) + DoubleDouble(8 * length * (direction_->error + 0x1p-102 * length));
    const DoubleDouble far(limit), least = far * far * squared;
    return (gap * gap - least).high > 0x1p-98 * least.high;
}

bool SubtreeGaps::apart_along_after(BoxPair boxes, const Vec3& from, const Vec3& direction, double least,
                                    std::uint32_t hard) {
    const Subtrees trees(query_, boxes);
    const std::uint64_t most = time_.most_triangles(hard);
    std::uint64_t left = most;
    if (left == 0) return false;
    double low_a = lowest(first_below(query_.a, query_.world_from_a, trees.a), from, direction),
           low_b = lowest(first_below(query_.b, query_.world_from_b, trees.b), from, -direction);
    const auto walk = [&](const Shape& shape, const Pose& pose, TreeLink link, const Vec3& along, double& low,
                          double other) {
        const BoxProjections projections(shape.tree(), pose, from, along);
        const auto skip = [&](const WideNode& node, int slot) {
            return projections.of(node, slot).low > low;
        };
        return all_below(shape, pose, link, skip, [&](const Triangle& t) {
            if (left == 0) return false;
            --left;
            low = std::min(low, lowest(t, from, along));
            return low + other >= least;
        });
    };
    if (walk(query_.a, query_.world_from_a, trees.a, direction, low_a, low_b) &&
        walk(query_.b, query_.world_from_b, trees.b, -direction, low_b, low_a))
        return true;
    if (hard != PlaneSearchTime::whole_trees) time_.add_failure(most - left);
    return false;
}

}  // namespace graze::inline v1::detail
