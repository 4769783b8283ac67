// Each pair of triangles has a common point for the s of one interval, if any. Outside all of the intervals
// the surfaces are disjoint: then the solids are apart, or one lies in the other, which one exact question
// tells. Where a point of one surface is inside the other solid there is no need to look; one ray tells for
// which s that is so, and some rays leave little to be looked at pair by pair.
#include "graze/query/depth/detail/directional_exit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/tree_walk.h"
#include "graze/query/ray/ray.h"

namespace graze::inline v1::detail {
namespace {

using Axes = std::array<Vec3, 3>;  // the direction, and two at right angles to it

Axes axes_along(const Vec3& direction) {
    const Vec3 other = std::abs(direction.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(direction, other));
    return {direction, u, cross(direction, u)};
}

// Bounds along the axes.
struct Extent {
    std::array<double, 3> low, high;

    double sum() const { return high[0] - low[0] + high[1] - low[1] + high[2] - low[2]; }
};

Extent extent_of(const NodeBox& box, const Axes& axes, double rounding) {
    Extent result;
    for (std::size_t k = 0; k < 3; ++k) {
        const double middle = dot(axes[k], box.middle);
        double radius = rounding;
        for (const Vec3& half : box.half) radius += std::abs(dot(axes[k], half));
        result.low[k] = middle - radius, result.high[k] = middle + radius;
    }
    return result;
}

Extent extent_of(const Triangle& t, const Axes& axes, double rounding) {
    Extent result;
    for (std::size_t k = 0; k < 3; ++k) {
        const double p = dot(axes[k], t[0]), q = dot(axes[k], t[1]), r = dot(axes[k], t[2]);
        result.low[k] = std::min({p, q, r}) - rounding, result.high[k] = std::max({p, q, r}) + rounding;
    }
    return result;
}

// Do the bounds meet for some s of the interval?
bool meet(const Extent& a, const Extent& b, double from, double to) {
    return a.low[1] <= b.high[1] && b.low[1] <= a.high[1] && a.low[2] <= b.high[2] && b.low[2] <= a.high[2] &&
           b.low[0] - a.high[0] <= to && b.high[0] - a.low[0] >= from;
}

// The s for which two triangles meet, by the separating axis theorem; too many rather than too few.
class MeetingSpan {
  public:
    // Coordinates are divided by the scale, so that products neither underflow nor overflow.
    MeetingSpan(const Triangle& a, const Triangle& b, const Vec3& direction, double rounding, double scale)
        : direction_(direction), rounding_(rounding / scale), scale_(scale) {
        for (std::size_t i = 0; i < 3; ++i) a_[i] = (a[i] - b[0]) / scale, b_[i] = (b[i] - b[0]) / scale;
    }

    bool find(double& from, double& to) {
        from_ = from / scale_, to_ = to / scale_;
        const std::array<Vec3, 3> edge_a{a_[1] - a_[0], a_[2] - a_[1], a_[0] - a_[2]},
            edge_b{b_[1] - b_[0], b_[2] - b_[1], b_[0] - b_[2]};
        const Vec3 normal_a = cross(edge_a[0], edge_a[1]), normal_b = cross(edge_b[0], edge_b[1]);
        if (!cut(normal_a) || !cut(normal_b)) return false;
        for (const Vec3& p : edge_a)
            for (const Vec3& q : edge_b)
                if (!cut(cross(p, q))) return false;
        const Vec3 both = cross(normal_a, normal_b);
        if (dot(both, both) <= 1e-20 * dot(normal_a, normal_a) * dot(normal_b, normal_b)) {
            for (const Vec3& p : edge_a)
                if (!cut(cross(normal_a, p))) return false;
            for (const Vec3& q : edge_b)
                if (!cut(cross(normal_b, q))) return false;
        }
        from = from_ * scale_, to = to_ * scale_;
        return true;
    }

