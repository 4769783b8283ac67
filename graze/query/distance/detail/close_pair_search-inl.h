// Finds what is close in two trees: pairs of triangles that may be within a limit, eight at a time.
#if defined(GRAZE_QUERY_DISTANCE_CLOSE_PAIR_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_CLOSE_PAIR_SEARCH_INL
#undef GRAZE_QUERY_DISTANCE_CLOSE_PAIR_SEARCH_INL
#else
#define GRAZE_QUERY_DISTANCE_CLOSE_PAIR_SEARCH_INL
#endif

#include <bit>
#include <cstdint>

#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/tree/traverse/leaf_kernel-inl.h"
#include "graze/tree/traverse/traversal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Up to eight pairs of triangles and bounds of their distances, in coordinates of A.
struct NearTriangles {
    const TreeLeaf &leaf_a, &leaf_b;
    const LeafPair::Candidates& pairs;
    const LeafPair::Bounds& bounds;

    int count() const { return pairs.count; }
    TriangleId a(int i) const { return leaf_a.triangle[pairs.a[i]]; }
    TriangleId b(int i) const { return leaf_b.triangle[pairs.b[i]]; }

    // Bit i: pair i may be within this distance.
    HWY_INLINE std::uint32_t within(float limit) const {
        const Lanes8 d;
        std::uint32_t result = 0;
        for (int i = 0; i < count(); i += static_cast<int>(hn::Lanes(d)))
            result |= bits_not_set(hn::Gt(hn::Load(d, bounds.least + i), hn::Set(d, limit))) << i;
        return result & ((1u << count()) - 1);
    }
    // The pair with the least upper bound; any pair if nothing is known about them.
    HWY_INLINE int nearest() const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        auto least = hn::Set(d, 1e37f);
        for (int i = 0; i < count(); i += n) {
            const auto most = hn::Load(d, bounds.most + i);
            // A comparison with NaN is false.
            const auto less =
                hn::And(hn::FirstN(d, static_cast<std::size_t>(count() - i)), hn::Lt(most, least));
            least = hn::IfThenElse(less, most, least);
        }
        least = hn::MinOfLanes(d, least);
        std::uint32_t found = 0;
        for (int i = 0; i < count(); i += n)
            found |= bits_set(hn::Eq(hn::Load(d, bounds.most + i), least)) << i;
        found &= (1u << count()) - 1;
        return found == 0 ? 0 : std::countr_zero(found);
    }
};

// A direction in coordinates of A.
struct Direction {
    float coordinate[3];
};
// The length of directions that must be no longer than 1.
constexpr float direction_length = 0.9999f;

HWY_INLINE Direction turned_into_b(const Direction& direction, const detail::PairFrame& frame) {
    const auto& m = frame.b_from_a.column;
    const float(&w)[3] = direction.coordinate;
    Direction turned;
    for (int r = 0; r < 3; ++r) turned.coordinate[r] = m[0][r] * w[0] + m[1][r] * w[1] + m[2][r] * w[2];
    return turned;
}

// Turns a direction from A to B in coordinates of B into one from B to A in coordinates of A.
HWY_INLINE Direction turned_back(const float (&direction)[3], const detail::PairFrame& frame) {
    const auto& m = frame.a_from_b.column;
    Direction turned;
    for (int r = 0; r < 3; ++r)
        turned.coordinate[r] = -(m[0][r] * direction[0] + m[1][r] * direction[1] + m[2][r] * direction[2]);
    return turned;
}

// Two leaves and the placed triangles of both.
struct Leaves {
    const TreeLeaf &a, &b;
    const LeafPair& placed;
};

// The projections of the triangles of two leaves onto two directions from B to A. Pairs that are apart along
// one of the directions need no closer test.
struct TriangleProjections {
    HWY_ALIGN float lowest_a[2][TreeLeaf::width];
    HWY_ALIGN float highest_b[2][TreeLeaf::width];

    HWY_INLINE TriangleProjections(const LeafPair& leaves, const Direction& first, const float (&second)[3]) {
        leaves.project_onto(first.coordinate, lowest_a[0], highest_b[0]);
        leaves.project_onto(second, lowest_a[1], highest_b[1]);
    }

    // The separation of all triangles of the two leaves along one of the directions, up to the margin.
    HWY_INLINE float all_apart(int which) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        auto low = hn::Load(d, lowest_a[which]), high = hn::Load(d, highest_b[which]);
        for (int i = n; i < TreeLeaf::width; i += n) {
            low = hn::Min(low, hn::Load(d, lowest_a[which] + i));
            high = hn::Max(high, hn::Load(d, highest_b[which] + i));
        }
        return hn::GetLane(hn::MinOfLanes(d, low)) - hn::GetLane(hn::MaxOfLanes(d, high));
    }

    // Bit i: triangle i of A may be within this distance of triangle j of B.
    HWY_INLINE std::uint32_t near(std::uint32_t j, float limit) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        std::uint32_t result = 0;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            const auto apart =
                hn::Or(hn::Gt(hn::Load(d, lowest_a[0] + i), hn::Set(d, highest_b[0][j] + limit)),
                       hn::Gt(hn::Load(d, lowest_a[1] + i), hn::Set(d, highest_b[1][j] + limit)));
            result |= bits_not_set(apart) << i;
        }
        return result;
    }
};

