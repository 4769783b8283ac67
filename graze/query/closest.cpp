// The traversal that looks for the closest triangles: the nearest boxes first, and none that are further
// apart than triangles already found.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/query/detail/intersect_job.h"
#include "graze/query/distance.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/closest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/distance_kernel-inl.h"
#include "graze/query/detail/far_apart-inl.h"
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

    static constexpr BoxBound bound = BoxBound::distance;
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
        const float near = job_.frame.b_from_a.margin + reach_ * job_.frame.b_from_a.scale;
        const BoxRef other = refs.boxes.b;
        float between[3], turned[3];
        way_between(box_a,
                    detail::read_box(job_.b.tree().nodes()[other.node()], static_cast<int>(other.slot())),
                    between);
        std::uint32_t rest = TrianglesNearBox(lb, box_a, near)(between);
        if (rest == 0) return true;
        const LeafPair candidates(la, lb, job_.frame.a_from_b, job_.frame.exact);
        // What is apart along the way between the boxes, or between the closest points found so far, need not
        // be looked at closely.
        Directions along;
        for (int r = 0; r < 3; ++r) {
            const auto& m = job_.frame.a_from_b.column;
            turned[r] = -(m[0][r] * between[0] + m[1][r] * between[1] + m[2][r] * between[2]);
        }
        candidates.reach_along(turned, along.lowest_a[0], along.highest_b[0]);
        candidates.reach_along(way_, along.lowest_a[1], along.highest_b[1]);
        LeafPair::Candidates chosen;
        for (; rest != 0; rest &= rest - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
            std::uint32_t near_j = along.near(j, reach_ + candidates.margin()) & ((1u << la.count) - 1);
            while (near_j != 0) {
                chosen.a[chosen.count] = std::countr_zero(near_j);
                chosen.b[chosen.count] = static_cast<std::int32_t>(j);
                near_j &= near_j - 1;
                if (++chosen.count < TreeLeaf::width) continue;
                if (!look_at(la, lb, candidates, chosen)) return false;
                near_j &= along.near(j, reach_ + candidates.margin());
            }
        }
        return look_at(la, lb, candidates, chosen);
    }

    // Computes what was put off, the nearest first: it may make the others superfluous. False if there is
    // nothing nearer to be found.
    bool take_all() {
        while (waiting_ > 0) {
            int nearest = 0;
            for (int i = 1; i < waiting_; ++i) {
                if (later_[i].least < later_[nearest].least) nearest = i;
            }
            const Later next = later_[nearest];
            later_[nearest] = later_[--waiting_];
            if (!(next.least > reach_) && !take(next.a, next.b)) return false;
        }
        return true;
    }

  private:
    // A pair of triangles that are to be looked at in doubles.
    struct Later {
        TriangleId a, b;
        float least;  // how far they are apart at least
    };

    // How far the triangles of two leaves reach along two directions.
    struct Directions {
        HWY_ALIGN float lowest_a[2][TreeLeaf::width];
        HWY_ALIGN float highest_b[2][TreeLeaf::width];

        // Bit i: triangle i of A may be that near to triangle j of B.
        HWY_INLINE std::uint32_t near(std::uint32_t j, float reach) const {
            const Lanes8 d;
            const auto n = static_cast<int>(hn::Lanes(d));
            std::uint32_t result = 0;
            for (int i = 0; i < TreeLeaf::width; i += n) {
                const auto apart =
                    hn::Or(hn::Gt(hn::Load(d, lowest_a[0] + i), hn::Set(d, highest_b[0][j] + reach)),
                           hn::Gt(hn::Load(d, lowest_a[1] + i), hn::Set(d, highest_b[1][j] + reach)));
                std::uint8_t bits[8] = {};
                hn::StoreMaskBits(d, apart, bits);
                result |= (~static_cast<std::uint32_t>(bits[0]) & ((1u << n) - 1)) << i;
            }
            return result;
        }
    };

    // Upper bounds come at once; what has to be computed in doubles is put off until the reach is as small as
    // floats can make it. What may touch is not: that would be the end.
    bool look_at(const TreeLeaf& la, const TreeLeaf& lb, const LeafPair& leaves,
                 LeafPair::Candidates& pairs) {
        if (pairs.count == 0) return true;
        counts_.triangle_pairs += static_cast<std::uint64_t>(pairs.count);
        const LeafPair::Bounds bounds = leaves.distances_of(pairs);
        for (int i = 0; i < pairs.count; ++i) {
            if (!(bounds.most[i] < reach_)) continue;
            reach_ = bounds.most[i];
            const Float3 way{bounds.way[0][i], bounds.way[1][i], bounds.way[2][i]};
            keep_way(way * (0.9999f / std::sqrt(dot(way, way) + 1e-30f)));
        }
        for (int i = 0; i < pairs.count; ++i) {
            if (bounds.least[i] > reach_) continue;
            if (waiting_ == most_waiting && !take_all()) return false;
            later_[waiting_++] = {la.triangle[pairs.a[i]], lb.triangle[pairs.b[i]], bounds.least[i]};
            if (!(bounds.least[i] > 0) && !take_all()) return false;
        }
        pairs.count = 0;
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
        // Poses are rigid to 1e-6.
        reach_ = std::min(reach_, static_cast<float>(std::min(in_tree, 1e30)) * 1.00001f);
        return found.value > 0;
    }

    void keep_way(const Float3& way) { way_[0] = way.x, way_[1] = way.y, way_[2] = way.z; }

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
    static constexpr int most_waiting = 64;
    Later later_[most_waiting];
    int waiting_ = 0;
};

Distance find_closest(detail::IntersectJob& job, IntersectCounts& counts) {
    if (job.a.tree().empty() || job.b.tree().empty()) return {};
    make_frame(job.a.tree(), job.world_from_a, job.b.tree(), job.world_from_b, job.frame);
    complete_frame(job.frame);
    Closest user(job, counts);
    Traversal<Closest>(job, counts, user).run_nearest_first(detail::roots);
    user.take_all();
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