  private:
    // False if the triangles never meet.
    bool cut(const Vec3& axis) {
        const double scale = length(axis);
        if (!(scale > 0)) return true;
        const double speed = dot(axis, direction_), slack = rounding_ * scale;
        double low_a = dot(axis, a_[0]), high_a = low_a, low_b = 0, high_b = 0;  // b_[0] is 0
        for (std::size_t i = 1; i < 3; ++i) {
            const double of_a = dot(axis, a_[i]), of_b = dot(axis, b_[i]);
            low_a = std::min(low_a, of_a), high_a = std::max(high_a, of_a);
            low_b = std::min(low_b, of_b), high_b = std::max(high_b, of_b);
        }
        const double low = low_b - high_a - slack, high = high_b - low_a + slack;
        if (std::abs(speed) <= 1e-12 * scale) return low <= 0 && high >= 0;
        const double s = low / speed, t = high / speed;
        from_ = std::max(from_, std::min(s, t));
        to_ = std::min(to_, std::max(s, t));
        return from_ <= to_;
    }

    std::array<Vec3, 3> a_, b_;
    const Vec3& direction_;
    double rounding_, scale_, from_ = 0, to_ = 0;
};

struct LinkPair {
    TreeLink a, b;
    Extent of_a, of_b;
};

}  // namespace

DirectionalExit::DirectionalExit(const TranslatedPair& pair) : pair_(pair) {
    static constexpr std::size_t most = 40;
    const auto choose = [](const Shape& shape, const Pose& pose, std::vector<Vec3>& points) {
        const auto triangles = shape.mesh().triangles();
        const std::size_t count = std::min(most, triangles.size());
        for (std::size_t i = 0; i < count; ++i)
            points.push_back(pose(shape.mesh().vertices()[triangles[i * triangles.size() / count][i % 3]]));
    };
    choose(pair.a(), pair.pose_a(), points_a_);
    choose(pair.b(), pair.pose_b(), points_b_);
}

// A ray that meets an edge meets two triangles there, so that windings do not add up: it is left out.
void DirectionalExit::add_inner_spans(const Vec3& point, const Vec3& direction, const Shape& solid,
                                      const Pose& world_from_solid) {
    const auto hits = all_hits(solid, world_from_solid, Ray(point, direction), pair_.options());
    if (hits.status != QueryStatus::complete || hits.empty()) return;
    const double rounding = 4 * pair_.rounding();
    int winding = 0;  // at the point: that at infinity is 0
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (hits[i].side != RaySide::front && hits[i].side != RaySide::back) return;
        if (i > 0 && hits[i].t - hits[i - 1].t < rounding) return;
        winding += hits[i].side == RaySide::front ? -1 : 1;
    }
    double from = 0;
    for (const RayHit& hit : hits) {
        if (winding != 0 && hit.t - from > 2 * rounding)
            inner_.push_back({from + rounding, hit.t - rounding});
        winding += hit.side == RaySide::front ? 1 : -1;
        from = hit.t;
    }
}