// The goal of a search for close pairs. Pairs further apart than limit(), in coordinates of A, do not matter.
// direction() leads from B to A, is no longer than 1, and is one along which many pairs are further apart
// than that; zeros if none is known. The search calls spend() before tests, and look_at() with triangles that
// may be close; if either returns false, the search ends.
template <class Goal>
concept CloseGoal = requires(Goal& goal, std::uint64_t tests, const NearTriangles& near) {
    { goal.limit() } -> std::same_as<float>;
    { goal.direction() } -> std::same_as<const float(&)[3]>;
    { goal.spend(tests) } -> std::same_as<bool>;
    { goal.look_at(near) } -> std::same_as<bool>;
};

// A user of a traversal that finds close pairs.
template <CloseGoal Goal>
class ClosePairSearch {
  public:
    ClosePairSearch(const detail::PairQuery& query, QueryCounts& counts, Goal& goal)
        : query_(query), counts_(counts), goal_(goal) {}

    static constexpr BoxBound bound = BoxBound::distance;
    bool spend(std::uint64_t n) { return goal_.spend(n); }
    float limit() const { return goal_.limit(); }
    bool is_too_far(float separation) const {
        return separation > goal_.limit() + query_.frame.a_from_b.margin;
    }
    void apart(float (&)[WideNode::width], std::uint32_t, float) {}
    std::uint32_t hard_pairs() const { return goal_.hard_pairs(); }
    bool separated(detail::BoxPair pair, std::uint32_t hard) { return goal_.separated(pair, hard); }

    bool leaves(const LeafRefs& refs) {
        const TreeLeaf &la = query_.a.tree().leaves()[refs.a], &lb = query_.b.tree().leaves()[refs.b];
        const detail::RelativeTransform &b_from_a = query_.frame.b_from_a, &a_from_b = query_.frame.a_from_b;
        // Of the leaves that get here, the direction between the closest points so far excludes half.
        const float(&goals)[3] = goal_.direction();
        const Direction in_b = turned_into_b({goals[0], goals[1], goals[2]}, query_.frame);
        if (leaves_apart_along(la, lb, goals, in_b.coordinate, a_from_b) > goal_.limit() + a_from_b.margin)
            return true;
        const PlacedBox box_a(box(query_.a.tree(), refs.boxes.a), b_from_a);
        float direction[3];
        direction_between(box_a, box(query_.b.tree(), refs.boxes.b), direction);
        std::uint32_t rest =
            TrianglesNearBox(lb, box_a, b_from_a.margin + goal_.limit() * b_from_a.scale)(direction);
        if (rest == 0) return true;
        const LeafPair leaves(la, lb, query_.frame.a_from_b, query_.frame.exact);
        return look_at_near(
            {la, lb, leaves},
            TriangleProjections(leaves, turned_back(direction, query_.frame), goal_.direction()),
            [&](std::uint32_t j) { return (rest >> j & 1) != 0 ? 0u : ~0u; });
    }

    // Tests the triangles of two leaves, except the pairs that the two directions separate and the pairs that
    // are separated already: the bits of `separated(j)` are the triangles of A separated from triangle j of
    // B.
    template <class Separated>
    bool look_at_near(const Leaves& leaves, const TriangleProjections& along, const Separated& separated) {
        const float margin = leaves.placed.margin();
        const std::uint32_t all_of_a = (1u << leaves.a.count()) - 1;
        // Eight bits for each triangle of B.
        std::uint64_t near = 0;
        for (std::uint32_t j = 0; j < leaves.b.count(); ++j)
            near |= std::uint64_t{along.near(j, goal_.limit() + margin) & all_of_a & ~separated(j)} << 8 * j;
        LeafPair::Candidates chosen;
        while (near != 0) {
            for (chosen.count = 0; near != 0 && chosen.count < TreeLeaf::width; near &= near - 1) {
                const int next = std::countr_zero(near);
                chosen.a[chosen.count] = next % 8;
                chosen.b[chosen.count++] = next / 8;
            }
            const float before = goal_.limit();
            if (!look_at(leaves, chosen)) return false;
            if (near == 0 || goal_.limit() == before) continue;
            std::uint64_t nearer = 0;
            for (std::uint32_t j = 0; j < leaves.b.count(); ++j)
                nearer |= std::uint64_t{along.near(j, goal_.limit() + margin)} << 8 * j;
            near &= nearer;
        }
        return true;
    }

  private:
    static HWY_INLINE detail::CodedBox box(const WideTree& tree, BoxRef r) {
        return detail::read_box(tree.nodes()[r.node()], static_cast<int>(r.slot()));
    }

    HWY_NOINLINE bool look_at(const Leaves& leaves, const LeafPair::Candidates& pairs) {
        counts_.triangle_pairs += static_cast<std::uint64_t>(pairs.count);
        goal_.spend(static_cast<std::uint64_t>(pairs.count));  // the next step notices an empty budget
        const LeafPair::Bounds bounds = leaves.placed.distances_of(pairs);
        return goal_.look_at({leaves.a, leaves.b, pairs, bounds});
    }

    const detail::PairQuery& query_;
    QueryCounts& counts_;
    Goal& goal_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
