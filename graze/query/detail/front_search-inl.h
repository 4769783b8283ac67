// The closest points of shapes that have moved a little: what was far enough apart along a direction mostly
// still is, and that takes a few operations to see.
#if defined(GRAZE_QUERY_FRONT_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_FRONT_SEARCH_INL
#undef GRAZE_QUERY_FRONT_SEARCH_INL
#else
#define GRAZE_QUERY_FRONT_SEARCH_INL
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/query/detail/distance_front.h"
#include "graze/query/detail/near_pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A pair of boxes, and what is known about them, is written down while it is far enough apart. When a call
// finds one that is not, along its direction, another direction is looked for; if there is none, the pair is
// opened. Goal: as for NearPairs, and
//   bool parts_all(leaf of A, leaf of B)   are none of their triangles nearer than what was found?
//   bool parts(i, j)                       is this true of triangles i and j of the leaves asked for last?
template <class Goal>
class FrontSearch {
  public:
    FrontSearch(const detail::IntersectJob& job, IntersectCounts& counts, Goal& goal,
                detail::DistanceFront& front)
        : job_(job),
          passage_(job.frame.a_from_b),
          counts_(counts),
          goal_(goal),
          front_(front),
          own_goal_{goal},
          near_pairs_(job, counts, own_goal_),
          boxes_(job) {}

    enum class Outcome {
        complete,
        ended,    // by the goal
        gave_up,  // the front took too much room; there is none any more
    };
    Outcome run() {
        const float turned = front_.turned(passage_);
        if (!look_at_closest()) return Outcome::ended;
        if (!front_.is_worn()) sweep(turned);
        if (front_.is_worn() || front_.unsure.size() > front_.size()) {
            if (!front_.begin_anew()) return Outcome::gave_up;
            front_.near.assign(1, {detail::roots, 0});
        } else {
            write_down_unsure();
        }
        const Outcome outcome = look_at_near();
        if (outcome == Outcome::gave_up) front_.give_up();
        if (outcome == Outcome::complete) front_.finish();
        return outcome;
    }

  private:
    using V = BoxLane;
    using FrontBlock = detail::FrontBlock;
    using Links = detail::BoxRefs::Links;

    // Passes on what is found, and remembers the nearest.
    struct Listener {
        Goal& goal;
        float least = 1e30f;
        float nearest_way[3] = {};

