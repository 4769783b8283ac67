// What two trees have near to each other: pairs of triangles that may be within reach, eight at a time.
#if defined(GRAZE_QUERY_NEAR_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_NEAR_PAIRS_INL
#undef GRAZE_QUERY_NEAR_PAIRS_INL
#else
#define GRAZE_QUERY_NEAR_PAIRS_INL
#endif

#include <bit>
#include <cstdint>

#include "graze/query/detail/intersect_job.h"
#include "graze/query/detail/leaf_kernel-inl.h"
#include "graze/query/detail/traversal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Up to eight pairs of triangles, and how far apart they are, in coordinates of A.
struct NearTriangles {
    const TreeLeaf &leaf_a, &leaf_b;
    const LeafPair::Candidates& pairs;
    const LeafPair::Bounds& bounds;

    int count() const { return pairs.count; }
    TriangleId a(int i) const { return leaf_a.triangle[pairs.a[i]]; }
    TriangleId b(int i) const { return leaf_b.triangle[pairs.b[i]]; }
};

// A direction in coordinates of A.
struct Way {
    float coordinate[3];
};
// Of directions that have to be no longer than 1.
constexpr float way_length = 0.9999f;

HWY_INLINE Way turned_into_b(const Way& way, const detail::PairFrame& frame) {
    const auto& m = frame.b_from_a.column;
    const float(&w)[3] = way.coordinate;
    Way turned;
    for (int r = 0; r < 3; ++r) turned.coordinate[r] = m[0][r] * w[0] + m[1][r] * w[1] + m[2][r] * w[2];
    return turned;
}

// A way from A to B in coordinates of B becomes one from B to A in those of A.
HWY_INLINE Way turned_back(const float (&way)[3], const detail::PairFrame& frame) {
    const auto& m = frame.a_from_b.column;
    Way turned;
    for (int r = 0; r < 3; ++r)
        turned.coordinate[r] = -(m[0][r] * way[0] + m[1][r] * way[1] + m[2][r] * way[2]);
    return turned;
}

// Two leaves, and where their triangles are.
struct Leaves {
    const TreeLeaf &a, &b;
    const LeafPair& placed;
};

// How far the triangles of two leaves reach along two directions from B to A. What is apart along one of them
// need not be looked at closely.
struct LeafReach {
    HWY_ALIGN float lowest_a[2][TreeLeaf::width];
    HWY_ALIGN float highest_b[2][TreeLeaf::width];

    HWY_INLINE LeafReach(const LeafPair& leaves, const Way& first, const float (&second)[3]) {
        leaves.reach_along(first.coordinate, lowest_a[0], highest_b[0]);
        leaves.reach_along(second, lowest_a[1], highest_b[1]);
    }

    // How far apart all are along one of them, up to the margin.
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

// The user of a traversal that looks for what is near. Its goal says how near, and takes what is found:
//   float reach()                 in coordinates of A: what is further apart is of no interest
//   const float (&way())[3]       a direction from B to A, no longer than 1, along which much is out of
//   reach;
//                                 zeros if none is known
//   bool spend(n)                 before n tests; false ends the traversal
//   bool look_at(NearTriangles)   false ends the traversal
template <class Goal>
class NearPairs {
  public:
    NearPairs(const detail::IntersectJob& job, IntersectCounts& counts, Goal& goal)
        : job_(job), counts_(counts), goal_(goal) {}

    static constexpr BoxBound bound = BoxBound::distance;
    bool spend(std::uint64_t n) { return goal_.spend(n); }
    float looks_beyond() const { return goal_.reach(); }
    bool is_too_far(float separation) const {
        return separation > goal_.reach() + job_.frame.a_from_b.margin;
    }
    void apart(float (&)[WideNode::width], std::uint32_t, float) {}

    bool leaves(const LeafRefs& refs) {
        const TreeLeaf &la = job_.a.tree().leaves()[refs.a], &lb = job_.b.tree().leaves()[refs.b];
        const detail::Passage &b_from_a = job_.frame.b_from_a, &a_from_b = job_.frame.a_from_b;
        // Of leaves that come this far, half are told by the way between the closest points so far.
        const float(&goals)[3] = goal_.way();
        const Way in_b = turned_into_b({goals[0], goals[1], goals[2]}, job_.frame);
        if (leaves_apart_along(la, lb, goals, in_b.coordinate, a_from_b) > goal_.reach() + a_from_b.margin)
            return true;
        const PlacedBox box_a(box(job_.a.tree(), refs.boxes.a), b_from_a);
        float way[3];
        way_between(box_a, box(job_.b.tree(), refs.boxes.b), way);
        std::uint32_t rest =
            TrianglesNearBox(lb, box_a, b_from_a.margin + goal_.reach() * b_from_a.scale)(way);
        if (rest == 0) return true;
        const LeafPair leaves(la, lb, job_.frame.a_from_b, job_.frame.exact);
        return look_at_near({la, lb, leaves}, LeafReach(leaves, turned_back(way, job_.frame), goal_.way()),
                            rest, [](std::uint32_t, std::uint32_t) { return false; });
    }

    // All triangles of A against some of B, named by their bits, but for those that two directions tell
    // apart and those that are `parted` already.
    template <class Parted>
    bool look_at_near(const Leaves& leaves, const LeafReach& along, std::uint32_t of_b,
                      const Parted& parted) {
        const auto near_to = [&](std::uint32_t j) {
            return along.near(j, goal_.reach() + leaves.placed.margin()) & ((1u << leaves.a.count()) - 1);
        };
        LeafPair::Candidates chosen;
        for (; of_b != 0; of_b &= of_b - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(of_b));
            std::uint32_t near = near_to(j);
            while (near != 0) {
                const auto i = static_cast<std::uint32_t>(std::countr_zero(near));
                near &= near - 1;
                if (parted(i, j)) continue;
                chosen.a[chosen.count] = static_cast<std::int32_t>(i);
                chosen.b[chosen.count] = static_cast<std::int32_t>(j);
                if (++chosen.count < TreeLeaf::width) continue;
                if (!look_at(leaves, chosen)) return false;
                near &= near_to(j);
            }
        }
        return look_at(leaves, chosen);
    }

  private:
    static HWY_INLINE detail::CodedBox box(const WideTree& tree, BoxRef r) {
        return detail::read_box(tree.nodes()[r.node()], static_cast<int>(r.slot()));
    }

    HWY_NOINLINE bool look_at(const Leaves& leaves, LeafPair::Candidates& pairs) {
        if (pairs.count == 0) return true;
        counts_.triangle_pairs += static_cast<std::uint64_t>(pairs.count);
        const LeafPair::Bounds bounds = leaves.placed.distances_of(pairs);
        const bool go_on = goal_.look_at({leaves.a, leaves.b, pairs, bounds});
        pairs.count = 0;
        return go_on;
    }

    const detail::IntersectJob& job_;
    IntersectCounts& counts_;
    Goal& goal_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
