#include "graze/query/point/detail/winding.h"

#include <algorithm>
#include <limits>

#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/query/detail/costs.h"
#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {
namespace {

// For a point next to x, the sign is that of x. If that is zero, the sign is that of the point towards which
// the point next to x lies. The weights are unusual, so that this point is in line with few others.
int orient3d(const SurfacePoint& p, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int at_x = detail::orient3d(p.x, b, c, d);
    if (at_x != 0 || !p.inwards) return at_x;
    return detail::orient3d(WeightedPoint{p.x.t, {311, 353, 293}}, b, c, d);
}

// Ends of rays: points on a sphere around shape and start. The sphere is large enough for rays in many
// directions even where coordinates are large and the box is small.
class RayEnds {
  public:
    RayEnds(const Box& all, const Box& shape, const Vec3& start)
        : shape_(shape), start_(start), center_(all.center()) {
        const double coarse = std::max(largest_coordinate(all.lower), largest_coordinate(all.upper));
        radius_ = std::max({1.5 * largest_coordinate(all.size()), 0x1p-20 * coarse, 0x1p-1000});
    }

    // Of some ends that are allowed, the end with the shortest path out of the shape's box: on a short path
    // there is little to test. About half of the sphere is on one side of a plane.
    template <class Allowed>
    Vec3 next(const Allowed& allowed) {
        constexpr int candidates = 6;
        Vec3 best{};
        double shortest = std::numeric_limits<double>::infinity();
        for (int found = 0; found < candidates;) {
            const Vec3 way_there =
                directions_.on_sphere();  // drawn first: compilers differ in the order of evaluation
            const Vec3 end = center_ + way_there * (radius_ * directions_.uniform(1.2, 1.6));
            if (!allowed(end)) continue;
            const double way = way_out(end);
            if (found == 0 || way < shortest) {
                shortest = way;
                best = end;
            }
            ++found;
        }
        return best;
    }

  private:
    // The length of the path out of the box from the start, in the largest coordinate; approximate.
    double way_out(const Vec3& end) const {
        const Vec3 along = end - start_;
        double share = 1;
        for (std::size_t k = 0; k < 3; ++k) {
            const double wall = along[k] > 0 ? shape_.upper[k] : shape_.lower[k];
            if (along[k] != 0) share = std::min(share, (wall - start_[k]) / along[k]);
        }
        return share * largest_coordinate(along);
    }

    const Box& shape_;
    Vec3 start_, center_;
    double radius_;
    Random directions_{1};
};

// A ray in doubles, to exclude quickly what it does not meet.
class RoughRay {
  public:
    RoughRay(const SurfacePoint& start, const Vec3& end) : from_(rounded(start.x)), along_(end - from_) {
        double coordinate = 0;
        for (const Vec3& p : start.x.t.corner) coordinate = std::max(coordinate, largest_coordinate(p));
        // The error of the start is at most 2^-50 of its largest coordinate.
        point_error_ = coordinate * 0x1p-50;
        largest_along_ = largest_coordinate(along_);
    }

    // Does the ray certainly pass t on the left of one edge and on the right of another?
    bool misses(const Triangle& t) const {
        const Vec3 u[3] = {t[0] - from_, t[1] - from_, t[2] - from_};
        const double size =
            std::max({largest_coordinate(u[0]), largest_coordinate(u[1]), largest_coordinate(u[2])});
        // As in orient3d; and each of the eighteen factors of the determinant has the error of the point.
        const double error =
            size * (largest_along_ * size * 0x1p-47 + (largest_along_ + size) * 24 * point_error_) + 0x1p-700;
        bool left = false, right = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const double volume = dot(cross(u[i], u[(i + 1) % 3]), along_);
            left |= volume > error;
            right |= volume < -error;
        }
        return left && right;
    }

  private:
    Vec3 from_, along_;
    double point_error_, largest_along_;
};

}  // namespace

