#include <algorithm>
#include <array>

#include "graze/deform/continuous/detail/impact_batch.h"
#include "graze/deform/continuous/detail/swept_features.h"
#include "graze/deform/separation/detail/separation_list.h"

namespace graze::inline v1::detail {

// A vertex and a face, or two edges, by the numbers of their vertices.
struct SeparationList::Features {
    std::uint64_t key;  // the order of collisions at one time
    bool edges;
    // The vertex and the face, or the edges; those of side b are marked.
    std::array<VertexId, 4> vertex;
    std::array<bool, 4> of_b;
};

template <class Visit>
void SeparationList::visit_features(TriangleId s, TriangleId t, Visit&& visit) const {
    const bool one = !other_;
    const Corners v = a().mesh.triangles()[s], w = b().mesh.triangles()[t];
    const auto in = [one](VertexId i, const Corners& c) {
        return one && (i == c[0] || i == c[1] || i == c[2]);
    };
    const auto key = [](std::uint32_t first, std::uint32_t second) {
        return std::uint64_t{first} << 32 | second;
    };
    const auto name = [](FeatureId::Kind kind, std::size_t corner, TriangleId triangle) {
        return packed({kind, static_cast<std::uint8_t>(corner), triangle});
    };
    const std::uint32_t face_s = packed(FeatureId::face(s)), face_t = packed(FeatureId::face(t));
    const OwnedFeatures owned_s = a().owned[s], owned_t = b().owned[t];
    for (unsigned i = 0; i < 3; ++i) {
        if ((owned_s.vertices >> i & 1) != 0 && !in(v[i], w)) {
            visit(Features{key(name(FeatureId::Kind::vertex, i, s), face_t),
                           false,
                           {v[i], w[0], w[1], w[2]},
                           {false, true, true, true}});
        }
        if ((owned_t.vertices >> i & 1) != 0 && !in(w[i], v)) {
            const std::uint32_t corner = name(FeatureId::Kind::vertex, i, t);
            visit(Features{one ? key(corner, face_s) : key(face_s, corner),
                           false,
                           {w[i], v[0], v[1], v[2]},
                           {true, false, false, false}});
        }
        if ((owned_s.edges >> i & 1) == 0) continue;
        const auto [v0, v1] = edge_of(v, i);
        for (unsigned j = 0; j < 3; ++j) {
            if ((owned_t.edges >> j & 1) == 0) continue;
            const auto [w0, w1] = edge_of(w, j);
            if (one && (v0 == w0 || v0 == w1 || v1 == w0 || v1 == w1)) continue;
            const std::uint32_t first = name(FeatureId::Kind::edge, i, s),
                                second = name(FeatureId::Kind::edge, j, t);
            visit(Features{one && second < first ? key(second, first) : key(first, second),
                           true,
                           {v0, v1, w0, w1},
                           {false, false, true, true}});
        }
    }
}

template <class Visit>
void SeparationList::visit_features(const ListPair& p, Visit&& visit) const {
    const auto triangles_of = [](const ListSide& side, std::uint32_t leaf) {
        const PatternNode& n = side.tree.pattern().nodes[leaf];
        return std::span(side.tree.pattern().triangles).subspan(n.first, n.count);
    };
    const bool itself = is_node_with_itself(p);
    for (const TriangleId s : triangles_of(a(), p.a))
        for (const TriangleId t : triangles_of(b(), p.b))
            if (!itself || s < t) visit_features(s, t, visit);
}

void SeparationList::meet(std::uint32_t pair, Tick tick, std::uint64_t key, bool at_begin) {
    meetings_.push_back({tick, key, pair, pairs_[pair].test_stamp, at_begin});
    if (!at_begin_) std::push_heap(meetings_.begin(), meetings_.end());
}

ImpactTicks SeparationList::ticks_of(const Features& f, Tick not_before) const {
    std::array<TimedPoint, 4> points;
    for (std::size_t i = 0; i < 4; ++i) {
        const FlightLines& lines = (f.of_b[i] ? b() : a()).tree.lines();
        points[i] = {lines.from(f.vertex[i]), lines.end(f.vertex[i]), lines.since(f.vertex[i])};
    }
    const std::span<const TimedPoint, 4> p = points;
    return f.edges ? edge_edge_ticks(p.first<2>(), p.last<2>(), not_before)
                   : vertex_face_ticks(p[0], p.subspan<1, 3>(), not_before);
}

MovingPoint SeparationList::way_of(const Features& f, std::size_t i) const {
    const FlightLines& lines = (f.of_b[i] ? b() : a()).tree.lines();
    return {lines.from(f.vertex[i]), lines.end(f.vertex[i])};
}

bool SeparationList::has_new_ways(const Features& f) const {
    if (at_begin_) return true;
    for (std::size_t i = 0; i < 4; ++i)
        if ((f.of_b[i] ? b() : a()).is_new[f.vertex[i]] != 0) return true;
    return false;
}

// Most features stay apart for the whole step: known sixty-four at a time, with certainty.
class SeparationList::Batches {
  public:
    Batches(SeparationList& list, double scale)
        : list_(list),
          waiting_{Waiting(ImpactBatch::Features::vertex_face, scale),
                   Waiting(ImpactBatch::Features::edge_edge, scale)} {}

