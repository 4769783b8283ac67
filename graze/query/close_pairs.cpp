// Pairs of triangles that are no further apart than a limit: is there one, and which are they?
#include <cmath>
#include <optional>

#include "graze/query/detail/costs.h"
#include "graze/query/detail/distance_job.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/close_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/near_pairs-inl.h"
#include "graze/query/detail/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A reach that does not change.
class FixedReach {
  public:
    FixedReach(const detail::IntersectJob& job, double limit, Meter& meter)
        : job_(job), limit_(limit), meter_(meter), gaps_(job) {
        // Poses are rigid to 1e-6; beyond the floats everything is within reach.
        const double in_tree = std::min(limit / job.a.tree().unit(), 1e30);
        reach_ = static_cast<float>(in_tree * 1.00001) + 0x1p-100f;
        certain_ = static_cast<float>(in_tree * 0.99998);
    }

    bool spend(std::uint64_t n) { return meter_.spend(n); }
    float reach() const { return reach_; }
    const float (&way() const)[3] { return way_; }
    std::uint32_t hard_pairs() const { return gaps_.hard_pairs(); }
    bool parted(detail::BoxPair pair, std::uint32_t hard) {
        return gaps_.part(pair, limit_, std::uint64_t{hard} * detail::triangles_per_hard_pair);
    }

  protected:
    Triangle of_a(TriangleId i) const { return job_.world_from_a(job_.a.mesh().triangle(i)); }
    Triangle of_b(TriangleId i) const { return job_.world_from_b(job_.b.mesh().triangle(i)); }
    bool is_close(TriangleId a, TriangleId b) {
        meter_.spend(detail::cost::exact_pair);
        const Triangle ta = of_a(a), tb = of_b(b);
        if (!(limit_ > 0)) return detail::distance_at_most(ta, tb, limit_, meter_);
        bool hard = false;
        std::optional<detail::PartingWay> seen_along;
        const bool close = detail::at_most(ta, tb, limit_, hard, seen_along, meter_);
        if (hard && !close) gaps_.add_hard_pair();
        if (seen_along) gaps_.add_way(*seen_along, tb);
        return close;
    }

    const detail::IntersectJob& job_;
    double limit_;
    Meter& meter_;
    float reach_, certain_;  // in coordinates of A: beyond the first none is close, below the second all are
    float way_[3] = {};
    detail::SubtreeGaps gaps_;
};

class Within : public FixedReach {
  public:
    using FixedReach::FixedReach;
    bool found = false;

    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count() && !found; ++i) found = near.bounds.most[i] < certain_;
        for (int i = 0; i < near.count() && !found; ++i)
            found = !(near.bounds.least[i] > reach_) && is_close(near.a(i), near.b(i));
        return !found && !meter_.exhausted();
    }
};

class AllClose : public FixedReach {
  public:
    bool found = false;

    AllClose(const detail::IntersectJob& job, double limit, Meter& meter, const ClosePairCollector& collect)
        : FixedReach(job, limit, meter), collect_(collect) {}

    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count(); ++i) {
            if (near.bounds.least[i] > reach_) continue;
            const TriangleId a = near.a(i), b = near.b(i);
            if (!is_close(a, b)) continue;
            found = true;
            if (!collect_({a, b, distance(of_a(a), of_b(b))})) return false;
        }
        return !meter_.exhausted();
    }

  private:
    const ClosePairCollector& collect_;
};

void make_complete_frame(detail::IntersectJob& job) {
    make_frame(job.a.tree(), job.world_from_a, job.b.tree(), job.world_from_b, job.frame);
    complete_frame(job.frame);
}

bool find_within(detail::IntersectJob& job, double limit, Meter& meter) {
    make_complete_frame(job);
    IntersectCounts ignored;
    Within goal(job, limit, meter);
    NearPairs<Within> user(job, ignored, goal);
    Traversal<NearPairs<Within>>(job, ignored, user).run_nearest_first(detail::roots);
    return goal.found;
}

bool visit_close(detail::IntersectJob& job, double limit, IntersectCounts& counts, Meter& meter,
                 const ClosePairCollector& collect) {
    make_complete_frame(job);
    AllClose goal(job, limit, meter, collect);
    NearPairs<AllClose> user(job, counts, goal);
    Traversal<NearPairs<AllClose>>(job, counts, user).run(detail::roots);
    return goal.found;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_within);
HWY_EXPORT(visit_close);

bool find_within(IntersectJob& job, double limit, Meter& meter) {
    return HWY_DYNAMIC_DISPATCH(find_within)(job, limit, meter);
}

bool visit_close(IntersectJob& job, double limit, IntersectCounts& counts, Meter& meter,
                 const ClosePairCollector& collect) {
    return HWY_DYNAMIC_DISPATCH(visit_close)(job, limit, counts, meter, collect);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
