// A simulation of all features of two meshes, or of one, that looks at all pairs whenever something happens:
// the rules of KineticSeparationList without boxes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "tests/deform/separation/brute_force.h"

namespace graze::test {

class EventSimulation {
  public:
    EventSimulation(const Mesh& a, const Mesh* b) : b_(b) {
        const auto rest = [](const Mesh& mesh, std::vector<detail::TimedPoint>& points) {
            for (const Vec3& v : mesh.vertices()) points.push_back({v, v, 0});
        };
        rest(a, at_[0]);
        if (b) rest(*b, at_[1]);
        visit_all_features(a, b, [&](FeatureId p, FeatureId q, bool edges, const auto& points) {
            pairs_.push_back({p, q, edges, points, {}, {}, {}, false});
        });
    }

    // At the end of a step only.
    void step_to(std::span<const Vec3> a, std::span<const Vec3> b) {
        const auto leave = [](std::vector<detail::TimedPoint>& points, std::span<const Vec3> to) {
            for (std::size_t v = 0; v < points.size(); ++v) points[v] = {points[v].to, to[v], 0};
        };
        leave(at_[0], a);
        if (b_) leave(at_[1], b);
        now_ = 0;
        for (Pair& p : pairs_) {
            p.collided.reset();
            begin_ways(p);
        }
    }

    Vec3 position(KineticSide side, VertexId v) const {
        const detail::TimedPoint& p = points(side)[v];
        if (now_ == p.since) return p.from;
        const auto share = [](std::uint64_t ticks) { return static_cast<double>(ticks) * 0x1p-53; };
        const double left = share(last - now_), gone = share(now_ - p.since), all = share(last - p.since);
        const Vec3 sum = p.from * left + p.to * gone;
        return p.since == 0 ? sum : Vec3{sum.x / all, sum.y / all, sum.z / all};
    }

    // From the next collision on, vertices fly elsewhere.
    void redirect(KineticSide side, VertexId v, const Vec3& to) { turned_.push_back({side, v, to}); }

    void finish_step(const KineticSeparationList::Respond& respond) {
        for (;;) {
            Pair* next = nullptr;
            for (Pair& p : pairs_)
                if (p.meets &&
                    (!next || std::tie(*p.meets, p.a, p.b) < std::tie(*next->meets, next->a, next->b)))
                    next = &p;
            if (!next) break;
            now_ = *next->meets;
            next->met = true;
            next->meets = next->again;
            next->again.reset();
            next->collided = now_;
            respond({static_cast<double>(now_) * 0x1p-53, next->a, next->b});
            turn();
        }
        now_ = last;
    }

  private:
    static constexpr std::uint64_t last = std::uint64_t{1} << 53;
    struct Pair {
        FeatureId a, b;
        bool edges;
        std::array<std::pair<KineticSide, VertexId>, 4> points;
        std::optional<std::uint64_t> meets, again;
        std::optional<std::uint64_t> collided;  // when, in this step
        bool met = false;  // on the present ways, or on those before if they met when these began
    };
    struct Turn {
        KineticSide side;
        VertexId v;
        Vec3 to;
    };
    std::vector<detail::TimedPoint>& points(KineticSide side) {
        return at_[b_ && side == KineticSide::b ? 1 : 0];
    }
    const std::vector<detail::TimedPoint>& points(KineticSide side) const {
        return at_[b_ && side == KineticSide::b ? 1 : 0];
    }

    void begin_ways(Pair& p) {
        std::array<detail::TimedPoint, 4> timed;
        for (std::size_t i = 0; i < 4; ++i) timed[i] = points(p.points[i].first)[p.points[i].second];
        const std::span<const detail::TimedPoint, 4> t = timed;
        const auto ticks_from = [&](std::uint64_t not_before) {
            return p.edges ? detail::edge_edge_ticks(t.first<2>(), t.last<2>(), not_before)
                           : detail::vertex_face_ticks(timed[0], t.subspan<1, 3>(), not_before);
        };
        const bool just_now = p.collided && *p.collided == now_;
        detail::ImpactTicks found = ticks_from(just_now ? now_ + 1 : 0);
        p.meets.reset();
        p.again.reset();
        const bool collides = found.at_begin && !p.met;
        p.met = p.met && (found.at_begin || just_now);
        if (collides) {
            found = ticks_from(found.begin + 1);
            p.meets = found.begin;
            if (found.after != detail::tick_never) p.again = found.after;
        } else if (found.after != detail::tick_never) {
            p.meets = found.after;
        }
    }

    void turn() {
        if (turned_.empty()) return;
        std::vector<Vec3> from;
        for (const Turn& t : turned_) from.push_back(position(t.side, t.v));
        for (std::size_t i = 0; i < turned_.size(); ++i)
            points(turned_[i].side)[turned_[i].v] = {from[i], turned_[i].to, now_};
        for (Pair& p : pairs_) {
            const bool is_new = std::ranges::any_of(p.points, [&](const auto& q) {
                return std::ranges::any_of(
                    turned_, [&](const Turn& t) { return t.v == q.second && (!b_ || t.side == q.first); });
            });
            if (is_new) begin_ways(p);
        }
        turned_.clear();
    }

    const Mesh* b_;
    std::array<std::vector<detail::TimedPoint>, 2> at_;
    std::vector<Pair> pairs_;
    std::vector<Turn> turned_;
    std::uint64_t now_ = last;
};

}  // namespace graze::test