    void add(std::uint32_t pair, const Features& f) {
        ++list_.counts_.features_tested;
        Stage& whole = waiting_[f.edges ? 1 : 0].whole;
        whole.tests[whole.batch.size()] = {pair, f};
        const auto corner = [&](std::size_t i) { return list_.way_of(f, i); };
        const MovingPoint p0 = corner(0), p1 = corner(1), p2 = corner(2), p3 = corner(3);
        if (f.edges) {
            whole.batch.add({p0.from - p2.from, p1.from - p0.from, p3.from - p2.from},
                            {p0.to - p2.to, p1.to - p0.to, p3.to - p2.to});
        } else {
            whole.batch.add({p0.from - p1.from, p2.from - p1.from, p3.from - p1.from},
                            {p0.to - p1.to, p2.to - p1.to, p3.to - p1.to});
        }
        if (whole.batch.full()) look(waiting_[f.edges ? 1 : 0]);
    }
    void finish() {
        for (Waiting& w : waiting_) {
            look(w);
            decide(w);
        }
    }

  private:
    static constexpr int closer = 8;  // parts of the step, for those that one look does not tell apart
    struct Stage {
        struct Test {
            std::uint32_t pair;
            Features features;
        };
        ImpactBatch batch;
        std::array<Test, ImpactBatch::capacity> tests;
    };
    struct Waiting {
        Waiting(ImpactBatch::Features features, double scale)
            : whole{ImpactBatch(features, scale), {}}, parts{ImpactBatch(features, scale), {}} {}
        Stage whole, parts;
    };

    void look(Waiting& w) {
        const std::uint64_t apart = w.whole.batch.apart();
        for (std::size_t i = 0; i < w.whole.batch.size(); ++i) {
            if ((apart >> i & 1) != 0) continue;
            w.parts.tests[w.parts.batch.size()] = w.whole.tests[i];
            w.parts.batch.add(w.whole.batch, i);
            if (w.parts.batch.full()) decide(w);
        }
        w.whole.batch.clear();
    }
    void decide(Waiting& w) {
        const std::uint64_t apart = w.parts.batch.apart(closer);
        for (std::size_t i = 0; i < w.parts.batch.size(); ++i)
            if ((apart >> i & 1) == 0) list_.test(w.parts.tests[i].pair, w.parts.tests[i].features);
        w.parts.batch.clear();
    }

    SeparationList& list_;
    std::array<Waiting, 2> waiting_;
};

void SeparationList::test_all_new() {
    Box all;
    for (const ListSide* side : {&a(), &b()}) {
        all.grow(side->begins[0]);
        all.grow(side->ends[0]);
    }
    Batches batches(*this, StepFrame::around(all).scale);
    batches_ = &batches;
    review(0);
    batches_ = nullptr;
    batches.finish();
}

// All features of two leaves that overlap: which of them will meet? Again when one of their vertices has a
// new way, and when the leaves begin to overlap.
void SeparationList::test_features(std::uint32_t pair) {
    ++pairs_[pair].test_stamp;
    if (now_ == step_ticks) return;
    const ListPair p = pairs_[pair];
    visit_features(p, [&](const Features& f) {
        // Those that have met must be looked at.
        if (batches_ && !p.has_met) return batches_->add(pair, f);
        ++counts_.features_tested;
        test(pair, f);
    });
}

void SeparationList::test(std::uint32_t pair, const Features& f) {
    const auto now = static_cast<std::int64_t>(now_);
    auto met = pairs_[pair].has_met ? met_.find(f.key) : met_.end();
    const bool new_ways = met != met_.end() && has_new_ways(f);
    // They do not collide twice in a tick.
    if (new_ways) met->second.at_begin = !at_begin_ && met->second.tick == now;
    const Tick not_before =
        met != met_.end() && met->second.at_begin ? static_cast<Tick>(met->second.tick) + 1 : 0;
    ImpactTicks found = ticks_of(f, not_before);
    const auto begin = static_cast<std::int64_t>(found.begin);
    if (new_ways && !met->second.at_begin) {
        if (found.at_begin) {
            met->second.tick = begin - 1;
        } else {
            met_.erase(met);
            met = met_.end();
        }
    }
    const bool known = met != met_.end();
    if (!known && found.at_begin) {
        if (found.after == found.begin) found = ticks_of(f, found.begin + 1);
        if (found.begin == now_) {
            meet(pair, now_, f.key, true);
        } else {
            met_[f.key] = {begin, true};
            pairs_[pair].has_met = true;
        }
    }
    if (found.after == tick_never) return;
    const auto after = static_cast<std::int64_t>(found.after);
    if (after < now && !known) {
        // While the leaves overlapped before.
        met_[f.key] = {after, false};
        pairs_[pair].has_met = true;
    }
    if (after >= now && !(known && met->second.tick >= after)) meet(pair, found.after, f.key, false);
}

void SeparationList::forget_features(ListPair& p) {
    visit_features(p, [&](const Features& f) { met_.erase(f.key); });
    p.has_met = false;
}

void SeparationList::deliver(const Meeting& meeting, const KineticSeparationList::Respond& respond) {
    met_[meeting.key] = {static_cast<std::int64_t>(meeting.tick), meeting.at_begin};
    pairs_[meeting.pair].has_met = true;
    ++counts_.collisions;
    if (!respond) return;
    const auto name = [&](std::uint64_t key) { return unpacked(static_cast<std::uint32_t>(key)); };
    delivering_ = true;
    try {
        respond({share_of(meeting.tick), name(meeting.key >> 32), name(meeting.key)});
    } catch (...) {
        delivering_ = false;
        review_turned();
        throw;
    }
    delivering_ = false;
    review_turned();
}

}  // namespace graze::inline v1::detail