bool DirectionalExit::gather(const Vec3& direction, double from, double to) {
    spans_.clear();
    const Axes axes = axes_along(direction);
    const WideTree &tree_a = pair_.a().tree(), &tree_b = pair_.b().tree();
    const Pose &pose_a = pair_.pose_a(), &pose_b = pair_.pose_b();
    const double rounding = pair_.rounding();
    const double scale = pair_.scale();
    Meter& meter = pair_.meter();
    const auto open = [&](const WideTree& tree, const Pose& pose, TreeLink link, const auto& each) {
        const WideNode& node = tree.nodes()[link.index()];
        for (int slot = 0; slot < WideNode::width; ++slot)
            if (!node.child[slot].is_none())
                each(node.child[slot], extent_of(NodeBox(tree, node, slot, pose), axes, rounding));
    };
    std::vector<LinkPair> stack;
    open(tree_a, pose_a, TreeLink::node(0), [&](TreeLink a, const Extent& of_a) {
        open(tree_b, pose_b, TreeLink::node(0), [&](TreeLink b, const Extent& of_b) {
            if (meet(of_a, of_b, from, to)) stack.push_back({a, b, of_a, of_b});
        });
    });
    while (!stack.empty()) {
        const LinkPair top = stack.back();
        stack.pop_back();
        if (top.a.is_leaf() && top.b.is_leaf()) {
            const TreeLeaf &leaf_a = tree_a.leaves()[top.a.index()], &leaf_b = tree_b.leaves()[top.b.index()];
            std::array<Triangle, TreeLeaf::width> of_b;
            std::array<Extent, TreeLeaf::width> extent_b;
            for (std::uint32_t j = 0; j < leaf_b.count(); ++j) {
                of_b[j] = pose_b(pair_.b().mesh().triangle(leaf_b.triangle[j]));
                extent_b[j] = extent_of(of_b[j], axes, rounding);
            }
            for (std::uint32_t i = 0; i < leaf_a.count(); ++i) {
                const Triangle of_a = pose_a(pair_.a().mesh().triangle(leaf_a.triangle[i]));
                const Extent extent_a = extent_of(of_a, axes, rounding);
                if (!meter.spend(leaf_b.count())) return false;
                for (std::uint32_t j = 0; j < leaf_b.count(); ++j) {
                    if (!meet(extent_a, extent_b[j], from, to)) continue;
                    if (!meter.spend(cost::exact_pair)) return false;
                    Span span{from, to};
                    if (MeetingSpan(of_a, of_b[j], direction, rounding, scale).find(span.from, span.to))
                        spans_.push_back(span);
                }
            }
            continue;
        }
        if (!meter.spend(WideNode::width)) return false;
        const bool first = top.b.is_leaf() || (!top.a.is_leaf() && top.of_a.sum() > top.of_b.sum());
        if (first) {
            open(tree_a, pose_a, top.a, [&](TreeLink a, const Extent& of_a) {
                if (meet(of_a, top.of_b, from, to)) stack.push_back({a, top.b, of_a, top.of_b});
            });
        } else {
            open(tree_b, pose_b, top.b, [&](TreeLink b, const Extent& of_b) {
                if (meet(top.of_a, of_b, from, to)) stack.push_back({top.a, b, top.of_a, of_b});
            });
        }
    }
    return true;
}

// The surfaces are known for all s up to `to`. Afterwards nothing is free before `covered`.
std::optional<double> DirectionalExit::free_between(const Vec3& direction, double& covered, double to) {
    std::ranges::sort(spans_, {}, &Span::from);
    const double gap = pair_.gap();
    for (std::size_t i = 0; i <= spans_.size(); ++i) {
        const double next = i < spans_.size() ? spans_[i].from : to;
        if (next - covered > 2 * gap) {
            // Where the surfaces part slowly, a gap takes a longer way.
            for (double step = 2 * gap; step <= 300 * gap; step *= 12) {
                const double s = covered + std::min(step, (next - covered) / 2);
                const Relation found = pair_.relation_at(direction * s);
                if (found == Relation::apart) return s;
                if (found != Relation::overlapping && found != Relation::touching)
                    break;  // inside, or no budget
            }
            covered = next;
        }
        if (i < spans_.size()) covered = std::max(covered, spans_[i].to);
    }
    return {};
}

std::optional<double> DirectionalExit::find(const Vec3& direction, double from, double to) {
    if (!(dot(direction, direction) > 0.5)) return {};
    inner_.clear();
    for (const Vec3& p : points_a_) add_inner_spans(p, direction, pair_.b(), pair_.pose_b());
    for (const Vec3& p : points_b_) add_inner_spans(p, -direction, pair_.a(), pair_.pose_a());
    std::ranges::sort(inner_, {}, &Span::from);
    std::size_t next = 0;
    double covered = from, step = std::max(0.02 * (to - from), 16 * pair_.gap());
    while (covered <= to && !pair_.meter().exhausted()) {
        for (; next < inner_.size() && inner_[next].from <= covered; ++next)
            covered = std::max(covered, inner_[next].to);
        if (covered > to) break;
        // A free place may be cut by the end of the look; so the end is not counted.
        const double end = covered + step;
        if (!gather(direction, covered, end)) break;
        if (const auto s = free_between(direction, covered, end)) return s;
        covered = std::max(covered, end - 2 * pair_.gap());
        step *= 2;
    }
    return {};
}

}  // namespace graze::inline v1::detail
