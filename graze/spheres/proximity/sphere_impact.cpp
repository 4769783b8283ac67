#include "graze/spheres/proximity/sphere_impact.h"

#include <algorithm>
#include <cmath>

#include "graze/spheres/proximity/detail/gap_search.h"

namespace graze::inline v1 {
namespace {

struct MovingTree {
    const Shape& shape;
    const SphereTree& tree;
    const Motion& motion;

    Sphere sphere_at(std::uint32_t slot, const Pose& pose) const {
        const std::uint32_t leaf =
            tree.nodes()[slot / SphereNode::width].child[slot % SphereNode::width].index();
        const Sphere s = tree.sphere(leaf);
        return {pose(s.center), s.radius};
    }
};

// The latest time until which the two cannot come nearer to each other by `gap`.
double safe_until(const MovingTree& a, const MovingTree& b, double from, double end, double gap) {
    const auto approach = [&](double to) {
        return a.motion.travel(a.shape.mesh().box(), from, to) +
               b.motion.travel(b.shape.mesh().box(), from, to);
    };
    if (approach(end) <= gap) return end;
    double safe = from, unsafe = end;
    for (int i = 0; i < 48 && safe < unsafe; ++i) {
        const double middle = safe + (unsafe - safe) / 2;
        (approach(middle) <= gap ? safe : unsafe) = middle;
        // A tenth of the step more is not worth another look.
        if (safe > from && unsafe - safe < 0.1 * (safe - from)) break;
    }
    return safe;
}

Contact contact_of(const Sphere& a, const Sphere& b, TriangleId triangle_a, TriangleId triangle_b) {
    Contact c;
    c.normal = normalized(b.center - a.center);
    c.point_a = a.center + c.normal * a.radius;
    c.point_b = b.center - c.normal * b.radius;
    c.distance = length(b.center - a.center) - a.radius - b.radius;
    c.feature_a = FeatureId::face(triangle_a);
    c.feature_b = FeatureId::face(triangle_b);
    c.certainty = NormalCertainty::unsure;
    return c;
}

}  // namespace

SphereImpact sphere_time_of_impact(const Shape& a, const SphereTree& tree_a, const Motion& motion_a,
                                   const Shape& b, const SphereTree& tree_b, const Motion& motion_b,
                                   const SphereImpactOptions& options) {
    SphereImpact result;
    const MovingTree moving_a{a, tree_a, motion_a}, moving_b{b, tree_b, motion_b};
    const double end = std::max(motion_a.end(), motion_b.end());
    result.time = std::min(motion_a.begin(), motion_b.begin());
    if (!(options.tolerance > 0)) {
        result.status = QueryStatus::bad_input;
        result.hit = Answer::bad_input;
        return result;
    }
    if (tree_a.empty() || tree_b.empty()) {
        result.time = end;
        return result;
    }
    const double near = options.tolerance * std::min(tree_a.ball().radius, tree_b.ball().radius);
    Meter meter(options.budget);
    std::vector<detail::GapItem> stack;
    while (true) {
        const Pose pose_a = motion_a.at(result.time), pose_b = motion_b.at(result.time);
        const detail::TreePair pair(tree_a, pose_a, tree_b, pose_b);
        detail::GapSearch search{pair, stack, meter};
        detail::search_gap(search);
        result.tests = meter.spent();
        if (meter.exhausted()) {
            result.status = QueryStatus::undecided;
            result.hit = Answer::undecided;
            return result;
        }
        ++result.steps;
        const double gap = (search.least - pair.stretch - 4 * pair.rounding) * tree_a.unit();
        if (gap <= near) {
            result.hit = Answer::yes;
            const auto leaf = [](const SphereTree& tree, std::uint32_t slot) {
                return tree.nodes()[slot / SphereNode::width].child[slot % SphereNode::width].index();
            };
            result.contact = contact_of(moving_a.sphere_at(search.leaf_d, pose_a),
                                        moving_b.sphere_at(search.leaf_f, pose_b),
                                        tree_a.leaves()[leaf(tree_a, search.leaf_d)].triangle,
                                        tree_b.leaves()[leaf(tree_b, search.leaf_f)].triangle);
            return result;
        }
        if (result.time >= end) return result;
        const double next = safe_until(moving_a, moving_b, result.time, end, gap);
        // The gap is less than what rounding does to places so far from the origin.
        if (!(next > result.time)) {
            result.status = QueryStatus::undecided;
            result.hit = Answer::undecided;
            return result;
        }
        result.time = next;
    }
}

SphereImpact sphere_time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                   const Motion& motion_b, const SphereImpactOptions& options) {
    SphereImpact result;
    const bool meshes = a.is_mesh() && b.is_mesh();
    if (!meshes || !a.closed_surface().closed() || !b.closed_surface().closed()) {
        result.hit = Answer::unsupported;
        result.status = meshes ? QueryStatus::not_closed : QueryStatus::unsupported;
        result.time = std::numeric_limits<double>::quiet_NaN();
        return result;
    }
    if (a.empty() || b.empty()) {
        result.time = std::max(motion_a.end(), motion_b.end());
        return result;
    }
    return sphere_time_of_impact(a, sphere_tree(a), motion_a, b, sphere_tree(b), motion_b, options);
}

}  // namespace graze::inline v1
