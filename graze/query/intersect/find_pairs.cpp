// The traversals that search for triangles with a point in common.
#include <algorithm>
#include <bit>

#include "graze/query/detail/costs.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/intersect/detail/hull_gap.h"
#include "graze/query/intersect/detail/leaf_planes.h"
#include "graze/query/intersect/detail/node_test.h"
#include "graze/query/intersect/detail/subtree_planes.h"
#include "graze/tree/detail/box_code.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/intersect/find_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/tree/traverse/leaf_kernel-inl.h"
#include "graze/tree/traverse/prepare-inl.h"
#include "graze/tree/traverse/traversal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Where nothing has a common point yet: after so many hard pairs, or so many leaves that a plane of their own
// had to separate, it pays to search for a plane between the whole meshes.
constexpr std::uint32_t hard_pairs_before_hulls = 16, close_leaves_before_hulls = 2;

// Is there a plane between the meshes, after a hard pair?
HWY_NOINLINE bool plane_between(const detail::PairQuery& query, TrianglePair hard) {
    return detail::hulls_may_be_apart(query, hard.a, hard.b) && detail::gap_of_hulls(query, 0).at_least > 0;
}

// The hard pairs of two leaves. After a few of them, a plane may decide all others as well.
class HardPairs {
  public:
    // True if no two triangles of these leaves have a common point.
    HWY_INLINE bool add(const detail::PairQuery& query, const TreeLeaf& la, const TreeLeaf& lb,
                        TrianglePair pair) {
        pairs_[count_++] = pair;
        return count_ == few && detail::leaves_apart(query, la, lb, pair.a, pair.b);
    }
    bool full() const { return count_ == few; }
    TrianglePair first() const { return pairs_[0]; }
    // Passes the pairs on. False if nothing is left to test.
    template <class User>
    bool pass_on(User& user) {
        const int count = count_;
        count_ = 0;
        for (int i = 0; i < count; ++i)
            if (!user.add_hard_pair(pairs_[i])) return false;
        return true;
    }

  private:
    static constexpr int few = 4;
    int count_ = 0;
    TrianglePair pairs_[few];
};

// Tests the triangles of two leaves, eight pairs at a time. Pairs that the filter leaves open are decided
// exactly, on world vertices. False if the user ends the traversal.
template <class User>
bool test_leaves(const detail::PairQuery& query, QueryCounts& counts, User& user, const LeafRefs& leaves) {
    const TreeLeaf &la = query.a.tree().leaves()[leaves.a], &lb = query.b.tree().leaves()[leaves.b];
    const BoxRef box = leaves.boxes.a;
    const PlacedBox box_a(detail::read_box(query.a.tree().nodes()[box.node()], static_cast<int>(box.slot())),
                          query.frame.b_from_a);
    std::uint32_t rest = TrianglesNearBox(lb, box_a, query.frame.b_from_a.margin)();
    if (rest == 0) return true;
    const LeafPair candidates(la, lb, query.frame.a_from_b, query.frame.exact);
    HardPairs hard;
    bool tried = false;  // to find a plane between the leaves
    for (; rest != 0; rest &= rest - 1) {
        const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
        const PairVerdict verdict = candidates.against(j);
        const std::uint64_t all = (std::uint64_t{1} << la.count()) - 1;
        counts.triangle_pairs += la.count();
        if (!user.spend(la.count())) return false;
        for (std::uint64_t near = all & ~verdict.apart; near != 0; near &= near - 1) {
            const int i = std::countr_zero(near);
            if (!user.wanted(la.triangle[i], lb.triangle[j])) continue;
            bool touching = (verdict.intersecting >> i & 1) != 0;
            if (!touching) {
                ++counts.exact_pairs;
                if (!user.spend(detail::cost::exact_pair)) return false;
                touching = intersects(query.world_from_a(query.a.mesh().triangle(la.triangle[i])),
                                      query.world_from_b(query.b.mesh().triangle(lb.triangle[j])));
                if (!touching && tried) {
                    if (!user.add_hard_pair({la.triangle[i], lb.triangle[j]})) return false;
                } else if (!touching) {
                    if (hard.add(query, la, lb, {la.triangle[i], lb.triangle[j]}))
                        return user.add_close_leaves(hard.first());
                    tried = hard.full();
                    if (tried && !hard.pass_on(user)) return false;
                }
            }
            if (touching && !user.collect(la.triangle[i], lb.triangle[j])) return false;
        }
    }
    return hard.pass_on(user);
}

