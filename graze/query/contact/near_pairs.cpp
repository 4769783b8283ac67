#include "graze/query/contact/detail/near_pairs.h"

#include <algorithm>

#include "graze/query/detail/costs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/contact/near_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/distance/detail/close_pair_search-inl.h"
#include "graze/tree/traverse/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// The limit is a little larger than in the world, since poses are rigid to 1e-6 and boxes are rounded.
class NearPairs {
  public:
    NearPairs(const detail::PairQuery& query, const detail::LimitedSearch& search, detail::NearPairUser& user)
        : search_(search), user_(user) {
        const double in_tree = std::min(search.limit / query.a.tree().unit(), 1e30);
        limit_ = static_cast<float>(in_tree * 1.00001) + 0x1p-100f;
    }

    bool spend(std::uint64_t n) { return search_.meter.spend(n); }
    float limit() const { return limit_; }
    const float (&direction() const)[3] { return direction_; }
    std::uint32_t hard_pairs() const { return 0; }
    bool separated(detail::BoxPair, std::uint32_t) { return false; }

    bool look_at(const NearTriangles& near) {
        for (int i = 0; i < near.count(); ++i) {
            if (near.bounds.least[i] > limit_ || !search_.wants(near.a(i), near.b(i))) continue;
            search_.meter.spend(detail::cost::exact_pair);
            user_.near_pair(near.a(i), near.b(i));
        }
        return !search_.meter.exhausted();
    }

  private:
    const detail::LimitedSearch& search_;
    detail::NearPairUser& user_;
    float limit_;
    float direction_[3] = {};
};

void visit_near_pairs(detail::PairQuery& query, const detail::LimitedSearch& search,
                      detail::NearPairUser& user) {
    make_frame(query.a.tree(), query.world_from_a, query.b.tree(), query.world_from_b, query.frame);
    complete_frame(query.frame);
    NearPairs goal(query, search, user);
    ClosePairSearch<NearPairs> pairs(query, search.counts, goal);
    Traversal<ClosePairSearch<NearPairs>>(query, search.counts, pairs).run(detail::roots);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(visit_near_pairs);

void visit_near_pairs(PairQuery& query, const LimitedSearch& search, NearPairUser& user) {
    HWY_DYNAMIC_DISPATCH(visit_near_pairs)(query, search, user);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