        float reach() const { return goal.reach(); }
        const float (&way() const)[3] { return goal.way(); }
        bool spend(std::uint64_t n) { return goal.spend(n); }
        bool look_at(const NearTriangles& found) {
            for (int i = 0; i < found.count(); ++i) {
                if (!(found.bounds.most[i] < least)) continue;
                least = found.bounds.most[i];
                for (int c = 0; c < 3; ++c) nearest_way[c] = found.bounds.way[c][i];
            }
            return goal.look_at(found);
        }
        Way unit_way() const {
            const float(&w)[3] = nearest_way;
            const float scale = (1 - 0x1p-20f) / std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + 1e-30f);
            return {w[0] * scale, w[1] * scale, w[2] * scale};
        }
    };

    float limit() const { return goal_.reach() + passage_.margin; }

    // What came closest the last time, for a good bound on what is looked at then. False if the goal ended
    // the search.
    bool look_at_closest() {
        front_.near.clear();
        front_.unsure.clear();
        front_.unsure.swap(front_.closest);
        bool goes_on = true;
        for (const BoxPair& pair : front_.unsure) {
            const float reach = goal_.reach();
            const Links held = boxes_.links(pair);
            goes_on = look_at_leaves({pair, held.a.index(), held.b.index(), 0}, true);
            if (goes_on && goal_.reach() != reach && !goal_.take_all()) {
                front_.begin_with(pair);
                goes_on = false;
            }
            if (!goes_on) break;
        }
        front_.unsure.clear();
        return goes_on;
    }

    // Takes out what is not sure to be far enough apart.
    void sweep(float turned) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const V turn_by = hn::Set(d, turned), out_of_reach = hn::Set(d, limit()),
                rounding = hn::Set(d, passage_.margin * 0x1p-4f);
        V column[3][3];
        for (int c = 0; c < 3; ++c) {
            for (int r = 0; r < 3; ++r) column[c][r] = hn::Set(d, passage_.scale * passage_.column[c][r]);
        }
        auto& blocks = front_.blocks();
        for (std::size_t k = (front_.size() + FrontBlock::width - 1) / FrontBlock::width; k-- > 0;) {
            FrontBlock& block = blocks[k];
            std::uint32_t unsure = 0;
            for (int i = 0; i < FrontBlock::width; i += n) {
                const V way[3] = {hn::Load(d, block.way[0] + i), hn::Load(d, block.way[1] + i),
                                  hn::Load(d, block.way[2] + i)};
                const V of_b[3] = {hn::Load(d, block.center[0] + i), hn::Load(d, block.center[1] + i),
                                   hn::Load(d, block.center[2] + i)};
                V center[3];
                for (int r = 0; r < 3; ++r)
                    center[r] =
                        hn::Add(hn::Add(hn::Mul(of_b[0], column[0][r]), hn::Mul(of_b[1], column[1][r])),
                                hn::Add(hn::Mul(of_b[2], column[2][r]), hn::Set(d, passage_.shift[r])));
                const V loss = hn::Add(hn::Mul(hn::Load(d, block.radius + i), turn_by), rounding);
                const V above = hn::Sub(hn::Load(d, block.above + i), loss);
                hn::Store(above, d, block.above + i);
                std::uint8_t bits[8] = {};
                hn::StoreMaskBits(d, hn::Gt(hn::Sub(above, dot_of(way, center)), out_of_reach), bits);
                unsure |= (~static_cast<std::uint32_t>(bits[0]) & ((1u << n) - 1)) << i;
            }
            const std::size_t first = k * FrontBlock::width, used = front_.size() - first;
            if (used < FrontBlock::width) unsure &= (1u << used) - 1;
            while (unsure != 0) {
                const auto lane = static_cast<std::uint32_t>(std::bit_width(unsure) - 1);
                unsure &= ~(1u << lane);
                front_.unsure.push_back(block.pair[lane]);
                front_.remove(first + lane);
            }
        }
    }

    // Eight at a time, with a direction of today.
    void write_down_unsure() {
        for (std::size_t i = 0; i < front_.unsure.size(); i += FrontBlock::width) {
            const std::size_t count = std::min<std::size_t>(FrontBlock::width, front_.unsure.size() - i);
            write_down(front_.unsure.data() + i, static_cast<int>(count), true);
        }
        front_.unsure.clear();
    }

    void write_down(const BoxPair* pairs, int count, bool look_at_those_within_reach) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        WideNode of_a, of_b;
        for (int i = 0; i < FrontBlock::width; ++i) {
            const BoxPair& pair = pairs[std::min(i, count - 1)];
            copy_box(boxes_.nodes_a(), pair.a, of_a, i);
            copy_box(boxes_.nodes_b(), pair.b, of_b, i);
        }
        FrontBlock made;
        HWY_ALIGN float separation[FrontBlock::width];
        for (int i = 0; i < FrontBlock::width; i += n) {
            const NodeLanes b(of_b, i);
            const BoxLanes boxes(of_a, of_b, i, passage_);
            V way[3];
            const V apart = boxes.distance_along(way);
            hn::Store(apart, d, separation + i);
            for (int c = 0; c < 3; ++c) way[c] = hn::Neg(way[c]);
            note(made, i, apart, way, b.center, radius_of(b.half));
        }
        for (int i = 0; i < count; ++i) {
            made.pair[i] = pairs[i];
            if (!look_at_those_within_reach || separation[i] > limit()) {
                front_.append(made, i);
            } else if (!told_by_leaves(pairs[i], {made.way[0][i], made.way[1][i], made.way[2][i]})) {
                front_.near.push_back({pairs[i], separation[i]});
            }
        }
        counts_.box_pairs += static_cast<std::uint64_t>(count);
    }

    static void copy_box(std::span<const WideNode> nodes, BoxRef from, WideNode& to, int lane) {
        const WideNode& node = nodes[from.node()];
        for (int k = 0; k < 3; ++k) to.center[k][lane] = node.center[k][from.slot()];
        for (int k = 0; k < 3; ++k) to.half[k][lane] = node.half[k][from.slot()];
        for (int k = 0; k < 4; ++k) to.rotation[k][lane] = node.rotation[k][from.slot()];
        for (int i = 0; i < 2; ++i) to.cut_corners[i][lane] = node.cut_corners[i][from.slot()];
        for (int k = 0; k < 3; ++k) to.cut_edges[k][lane] = node.cut_edges[k][from.slot()];
    }

    HWY_INLINE V radius_of(const V (&half)[3]) const {
        const Lanes8 d;
        return hn::Mul(hn::Sqrt(dot_of(half, half)), hn::Set(d, passage_.scale * 1.001f));
    }

    // `apart` is along `way`, which leads from B to A and has any length; both in coordinates of A.
    HWY_INLINE void note(FrontBlock& made, int i, V apart, const V (&way)[3], const V (&center_of_b)[3],
                         V radius) const {
        const Lanes8 d;
        const V scale =
            hn::Div(hn::Set(d, 1 - 0x1p-20f), hn::Sqrt(hn::Add(dot_of(way, way), hn::Set(d, 1e-30f))));
        const V unit[3] = {hn::Mul(way[0], scale), hn::Mul(way[1], scale), hn::Mul(way[2], scale)};
        V center[3];
        place(center_of_b, passage_, center);
        for (int c = 0; c < 3; ++c) hn::Store(unit[c], d, made.way[c] + i);
        for (int c = 0; c < 3; ++c) hn::Store(center_of_b[c], d, made.center[c] + i);
        hn::Store(radius, d, made.radius + i);
        hn::Store(hn::Add(hn::Mul(apart, hn::Set(d, 1 - 0x1p-19f)), dot_of(unit, center)), d, made.above + i);
    }

    // The nearest first.
    Outcome look_at_near() {
        if (front_.near.empty()) return Outcome::complete;
        PairQueue queue;
        if (!queue.has_room_for(static_cast<int>(std::min<std::size_t>(front_.near.size(), 1u << 20))))
            return Outcome::gave_up;
        for (const auto& pair : front_.near) queue.push({pair.pair, pair.separation});
        while (!queue.empty()) {
            const PairQueue::Entry next = queue.pop();
            if (next.separation > limit()) {
                front_.unsure.push_back(next.pair);
                if (front_.unsure.size() == FrontBlock::width) write_down_rest();
                continue;
            }
            if (!queue.has_room_for(WideNode::width) || front_.is_full()) return Outcome::gave_up;
            const Links held = boxes_.links(next.pair);
            if (held.are_leaves()) {
                ++counts_.leaf_pairs;
                if (!look_at_leaves({next.pair, held.a.index(), held.b.index(), next.separation}, false))
                    return Outcome::ended;
            } else if (boxes_.opens_a(next.pair, held)) {
                open<true>(next, held.a.index(), queue);
            } else {
                open<false>(next, held.b.index(), queue);
            }
        }
        write_down_rest();
        return Outcome::complete;
    }
    void write_down_rest() {
        if (!front_.unsure.empty())
            write_down(front_.unsure.data(), static_cast<int>(front_.unsure.size()), false);
        front_.unsure.clear();
    }

    // Puts the boxes of a node in the place of one of the pair: those near to the other box into the queue,
    // the others into the front.
    template <bool OfA>
    void open(const PairQueue::Entry& entry, std::uint32_t index, PairQueue& queue) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const WideNode& node = (OfA ? boxes_.nodes_a() : boxes_.nodes_b())[index];
        const BoxRef other = OfA ? entry.pair.b : entry.pair.a;
        const detail::CodedBox coded = detail::read_box(
            (OfA ? boxes_.nodes_b() : boxes_.nodes_a())[other.node()], static_cast<int>(other.slot()));
        const PlacedBox box(coded, OfA ? passage_ : job_.frame.b_from_a);
        FrontBlock made;
        HWY_ALIGN float separation[WideNode::width];
        std::uint32_t used = 0;
        for (int i = 0; i < WideNode::width; i += n) {
            const BoxLanes boxes(node, i, box);
            V way[3];
            V apart = boxes.distance_along(way);
            if constexpr (OfA) {
                for (int c = 0; c < 3; ++c) way[c] = hn::Neg(way[c]);
                const V center[3] = {hn::Set(d, coded.center[0]), hn::Set(d, coded.center[1]),
                                     hn::Set(d, coded.center[2])};
                const V half[3] = {hn::Set(d, coded.half[0]), hn::Set(d, coded.half[1]),
                                   hn::Set(d, coded.half[2])};
                note(made, i, apart, way, center, radius_of(half));
            } else {
                V turned[3];
                turn(way, passage_, turned);
                apart = hn::Mul(apart, hn::Set(d, passage_.scale));
                const V center[3] = {hn::Load(d, node.center[0] + i), hn::Load(d, node.center[1] + i),
                                     hn::Load(d, node.center[2] + i)};
                note(made, i, apart, turned, center, radius_of(boxes.a_half));
            }
            hn::Store(apart, d, separation + i);
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, hn::Ge(boxes.a_half[0], hn::Zero(d)), bits);
            used |= (static_cast<std::uint32_t>(bits[0]) & ((1u << n) - 1)) << i;
        }
        counts_.box_pairs += WideNode::width;
        for (; used != 0; used &= used - 1) {
            const int slot = std::countr_zero(used);
            const BoxRef child{index, static_cast<std::uint32_t>(slot)};
            made.pair[slot] = OfA ? BoxPair{child, other} : BoxPair{other, child};
            if (separation[slot] > limit()) {
                front_.append(made, slot);
            } else {
                queue.push({made.pair[slot], std::max(separation[slot], entry.separation)});
            }
        }
    }

    // False if the goal ended the search.
    bool look_at_leaves(const LeafRefs& refs, bool came_closest) {
        const TreeLeaf &a = job_.a.tree().leaves()[refs.a], &b = job_.b.tree().leaves()[refs.b];
        // What came closest is mostly told by the plane, other leaves by their boxes' way.
        if (came_closest && goal_.parts_all(a, b)) {
            front_.closest.push_back(refs.boxes);
            return true;
        }
        const Way between = near_pairs_.way_of(refs);
        if (told_by_leaves(refs.boxes, between)) return true;
        front_.closest.push_back(refs.boxes);
        if (!came_closest && goal_.parts_all(a, b)) return true;
        const LeafPair placed(a, b, passage_, job_.frame.exact);
        own_goal_.least = 1e30f;
        const auto parted = [&](std::uint32_t i, std::uint32_t j) { return goal_.parts(i, j); };
        if (!near_pairs_.look_at_near({a, b, placed}, LeafReach(placed, between, goal_.way()),
                                      (1u << b.count()) - 1, parted)) {
            front_.begin_with(refs.boxes);
            return false;
        }
        if (own_goal_.least < 1e30f && told_along(refs.boxes, own_goal_.unit_way()))
            front_.closest.pop_back();
        return true;
    }

    // If the pair is one of leaves, and the triangles in them are far enough apart along a way, which is no
    // longer than 1, or the goal's.
    bool told_by_leaves(const BoxPair& pair, const Way& way) {
        if (!boxes_.links(pair).are_leaves()) return false;
        const float(&goals)[3] = goal_.way();
        return told_along(pair, {goals[0], goals[1], goals[2]}) || told_along(pair, way);
    }

    bool told_along(const BoxPair& pair, const Way& way) {
        const Links held = boxes_.links(pair);
        const TreeLeaf& leaf_a = job_.a.tree().leaves()[held.a.index()];
        const TreeLeaf& leaf_b = job_.b.tree().leaves()[held.b.index()];
        const float(&w)[3] = way.coordinate;
        const Way in_b = turned_into_b(way, job_.frame);
        const float apart = leaves_apart_along(leaf_a, leaf_b, w, in_b.coordinate, passage_);
        if (!(apart > limit())) return false;
        const WideNode& node = boxes_.nodes_b()[pair.b.node()];
        const auto slot = pair.b.slot();
        FrontBlock made;
        float height = 0, squared = 0;
        for (int c = 0; c < 3; ++c) {
            made.way[c][0] = w[c];
            made.center[c][0] = node.center[c][slot];
            squared += node.half[c][slot] * node.half[c][slot];
            height += in_b.coordinate[c] * node.center[c][slot] * passage_.scale + w[c] * passage_.shift[c];
        }
        made.radius[0] = std::sqrt(squared) * passage_.scale * 1.001f;
        made.above[0] = apart + height;
        made.pair[0] = pair;
        front_.append(made, 0);
        return true;
    }

    const detail::IntersectJob& job_;
    const detail::Passage& passage_;
    IntersectCounts& counts_;
    Goal& goal_;
    detail::DistanceFront& front_;
    Listener own_goal_;
    NearPairs<Listener> near_pairs_;
    const detail::BoxRefs boxes_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