class FirstPair {
  public:
    detail::FoundPair result;

    FirstPair(const detail::PairQuery& query, QueryCounts& counts)
        : query_(query), counts_(counts), planes_(query) {}

    static constexpr BoxBound bound = BoxBound::overlap;
    bool spend(std::uint64_t) { return true; }
    bool leaves(const LeafRefs& refs) { return test_leaves(query_, counts_, *this, refs); }

    bool wanted(TriangleId, TriangleId) { return true; }
    bool collect(TriangleId a, TriangleId b) {
        result = {true, a, b};
        return false;
    }

    // Both are false if nothing is left to test.
    bool add_hard_pair(TrianglePair hard) {
        planes_.add_hard_pair(hard.a, hard.b);
        return planes_.hard_pairs() != hard_pairs_before_hulls || !plane_between(query_, hard);
    }
    bool add_close_leaves(TrianglePair hard) {
        planes_.add_hard_pair(hard.a, hard.b);  // one for all of them
        return ++close_leaves_ != close_leaves_before_hulls || !plane_between(query_, hard);
    }
    std::uint32_t hard_pairs() const { return planes_.hard_pairs(); }
    bool separated(BoxPair pair, std::uint32_t hard) {
        return planes_.separate_after(pair, detail::SubtreePlanes::Wanted::apart, hard);
    }

  protected:
    const detail::PairQuery& query_;
    QueryCounts& counts_;

  private:
    detail::SubtreePlanes planes_;
    std::uint32_t close_leaves_ = 0;
};

// Keeps the least distance of boxes that are apart, in coordinates of A. The traversal also opens boxes that
// are nearer than `wanted`, so that the distance is likely to be at least that. Distances of triangles are
// not computed.
// `spender(n)` takes n tests off a budget; false ends the traversal.
template <class Spender>
class FirstPairOrClearance : public FirstPair {
  public:
    float clearance = 1e30f;

    FirstPairOrClearance(const detail::PairQuery& query, QueryCounts& counts, float wanted_clearance,
                         Spender spender)
        : FirstPair(query, counts), wanted_(wanted_clearance), spender_(spender) {}

    bool spend(std::uint64_t n) { return spender_(n); }

    static constexpr BoxBound bound = BoxBound::both;
    float limit() const { return wanted_; }
    bool is_too_far(float) const { return false; }
    void apart(float (&separation)[WideNode::width], std::uint32_t overlap, float scale) {
        for (int i = 0; i < WideNode::width; ++i) {
            const float distance = (overlap >> i & 1) != 0 ? 1e30f : separation[i] * scale;
            clearance = distance < clearance ? distance : clearance;
        }
    }
    // Leaves that were opened because they are near may have boxes that are apart.
    bool leaves(const LeafRefs& refs) {
        const bool apart = refs.separation > 1.02f * query_.frame.a_from_b.margin;
        const float distance = apart ? refs.separation : 0;
        clearance = distance < clearance ? distance : clearance;
        wanted_ = clearance < wanted_ ? clearance : wanted_;  // a larger clearance is not possible
        return apart || test_leaves(query_, counts_, *this, refs);
    }
    // A plane shows separation, but not by how much: the clearance is unknown.
    bool add_hard_pair(TrianglePair hard) { return or_no_clearance(FirstPair::add_hard_pair(hard)); }
    bool add_close_leaves(TrianglePair hard) { return or_no_clearance(FirstPair::add_close_leaves(hard)); }
    bool separated(BoxPair pair, std::uint32_t hard) {
        if (!FirstPair::separated(pair, hard)) return false;
        clearance = 0;
        return true;
    }

  private:
    bool or_no_clearance(bool goes_on) {
        if (!goes_on) clearance = 0;
        return goes_on;
    }

    float wanted_;
    Spender spender_;
};

class AllPairs {
  public:
    AllPairs(const detail::PairQuery& query, QueryCounts& counts, detail::Visit& visit)
        : query_(query), counts_(counts), visit_(visit), planes_(query) {}

    static constexpr BoxBound bound = BoxBound::overlap;
    bool spend(std::uint64_t n) { return visit_.meter.spend(n); }
    bool leaves(const LeafRefs& refs) { return test_leaves(query_, counts_, *this, refs); }

