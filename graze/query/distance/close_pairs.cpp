// Pairs of triangles that are no further apart than a limit: is there one, and which are they?
#include <cmath>

#include "graze/query/distance/detail/distance_search.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/distance/close_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/distance/detail/close_pair_search-inl.h"
#include "graze/tree/traverse/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A reach that does not change.
class FixedReach {
  public:
    FixedReach(const detail::PairQuery& query, double limit) : query_(query), limit_(limit) {
        // Poses are rigid to 1e-6; beyond the floats everything is within reach.
        const double in_tree = std::min(limit / query.a.tree().unit(), 1e30);
        reach_ = static_cast<float>(in_tree * 1.00001) + 0x1p-100f;
        certain_ = static_cast<float>(in_tree * 0.99998);
    }

    float reach() const { return reach_; }
    const float (&direction() const)[3] { return direction_; }

  protected:
    Triangle of_a(TriangleId i) const { return query_.world_from_a(query_.a.mesh().triangle(i)); }
    Triangle of_b(TriangleId i) const { return query_.world_from_b(query_.b.mesh().triangle(i)); }
    bool is_close(TriangleId a, TriangleId b) const { return distance_at_most(of_a(a), of_b(b), limit_); }

    const detail::PairQuery& query_;
    double limit_;
    float reach_, certain_;  // in coordinates of A: beyond the first none is close, below the second all are
    float direction_[3] = {};
};

class Within : public FixedReach {
  public:
    using FixedReach::FixedReach;
    bool found = false;

    bool spend(std::uint64_t) { return true; }
    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count() && !found; ++i) found = near.bounds.most[i] < certain_;
        for (int i = 0; i < near.count() && !found; ++i)
            found = !(near.bounds.least[i] > reach_) && is_close(near.a(i), near.b(i));
        return !found;
    }
};

class AllClose : public FixedReach {
  public:
    bool found = false;

    AllClose(const detail::PairQuery& query, double limit, Meter& meter, const ClosePairCollector& collect)
        : FixedReach(query, limit), meter_(meter), collect_(collect) {}

    bool spend(std::uint64_t n) { return meter_.spend(n); }
    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count(); ++i) {
            if (near.bounds.least[i] > reach_) continue;
            const TriangleId a = near.a(i), b = near.b(i);
            if (!is_close(a, b)) continue;
            found = true;
            if (!collect_({a, b, distance(of_a(a), of_b(b))})) return false;
        }
        return true;
    }

  private:
    Meter& meter_;
    const ClosePairCollector& collect_;
};

void make_complete_frame(detail::PairQuery& query) {
    make_frame(query.a.tree(), query.world_from_a, query.b.tree(), query.world_from_b, query.frame);
    complete_frame(query.frame);
}

bool find_within(detail::PairQuery& query, double limit) {
    make_complete_frame(query);
    QueryCounts ignored;
    Within goal(query, limit);
    ClosePairSearch<Within> user(query, ignored, goal);
    Traversal<ClosePairSearch<Within>>(query, ignored, user).run_nearest_first(detail::roots);
    return goal.found;
}

bool visit_close(detail::PairQuery& query, double limit, QueryCounts& counts, Meter& meter,
                 const ClosePairCollector& collect) {
    make_complete_frame(query);
    AllClose goal(query, limit, meter, collect);
    ClosePairSearch<AllClose> user(query, counts, goal);
    Traversal<ClosePairSearch<AllClose>>(query, counts, user).run(detail::roots);
    return goal.found;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_within);
HWY_EXPORT(visit_close);

bool find_within(PairQuery& query, double limit) {
    return HWY_DYNAMIC_DISPATCH(find_within)(query, limit);
}

bool visit_close(PairQuery& query, double limit, QueryCounts& counts, Meter& meter,
                 const ClosePairCollector& collect) {
    return HWY_DYNAMIC_DISPATCH(visit_close)(query, limit, counts, meter, collect);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
