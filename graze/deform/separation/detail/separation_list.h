// The pairs of nodes of two kinetic trees that a traversal visits, kept while vertices fly.
//
// All visited pairs are kept, as a tree of their own: the leaves of it are the separation list. A pair is
// apart, or it overlaps and has children, or it overlaps and both nodes are leaves.
//
// That two boxes are apart along an axis is known from their gap now and at the end of the step: an upper
// side is the largest of many straight lines, a lower side the least, so that the overlap along an axis is a
// convex function of time. It is below the straight line from now to the end. Where that line reaches zero,
// one looks again. And boxes overlap as long as two vertices do that were on their sides once. So another
// vertex on a side of a box makes nothing invalid.
//
// Boxes that are rounding errors apart count as overlapping. Pairs that share a vertex overlap for ever.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "graze/deform/continuous/detail/feature_owners.h"
#include "graze/deform/kinetic/detail/kinetic_aabbs.h"
#include "graze/deform/self_collision/detail/neighbours.h"
#include "graze/deform/separation/detail/feature_key.h"
#include "graze/deform/separation/kinetic_separation_list.h"
#include "graze/query/sweep/detail/impact_ticks.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::inline v1::detail {

// One of the two meshes.
struct ListSide {
    ListSide(const Mesh& m, const PatternOptions& options);

    // Of all nodes, in exact doubles; now is only known at the begin of a step.
    void fit_ends();
    void fit_begins();
    // Of all nodes above turned vertices: flags, and boxes at the end.
    void touch_turned();
    void forget_turned();

    Mesh mesh;
    KineticAabbs tree;
    std::vector<OwnedFeatures> owned;  // by triangles: pairs of features are looked at once
    std::vector<Box> begins, ends;
    std::vector<VertexId> turned;       // vertices whose ways are new since the last review
    std::vector<std::uint8_t> is_new;   // of each vertex, while redirections are reviewed
    std::vector<std::uint8_t> touched;  // of each node, likewise
};

struct ListPair {
    std::uint32_t a = 0, b = 0;    // nodes
    std::uint32_t children = 0;    // the first of a block; 0: none
    std::uint32_t stamp = 0;       // looks with another stamp are not wanted any more
    std::uint32_t test_stamp = 0;  // the same of meetings
    std::uint8_t child_count = 0;  // 0 for leaves and pairs that are apart
    bool apart = false;
    bool for_ever = false;  // a shared vertex: they overlap
    bool has_met = false;   // features of the leaves have collided
};

class SeparationList {
  public:
    // Of two meshes, or of one if there is no second.
    SeparationList(const Mesh& a, const Mesh* b, const PatternOptions& options);

    bool is_of_one() const { return !other_; }
    const ListSide& side(KineticSide s) const { return s == KineticSide::b && other_ ? *other_ : first_; }
    Tick now() const { return now_; }
    KineticListCounts& counts() { return counts_; }
    const KineticListCounts& counts() const { return counts_; }

    void step_to(std::span<const Vec3> a, std::span<const Vec3> b);
    void advance(Tick now, const KineticSeparationList::Respond& respond);
    void redirect(KineticSide s, VertexId v, const Vec3& to);

    // visit(pair) for all that have no children.
    template <class Visit>
    void visit_list(Visit&& visit) const {
        std::vector<std::uint32_t> open{0};
        while (!open.empty()) {
            const ListPair& p = pairs_[open.back()];
            open.pop_back();
            if (p.child_count == 0) visit(p);
            for (std::uint32_t i = p.child_count; i-- > 0;) open.push_back(p.children + i);
        }
    }

  private:
    ListSide& a() { return first_; }
    ListSide& b() { return other_ ? *other_ : first_; }
    const ListSide& a() const { return first_; }
    const ListSide& b() const { return other_ ? *other_ : first_; }
    bool is_leaf_pair(const ListPair& p) const {
        return a().tree.pattern().nodes[p.a].is_leaf() && b().tree.pattern().nodes[p.b].is_leaf();
    }
    bool is_node_with_itself(const ListPair& p) const { return !other_ && p.a == p.b; }

    // Certificates.
    struct Certificate {
        bool apart = false;
        Tick until = never;  // when to look again
    };
    Certificate certificate(const ListPair& p) const;
    bool share_vertex(const ListPair& p) const;

    // The tree of pairs. Indices: pairs move when others are added.
    void set(std::uint32_t pair, const Certificate& c);  // and opens it if it overlaps
    void wake(std::uint32_t pair, Tick until);
    void look_at(std::uint32_t pair);  // whose state may be wrong now
    void review(std::uint32_t pair);   // of a step that begins, or after redirections: with all below
    void review_turned();
    void begin_all();
    bool follow(std::uint32_t pair, const Certificate& c);  // true if the state changed
    void open(std::uint32_t pair);
    void close(std::uint32_t pair);
    void drop(std::uint32_t pair);
    std::uint32_t new_block(std::uint8_t count);

    // Collisions of features.
    struct Features;  // two of them
    class Batches;    // of features, where all ways are new
    template <class Visit>
    void visit_features(const ListPair& p, Visit&& visit) const;
    template <class Visit>
    void visit_features(TriangleId s, TriangleId t, Visit&& visit) const;
    void test_features(std::uint32_t pair);
    void test(std::uint32_t pair, const Features& f);
    void test_all_new();  // a review of all pairs as a step begins
    void forget_features(ListPair& p);
    ImpactTicks ticks_of(const Features& f, Tick not_before) const;
    MovingPoint way_of(const Features& f, std::size_t i) const;  // since a step began
    bool has_new_ways(const Features& f) const;
    void meet(std::uint32_t pair, Tick tick, std::uint64_t key, bool at_begin);

    struct Wake {
        Tick tick;
        std::uint32_t pair, stamp;
        friend bool operator<(const Wake& x, const Wake& y) {
            return x.tick != y.tick ? x.tick > y.tick : x.pair > y.pair;
        }
    };
    struct Meeting {
        Tick tick;
        std::uint64_t key;  // of the two features
        std::uint32_t pair, stamp;
        bool at_begin;
        friend bool operator<(const Meeting& x, const Meeting& y) {
            return x.tick != y.tick ? x.tick > y.tick : x.key > y.key;
        }
    };

    void deliver(const Meeting& meeting, const KineticSeparationList::Respond& respond);

    ListSide first_;
    std::optional<ListSide> other_;
    Tick now_ = step_ticks;
    bool at_begin_ = false;  // of a step: boxes are known as doubles, all ways are new, heaps come later
    std::vector<ListPair> pairs_;
    std::array<std::vector<std::uint32_t>, 5> free_;  // blocks of so many pairs
    std::vector<Wake> wakes_;                         // heaps
    std::vector<Meeting> meetings_;
    // Features that have met on their present ways, or on those before if they met when these began too. Only
    // of leaves that overlap.
    struct Met {
        std::int64_t tick = 0;  // of their last collision; before the present ways: that before these begin
        bool at_begin = false;  // it was one at the begin of the present ways, or in the tick when they begin
    };
    std::unordered_map<std::uint64_t, Met> met_;
    bool delivering_ = false;
    Batches* batches_ = nullptr;  // while a step begins
    KineticListCounts counts_;
};

}  // namespace graze::inline v1::detail