    bool wanted(TriangleId a, TriangleId b) {
        return !visit_.filter || visit_.filter(FeatureId::face(a), FeatureId::face(b));
    }
    bool collect(TriangleId a, TriangleId b) {
        visit_.found = true;
        // Triangles that touch must be visited, too, unless only crossings are wanted.
        if (visit_.only_crossings) planes_.add_hard_pair(a, b);
        visit_.ended = !visit_.collect(a, b);
        return !visit_.ended;
    }

    // Both are false if nothing is left to test.
    bool add_hard_pair(TrianglePair hard) {
        planes_.add_hard_pair(hard.a, hard.b);
        return visit_.found || planes_.hard_pairs() != hard_pairs_before_hulls ||
               !plane_between(query_, hard);
    }
    bool add_close_leaves(TrianglePair hard) {
        planes_.add_hard_pair(hard.a, hard.b);  // one for all of them
        return visit_.found || ++close_leaves_ != close_leaves_before_hulls || !plane_between(query_, hard);
    }
    std::uint32_t hard_pairs() const { return planes_.hard_pairs(); }
    bool separated(BoxPair pair, std::uint32_t hard) {
        using Wanted = detail::SubtreePlanes::Wanted;
        const bool separated = planes_.separate_after(
            pair, visit_.only_crossings && visit_.found ? Wanted::no_crossing : Wanted::apart, hard);
        visit_.meter.spend(planes_.take_looked_at());
        return separated;
    }

  private:
    const detail::PairQuery& query_;
    QueryCounts& counts_;
    detail::Visit& visit_;
    detail::SubtreePlanes planes_;
    std::uint32_t close_leaves_ = 0;
};

class NearVisit {
  public:
    NearVisit(const detail::PairQuery& query, detail::NearVisitor& visitor)
        : query_(query), visitor_(visitor) {}

    static constexpr BoxBound bound = BoxBound::overlap;
    bool spend(std::uint64_t n) { return visitor_.meter.spend(n); }
    void opened_a(std::uint32_t node) { visitor_.opened_a(node); }
    void opened_b(std::uint32_t node) { visitor_.opened_b(node); }
    bool leaves(const LeafRefs& refs) {
        const TreeLeaf &la = query_.a.tree().leaves()[refs.a], &lb = query_.b.tree().leaves()[refs.b];
        const BoxRef box = refs.boxes.a;
        const PlacedBox box_a(
            detail::read_box(query_.a.tree().nodes()[box.node()], static_cast<int>(box.slot())),
            query_.frame.b_from_a);
        std::uint32_t rest = TrianglesNearBox(lb, box_a, query_.frame.b_from_a.margin)();
        // Each of B's triangles may be clear of A's box in another direction, while their hull is not.
        if (rest != 0 || near_box_of_b(la, refs.boxes.b)) visitor_.near_b(refs.b);
        if (rest == 0) return true;
        visitor_.near_a(refs.a);
        const LeafPair candidates(la, lb, query_.frame.a_from_b, query_.frame.exact);
        const std::uint64_t all = (std::uint64_t{1} << la.count()) - 1;
        for (; rest != 0; rest &= rest - 1) {
            if (!spend(la.count())) return false;
            const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
            for (std::uint64_t near = all & ~candidates.against(j).apart; near != 0; near &= near - 1)
                visitor_.pair(refs.a, static_cast<std::uint32_t>(std::countr_zero(near)), refs.b, j);
        }
        return true;
    }

  private:
    bool near_box_of_b(const TreeLeaf& leaf_a, BoxRef b) const {
        const PlacedBox box(detail::read_box(query_.b.tree().nodes()[b.node()], static_cast<int>(b.slot())),
                            query_.frame.a_from_b);
        return TrianglesNearBox(leaf_a, box, query_.frame.a_from_b.margin)() != 0;
    }

    const detail::PairQuery& query_;
    detail::NearVisitor& visitor_;
};

detail::FoundPair find_pair(detail::PairQuery& query) {
    if (!make_ready(query)) return {};
    QueryCounts counts;
    FirstPair user(query, counts);
    Traversal<FirstPair>(query, counts, user).run(detail::roots);
    return user.result;
}

