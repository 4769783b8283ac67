// Pairs of triangles no further apart than a limit: is there one, and which are they?
#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/query/detail/contacts.h"
#include "graze/query/detail/costs.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/intersect/detail/hull_gap.h"
#include "graze/query/intersect/detail/subtree_planes.h"
#include "graze/query/triangle/detail/separating_planes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/distance/close_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/distance/detail/close_pair_search-inl.h"
#include "graze/tree/traverse/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A goal with a limit that does not change.
class FixedLimit {
  public:
    FixedLimit(const detail::PairQuery& query, const detail::LimitedSearch& search)
        : query_(query), search_(search), limit_(search.limit), meter_(search.meter), gaps_(query) {
        // Poses are rigid to 1e-6. A limit beyond the range of floats includes all pairs.
        const double in_tree = std::min(limit_ / query.a.tree().unit(), 1e30);
        limit_in_a_ = static_cast<float>(in_tree * 1.00001) + 0x1p-100f;
        certain_ = static_cast<float>(in_tree * 0.99998);
    }

    bool spend(std::uint64_t n) { return meter_.spend(n); }
    float limit() const { return limit_in_a_; }
    const float (&direction() const)[3] { return direction_; }
    std::uint32_t hard_pairs() const { return gaps_.hard_pairs(); }
    bool separated(detail::BoxPair pair, std::uint32_t hard) {
        return gaps_.separate_after(pair, limit_, hard);
    }

  protected:
    Triangle of_a(TriangleId i) const { return query_.world_from_a(query_.a.mesh().triangle(i)); }
    Triangle of_b(TriangleId i) const { return query_.world_from_b(query_.b.mesh().triangle(i)); }
    // Is it certain that no pair is close? Asked after a pair that is not.
    bool none_is_close(TriangleId a, TriangleId b) {
        if (gaps_.hard_pairs() != hard_pairs_before_planes) return false;
        return detail::gap_of_boxes(query_).at_least > limit_ ||
               (detail::hulls_may_be_apart(query_, a, b) &&
                detail::gap_of_hulls(query_, limit_).at_least > limit_);
    }
    bool is_close(TriangleId a, TriangleId b) {
        meter_.spend(detail::cost::exact_pair);
        const Triangle ta = of_a(a), tb = of_b(b);
        if (!(limit_ > 0)) return detail::distance_at_most(ta, tb, limit_, meter_);
        bool hard = false;
        std::optional<detail::SeparatingDirection> seen_along;
        const bool close = detail::at_most(ta, tb, limit_, hard, seen_along, meter_);
        if (!close) gaps_.add_hard_pair(a, b);
        if (seen_along) gaps_.add_direction(*seen_along, tb);
        return close;
    }

    const detail::PairQuery& query_;
    const detail::LimitedSearch& search_;
    double limit_;
    Meter& meter_;
    // In coordinates of A: no pair beyond the first is close, all pairs below the second are.
    float limit_in_a_, certain_;
    float direction_[3] = {};
    // After so many pairs that floats did not decide, it pays to search for a plane between the whole meshes.
    static constexpr std::uint32_t hard_pairs_before_planes = 8;
    detail::SubtreeGaps gaps_;
};

class Within : public FixedLimit {
  public:
    using FixedLimit::FixedLimit;
    bool found = false;

    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count() && !found; ++i)
            found = near.bounds.most[i] < certain_ && search_.wants(near.a(i), near.b(i));
        for (int i = 0; i < near.count() && !found; ++i) {
            const TriangleId a = near.a(i), b = near.b(i);
            if (near.bounds.least[i] > limit_in_a_ || !search_.wants(a, b)) continue;
            found = is_close(a, b);
            if (!found && none_is_close(a, b)) return false;
        }
        return !found && !meter_.exhausted();
    }
};

class AllClose : public FixedLimit {
  public:
    bool found = false, ended = false;

    AllClose(const detail::PairQuery& query, const detail::LimitedSearch& search,
             const ContactCollector& collect)
        : FixedLimit(query, search), collect_(collect) {}

    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count(); ++i) {
            if (near.bounds.least[i] > limit_in_a_) continue;
            const TriangleId a = near.a(i), b = near.b(i);
            if (!search_.wants(a, b)) continue;
            if (!is_close(a, b)) {
                if (!found && none_is_close(a, b)) return false;
                continue;
            }
            found = true;
            const Triangle ta = of_a(a), tb = of_b(b);
            ended = !collect_(detail::contact_of(a, ta, b, tb, distance(ta, tb)));
            if (ended) return false;
        }
        return !meter_.exhausted();
    }

  private:
    const ContactCollector& collect_;
};

void make_complete_frame(detail::PairQuery& query) {
    make_frame(query.a.tree(), query.world_from_a, query.b.tree(), query.world_from_b, query.frame);
    complete_frame(query.frame);
}

bool find_within(detail::PairQuery& query, const detail::LimitedSearch& search) {
    make_complete_frame(query);
    Within goal(query, search);
    ClosePairSearch<Within> user(query, search.counts, goal);
    Traversal<ClosePairSearch<Within>>(query, search.counts, user).run_nearest_first(detail::roots);
    return goal.found;
}

bool visit_close(detail::PairQuery& query, const detail::LimitedSearch& search,
                 const ContactCollector& collect, bool& ended) {
    make_complete_frame(query);
    AllClose goal(query, search, collect);
    ClosePairSearch<AllClose> user(query, search.counts, goal);
    Traversal<ClosePairSearch<AllClose>>(query, search.counts, user).run(detail::roots);
    ended = goal.ended;
    return goal.found;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_within);
HWY_EXPORT(visit_close);

bool find_within(PairQuery& query, const LimitedSearch& search) {
    return HWY_DYNAMIC_DISPATCH(find_within)(query, search);
}

bool visit_close(PairQuery& query, const LimitedSearch& search, const ContactCollector& collect,
                 bool& ended) {
    return HWY_DYNAMIC_DISPATCH(visit_close)(query, search, collect, ended);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
