#include <algorithm>
#include <string>

#include "graze/base/error.h"
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

void SeparationList::meet(std::uint32_t pair, Tick tick, std::uint64_t key) {
    meetings_.push_back({tick, key, pair, pairs_[pair].test_stamp});
    if (!at_begin_) std::push_heap(meetings_.begin(), meetings_.end());
}

void SeparationList::test_features(std::uint32_t pair) {
    ++pairs_[pair].test_stamp;
    if (now_ == step_ticks) return;
    const ListPair p = pairs_[pair];
    const auto point = [&](const Features& f, std::size_t i) {
        const FlightLines& lines = (f.of_b[i] ? b() : a()).tree.lines();
        return TimedPoint{lines.from(f.vertex[i]), lines.end(f.vertex[i]), lines.since(f.vertex[i])};
    };
    visit_features(p, [&](const Features& f) {
        ++counts_.features_tested;
        const std::array<TimedPoint, 4> points{point(f, 0), point(f, 1), point(f, 2), point(f, 3)};
        const ImpactTicks found =
            f.edges ? edge_edge_ticks(std::span(points).first<2>(), std::span(points).last<2>())
                    : vertex_face_ticks(points[0], std::span(points).subspan<1, 3>());
        auto met = pairs_[pair].has_met ? met_.find(f.key) : met_.end();
        if (met != met_.end()) {
            bool new_ways = at_begin_;
            for (std::size_t i = 0; i < 4; ++i)
                new_ways = new_ways || (f.of_b[i] ? b() : a()).is_new[f.vertex[i]] != 0;
            if (new_ways && found.at_begin) {
                met->second = static_cast<std::int64_t>(found.begin) - 1;
            } else if (new_ways) {
                met_.erase(met);
                met = met_.end();
            }
        }
        const bool known = met != met_.end();
        if (found.at_begin && found.begin == now_ && !known) meet(pair, now_, f.key);
        const bool later = found.after != never && found.after >= now_;
        if (later && !(known && met->second >= static_cast<std::int64_t>(found.after)))
            meet(pair, found.after, f.key);
        if (!known && ((found.at_begin && found.begin < now_) || (found.after != never && !later))) {
            met_[f.key] = static_cast<std::int64_t>(later ? found.begin : std::min(found.after, now_));
            pairs_[pair].has_met = true;
        }
    });
}

void SeparationList::forget_features(ListPair& p) {
    visit_features(p, [&](const Features& f) { met_.erase(f.key); });
    p.has_met = false;
}

void SeparationList::deliver(const Meeting& meeting, const KineticSeparationList::Respond& respond) {
    const auto found = met_.find(meeting.key);
    const auto tick = static_cast<std::int64_t>(meeting.tick);
    // At the begin of a way, and a second time in the same tick.
    if (found != met_.end() && found->second >= tick) return;
    met_[meeting.key] = tick;
    pairs_[meeting.pair].has_met = true;
    ++counts_.collisions;
    if (!respond) return;
    if (++delivered_then_ > 1000 + 16 * pairs_.size())
        throw Error("collisions lead to collisions at one time, without end",
                    "time " + std::to_string(share_of(meeting.tick)) + " of a step",
                    "send vertices away from each other when they collide");
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