template <class Spender>
HWY_INLINE detail::FoundPair pair_or_clearance(const detail::PairQuery& query, float& clearance,
                                               QueryCounts& counts, Spender spender) {
    using User = FirstPairOrClearance<Spender>;
    User user(query, counts, clearance, spender);
    Traversal<User>(query, counts, user).run(detail::roots);
    clearance = user.clearance;
    return user.result;
}

detail::FoundPair find_pair_or_clearance(const detail::PairQuery& query, float& clearance) {
    QueryCounts counts;
    return pair_or_clearance(query, clearance, counts, [](std::uint64_t) { return true; });
}

detail::FoundPair find_metered_pair_or_clearance(const detail::PairQuery& query, float& clearance,
                                                 Meter& meter, QueryCounts& counts) {
    return pair_or_clearance(query, clearance, counts, [&meter](std::uint64_t n) { return meter.spend(n); });
}

void visit_pairs(const detail::PairQuery& query, BoxPair from, QueryCounts& counts, detail::Visit& visit) {
    AllPairs user(query, counts, visit);
    Traversal<AllPairs>(query, counts, user).run(from);
}

void visit_near(const detail::PairQuery& query, QueryCounts& counts, detail::NearVisitor& visitor) {
    NearVisit user(query, visitor);
    Traversal<NearVisit>(query, counts, user).run(detail::roots);
}

// Level by level, each pair is replaced by those below it.
std::vector<BoxPair> pieces_of(const detail::PairQuery& query, std::size_t wanted) {
    QueryCounts counts;
    FirstPair user(query, counts);
    Traversal<FirstPair> traversal(query, counts, user);
    std::vector<BoxPair> pieces{detail::roots}, next;
    for (int level = 0; level < 2 * WideTree::max_depth && pieces.size() < wanted; ++level) {
        next.clear();
        for (const BoxPair& p : pieces) {
            const std::span<const BoxPair> below = traversal.below(p);
            next.insert(next.end(), below.begin(), below.end());
        }
        pieces.swap(next);
    }
    return pieces;
}

void test_nodes(std::span<const WideNode> nodes, const WideNode& other, int slot,
                const detail::RelativeTransform& transform, std::span<std::uint8_t> overlaps) {
    const PlacedBox box(detail::read_box(other, slot), transform);
    float separation[WideNode::width];
    for (std::size_t n = 0; n < nodes.size(); ++n)
        overlaps[n] = static_cast<std::uint8_t>(
            overlapping_boxes<BoxBound::overlap>(nodes[n], box, transform.margin, separation));
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_pair);
HWY_EXPORT(find_pair_or_clearance);
HWY_EXPORT(find_metered_pair_or_clearance);
HWY_EXPORT(visit_pairs);
HWY_EXPORT(visit_near);
HWY_EXPORT(pieces_of);
HWY_EXPORT(test_nodes);

FoundPair find_pair(PairQuery& query) {
    return HWY_DYNAMIC_DISPATCH(find_pair)(query);
}
FoundPair find_pair_or_clearance(const PairQuery& query, float& clearance) {
    return HWY_DYNAMIC_DISPATCH(find_pair_or_clearance)(query, clearance);
}
FoundPair find_pair_or_clearance(const PairQuery& query, float& clearance, Meter& meter,
                                 QueryCounts& counts) {
    return HWY_DYNAMIC_DISPATCH(find_metered_pair_or_clearance)(query, clearance, meter, counts);
}
void visit_pairs(const PairQuery& query, BoxPair from, QueryCounts& counts, Visit& visit) {
    HWY_DYNAMIC_DISPATCH(visit_pairs)(query, from, counts, visit);
}
void visit_near(const PairQuery& query, QueryCounts& counts, NearVisitor& visitor) {
    HWY_DYNAMIC_DISPATCH(visit_near)(query, counts, visitor);
}
std::vector<BoxPair> pieces_of(const PairQuery& query, std::size_t wanted) {
    return HWY_DYNAMIC_DISPATCH(pieces_of)(query, wanted);
}
void test_nodes(std::span<const WideNode> nodes, const WideNode& other, int slot,
                const RelativeTransform& transform, std::span<std::uint8_t> overlaps) {
    HWY_DYNAMIC_DISPATCH(test_nodes)(nodes, other, slot, transform, overlaps);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
