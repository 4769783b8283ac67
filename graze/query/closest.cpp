// The traversal that looks for the closest triangles: the nearest boxes first, and none that are further
// apart than triangles already found.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "graze/query/detail/intersect_job.h"
#include "graze/query/distance.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/closest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/distance_kernel-inl.h"
#include "graze/query/detail/leaf_kernel-inl.h"
#include "graze/query/detail/pair_frame-inl.h"
#include "graze/query/detail/traversal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

class Closest {
  public:
    Distance result;

    Closest(const detail::IntersectJob& job, IntersectCounts& counts)
        : job_(job),
          counts_(counts),
          least_certain_(8 * static_cast<double>(job.frame.exact.world_error) * job.a.tree().unit()) {}

    static constexpr bool keeps_distance = true;
    bool spend(std::uint64_t) { return true; }
    float looks_beyond() const { return reach_; }
    bool is_too_far(float separation) const { return separation > reach_ + job_.frame.a_from_b.margin; }
    void apart(float (&)[WideNode::width], std::uint32_t, float) {}

    bool leaves(const LeafRefs& refs) {
        const TreeLeaf &la = job_.a.tree().leaves()[refs.a], &lb = job_.b.tree().leaves()[refs.b];
        const BoxRef box = refs.boxes.a;
        const PlacedBox box_a(
            detail::read_box(job_.a.tree().nodes()[box.node()], static_cast<int>(box.slot())),
            job_.frame.b_from_a);
        std::uint32_t rest =
            triangles_near(lb, box_a, job_.frame.b_from_a.margin + reach_ * job_.frame.b_from_a.scale);
        if (rest == 0) return true;
        const LeafPair candidates(la, lb, job_.frame.a_from_b, job_.frame.exact);
        // What is apart along the way between the closest points found so far need not be looked at closely.
        HWY_ALIGN float lowest_a[TreeLeaf::width], highest_b[TreeLeaf::width];
        candidates.reach_along(way_, lowest_a, highest_b);
        float lowest = lowest_a[0];
        for (std::uint32_t i = 1; i < la.count; ++i) lowest = std::min(lowest, lowest_a[i]);
        for (; rest != 0; rest &= rest - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
            if (lowest - highest_b[j] - candidates.margin() > reach_) continue;
            counts_.triangle_pairs += la.count;
            HWY_ALIGN float at_least[TreeLeaf::width];
            candidates.distances_to(j, at_least);
            if (!look_at(la, at_least, lb.triangle[j])) return false;
        }
        return true;
    }

  private:
    // The nearest first: it may make the others superfluous.
    bool look_at(const TreeLeaf& la, const float (&at_least)[TreeLeaf::width], TriangleId b) {
        std::uint32_t rest = 0;
        for (std::uint32_t i = 0; i < la.count; ++i)
            rest |= static_cast<std::uint32_t>(!(at_least[i] > reach_)) << i;
        while (rest != 0) {
            auto nearest = static_cast<std::uint32_t>(std::countr_zero(rest));
            for (std::uint32_t others = rest & (rest - 1); others != 0; others &= others - 1) {
                const auto i = static_cast<std::uint32_t>(std::countr_zero(others));
                if (at_least[i] < at_least[nearest]) nearest = i;
            }
            rest &= ~(1u << nearest);
            if (at_least[nearest] > reach_) continue;
            if (!take(la.triangle[nearest], b)) return false;
        }
        return true;
    }

    // False if there is nothing nearer to be found.
    bool take(TriangleId a, TriangleId b) {
        const Triangle ta = job_.world_from_a(job_.a.mesh().triangle(a)),
                       tb = job_.world_from_b(job_.b.mesh().triangle(b));
        if (is_no_nearer(ta, tb)) return true;
        ++counts_.exact_pairs;
        const ClosestPoints found = distance(ta, tb);
        if (!(found.value < result.value)) return true;
        result = {found.value, found.point_a, found.point_b, a, b};
        const double in_tree = found.value / job_.a.tree().unit();
        reach_ = static_cast<float>(std::min(in_tree, 1e30)) * 1.00001f;  // poses are rigid to 1e-6
        keep_way(found.point_a - found.point_b);
        return found.value > 0;
    }

    // Turned back into A's tree; any direction is right, so the transpose will do for the inverse.
    void keep_way(const Vec3& in_world) {
        const auto& m = job_.world_from_a.matrix();
        const Vec3 w = normalized(in_world);
        for (std::size_t i = 0; i < 3; ++i)
            way_[i] = static_cast<float>(m[0][i] * w.x + m[1][i] * w.y + m[2][i] * w.z) * 0.9999f;
    }

    // Neighbours of the closest triangles have the same closest point, and there are many of them. The way
    // between the closest points separates them as well as it does those.
    bool is_no_nearer(const Triangle& a, const Triangle& b) const {
        if (!(result.value > least_certain_)) return false;
        const Vec3 way = result.point_a - result.point_b;
        double lowest_a = std::numeric_limits<double>::infinity(), highest_b = -lowest_a;
        for (std::size_t i = 0; i < 3; ++i) {
            lowest_a = std::min(lowest_a, dot(way, a[i] - result.point_b));
            highest_b = std::max(highest_b, dot(way, b[i] - result.point_b));
        }
        // Along the way, times its length, which is the value. NaN and infinities say no.
        return lowest_a - highest_b >= result.value * result.value * (1 - 0x1p-42);
    }

    const detail::IntersectJob& job_;
    IntersectCounts& counts_;
    double least_certain_;  // below, rounding could hide that triangles touch
    float way_[3] = {};     // from B to A, no longer than 1
    float reach_ = 1e30f;   // in coordinates of A, rounded up: what is further away is of no interest
};

Distance find_closest(detail::IntersectJob& job, IntersectCounts& counts) {
    if (job.a.tree().empty() || job.b.tree().empty()) return {};
    make_frame(job.a.tree(), job.world_from_a, job.b.tree(), job.world_from_b, job.frame);
    complete_frame(job.frame);
    Closest user(job, counts);
    Traversal<Closest>(job, counts, user).run(detail::roots);
    return user.result;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1 {

HWY_EXPORT(find_closest);

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  IntersectCounts& counts) {
    detail::IntersectJob job(a, world_from_a, b, world_from_b);
    return HWY_DYNAMIC_DISPATCH(find_closest)(job, counts);
}

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    IntersectCounts ignored;
    return distance(a, world_from_a, b, world_from_b, ignored);
}

}  // namespace graze::inline v1
#endif  // HWY_ONCE