SurfaceCrossing crossing(const SurfacePoint& start, const Vec3& end, const Triangle& t) {
    const int side_of_end = graze::orient3d(t[0], t[1], t[2], end);
    // orient3d changes its sign when its points are rotated by one place.
    const int side_of_start = -orient3d(start, t[0], t[1], t[2]);
    if (side_of_end == 0 && side_of_start == 0) {
        // A triangle without area bounds nothing. For a triangle that the ray runs along, there is no answer.
        return collinear(t[0], t[1], t[2]) ? SurfaceCrossing::none : SurfaceCrossing::degenerate;
    }
    // The end is outside the box of the shape, so not in t; and if the start is in t, the rest of the segment
    // does not pass t.
    if (side_of_end * side_of_start >= 0) return SurfaceCrossing::none;
    int left = 0, right = 0, on = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const int s = orient3d(start, end, t[i], t[(i + 1) % 3]);
        ++(s > 0 ? left : s < 0 ? right : on);
    }
    if (left > 0 && right > 0) return SurfaceCrossing::none;
    if (on > 0) return SurfaceCrossing::degenerate;
    return side_of_start < 0 ? SurfaceCrossing::from_behind : SurfaceCrossing::from_front;
}

WindingNumber::WindingNumber(const Shape& shape, const Pose& world_from_shape, Meter& meter)
    : shape_(shape),
      world_from_shape_(world_from_shape),
      meter_(meter),
      world_box_(world_from_shape(shape.mesh().box())) {
    invert(world_from_shape.matrix(), inverse_rotation_);
}

std::optional<int> WindingNumber::of(const Vec3& p) {
    if (!world_box_.contains(p)) return 0;
    return along_rays({{{p, p, p}, {1, 0, 0}}}, 0);
}

std::optional<int> WindingNumber::beside(const SurfacePoint& p, int side) {
    return along_rays(p, side);
}

std::optional<BothSides> WindingNumber::beside(const SurfacePoint& p) {
    const auto behind = along_rays(p, -1);
    if (!behind) return std::nullopt;
    // If only one triangle contains the point, both sides of p's triangle, which leaves the surface there,
    // are on the same side of that triangle.
    if (p.inwards && triangles_at_start_ == 1) return BothSides{*behind, *behind};
    const auto in_front = along_rays(p, 1);
    if (!in_front) return std::nullopt;
    return BothSides{*behind, *in_front};
}

std::optional<int> WindingNumber::along_rays(const SurfacePoint& start, int side) {
    const Triangle& t = start.x.t;
    Box box = world_box_;
    box.grow(bounds(t));
    RayEnds ends(box, world_box_, rounded(start.x));
    // A ray fails only if it meets an edge.
    while (true) {
        const Vec3 end = ends.next(
            [&](const Vec3& e) { return side == 0 || graze::orient3d(t[0], t[1], t[2], e) == side; });
        int winding = 0;
        if (shoot(start, end, winding)) return winding;
        if (meter_.exhausted()) return std::nullopt;
    }
}

// False if the ray is degenerate, or if the budget is used up.
bool WindingNumber::shoot(const SurfacePoint& start, const Vec3& end, int& winding) {
    const WideTree& tree = shape_.tree();
    if (tree.empty()) return true;
    const TreeSegment segment = in_tree(tree, world_from_shape_, inverse_rotation_, rounded(start.x), end);
    const RoughRay rough(start, end);
    triangles_at_start_ = 0;
    // The trees are at most 31 levels deep, and each level leaves at most seven nodes on the stack.
    constexpr int stack_size = 256;
    std::uint32_t stack[stack_size];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const WideNode& node = tree.nodes()[stack[--depth]];
        if (!meter_.spend(WideNode::width)) return false;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = node.child[slot];
            if (child.is_none() || !segment.may_meet(node, slot)) continue;
            if (!child.is_leaf()) {
                stack[depth++] = child.index();
                continue;
            }
            const TreeLeaf& leaf = tree.leaves()[child.index()];
            if (!meter_.spend(leaf.count())) return false;
            for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                const Triangle t = world_from_shape_(shape_.mesh().triangle(leaf.triangle[i]));
                if (rough.misses(t)) continue;
                if (!meter_.spend(cost::exact_pair)) return false;
                if (start.inwards && detail::orient3d(start.x, t[0], t[1], t[2]) == 0) ++triangles_at_start_;
                switch (crossing(start, end, t)) {
                    case SurfaceCrossing::none:
                        break;
                    case SurfaceCrossing::from_behind:
                        ++winding;
                        break;
                    case SurfaceCrossing::from_front:
                        --winding;
                        break;
                    case SurfaceCrossing::degenerate:
                        return false;
                }
            }
        }
    }
    return true;
}

}  // namespace graze::inline v1::detail
