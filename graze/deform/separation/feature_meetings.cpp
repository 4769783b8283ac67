#include <algorithm>

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

bool SeparationList::has_new_ways(const Features& f) const {
    if (at_begin_) return true;
    for (std::size_t i = 0; i < 4; ++i)
        if ((f.of_b[i] ? b() : a()).is_new[f.vertex[i]] != 0) return true;
    return false;
}

// All features of two leaves that overlap: which of them will meet? Again when one of their vertices has a
// new way, and when the leaves begin to overlap.
void SeparationList::test_features(std::uint32_t pair) {
    ++pairs_[pair].test_stamp;
    if (now_ == step_ticks) return;
    const ListPair p = pairs_[pair];
    const auto now = static_cast<std::int64_t>(now_);
    visit_features(p, [&](const Features& f) {
        ++counts_.features_tested;
        auto met = p.has_met ? met_.find(f.key) : met_.end();
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
    });
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
