#include "graze/deform/continuous/step_contacts.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "graze/base/detail/steps.h"
#include "graze/deform/continuous/detail/impact_batch.h"
#include "graze/deform/continuous/detail/step_walk.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::inline v1 {
namespace {

using detail::FeaturePair;
using detail::FeatureSink;
using detail::ImpactBatch;
using detail::SweptFeature;
using detail::SweptFeatures;

constexpr const char* searching_a_step = "searching a step for contacts";
// What the exact time of an impact costs, in tests.
constexpr std::uint64_t impact_cost = 64;

// Decides pairs of features and gives contacts to `Found`, which says whether to go on.
template <class Found>
class StepJudge final : public FeatureSink {
  public:
    StepJudge(const SweptFeatures& a, const SweptFeatures& b, double scale, const PairFilter& filter,
              Meter& meter, QueryCounts& counts, Found found)
        : a_(a),
          b_(b),
          alone_(&a == &b),
          filter_(filter),
          meter_(meter),
          counts_(counts),
          found_(std::move(found)),
          waiting_{Waiting(ImpactBatch::Features::vertex_face, scale),
                   Waiting(ImpactBatch::Features::vertex_face, scale),
                   Waiting(ImpactBatch::Features::edge_edge, scale)} {}

    bool finish() {
        if (!flush()) return false;
        return std::ranges::all_of(std::array{vertex_face, face_vertex, edge_edge},
                                   [&](Kind kind) { return look(kind) && decide(kind); });
    }

  private:
    // Pairs that wait for a look at the whole step at once, and those that wait for a closer look.
    struct Batch {
        ImpactBatch batch;
        std::array<FeaturePair, ImpactBatch::capacity> pairs;
    };
    struct Waiting {
        Batch whole, parts;

        Waiting(ImpactBatch::Features features, double scale)
            : whole{ImpactBatch(features, scale), {}}, parts{ImpactBatch(features, scale), {}} {}
    };
    static constexpr int closer = 8;  // parts of a step

    static std::uint64_t all_of(std::size_t size) {
        return size == 0 ? 0 : ~std::uint64_t{0} >> (ImpactBatch::capacity - size);
    }

    bool take(Kind kind, std::span<const FeaturePair> pairs) override {
        for (const FeaturePair& pair : pairs) {
            if (alone_ && share_a_vertex(kind, pair)) continue;
            if (filter_) {
                const StepContact named = contact(kind, pair);
                if (!filter_(named.a, named.b)) continue;
            }
            ++counts_.triangle_pairs;
            Batch& waiting = waiting_[kind].whole;
            waiting.pairs[waiting.batch.size()] = pair;
            if (kind == edge_edge)
                add_edges(waiting.batch, a_.features()[pair.a].ends, b_.features()[pair.b].ends);
            else if (kind == vertex_face)
                add_vertex_and_face(waiting.batch, a_, a_.features()[pair.a].ends[0], b_,
                                    b_.triangles()[pair.b]);
            else
                add_vertex_and_face(waiting.batch, b_, b_.features()[pair.b].ends[0], a_,
                                    a_.triangles()[pair.a]);
            if (waiting.batch.full() && !look(kind)) return false;
        }
        return true;
    }

    // Of one mesh.
    bool share_a_vertex(Kind kind, const FeaturePair& pair) const {
        const std::array<VertexId, 2>& p = a_.features()[pair.a].ends;
        if (kind == edge_edge) {
            const std::array<VertexId, 2>& q = a_.features()[pair.b].ends;
            return p[0] == q[0] || p[0] == q[1] || p[1] == q[0] || p[1] == q[1];
        }
        const std::array<VertexId, 3>& corners = a_.triangles()[pair.b];
        return p[0] == corners[0] || p[0] == corners[1] || p[0] == corners[2];
    }

    static void add_vertex_and_face(ImpactBatch& batch, const SweptFeatures& of, VertexId v,
                                    const SweptFeatures& with, const std::array<VertexId, 3>& f) {
        const auto differences = [&](std::span<const Vec3> p, std::span<const Vec3> q) {
            return std::array<Vec3, 3>{p[v] - q[f[0]], q[f[1]] - q[f[0]], q[f[2]] - q[f[0]]};
        };
        batch.add(differences(of.from(), with.from()), differences(of.to(), with.to()));
    }
    void add_edges(ImpactBatch& batch, const std::array<VertexId, 2>& p,
                   const std::array<VertexId, 2>& q) const {
        const auto differences = [&](std::span<const Vec3> of_a, std::span<const Vec3> of_b) {
            return std::array<Vec3, 3>{of_a[p[0]] - of_b[q[0]], of_a[p[1]] - of_a[p[0]],
                                       of_b[q[1]] - of_b[q[0]]};
        };
        batch.add(differences(a_.from(), b_.from()), differences(a_.to(), b_.to()));
    }

    bool look(Kind kind) {
        Batch &whole = waiting_[kind].whole, &parts = waiting_[kind].parts;
        const std::size_t size = whole.batch.size();
        for (std::uint64_t open = all_of(size) & ~whole.batch.apart(); open != 0; open &= open - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(open));
            parts.pairs[parts.batch.size()] = whole.pairs[i];
            parts.batch.add(whole.batch, i);
            if (parts.batch.full() && !decide(kind)) return false;
        }
        whole.batch.clear();
        return meter_.spend(size);
    }

    bool decide(Kind kind) {
        Batch& waiting = waiting_[kind].parts;
        const std::size_t size = waiting.batch.size();
        std::uint64_t open = all_of(size) & ~waiting.batch.apart(closer);
        waiting.batch.clear();
        const auto exact = static_cast<std::uint64_t>(std::popcount(open));
        counts_.exact_pairs += exact;
        if (!meter_.spend(size * closer + exact * impact_cost)) return false;
        for (; open != 0; open &= open - 1) {
            const FeaturePair& pair = waiting.pairs[static_cast<std::size_t>(std::countr_zero(open))];
            StepContact named = contact(kind, pair);
            const LinearImpact hit = impact(kind, pair, named);
            if (hit.answer == Answer::no) continue;
            named.at_least = hit.at_least;
            named.at_most = hit.at_most;
            if (!found_(named)) return false;
        }
        return true;
    }

    // Without times.
    StepContact contact(Kind kind, const FeaturePair& pair) const {
        const auto vertex = [](const SweptFeature& f) {
            return FeatureId{FeatureId::Kind::vertex, static_cast<std::uint8_t>(f.corner), f.triangle};
        };
        const auto edge = [](const SweptFeature& f) {
            return FeatureId{FeatureId::Kind::edge, static_cast<std::uint8_t>(f.corner), f.triangle};
        };
        StepContact named;
        if (kind == vertex_face) {
            named.a = vertex(a_.features()[pair.a]);
            named.b = FeatureId::face(pair.b);
        } else if (kind == face_vertex) {
            named.a = FeatureId::face(pair.a);
            named.b = vertex(b_.features()[pair.b]);
        } else {
            named.a = edge(a_.features()[pair.a]);
            named.b = edge(b_.features()[pair.b]);
            if (alone_ && named.b < named.a) std::swap(named.a, named.b);
        }
        return named;
    }

    // Corners in the order that the names of the features give them, so that bounds do not depend on the
    // hierarchy.
    LinearImpact impact(Kind kind, const FeaturePair& pair, const StepContact& named) const {
        const auto point = [](const SweptFeatures& of, VertexId v) {
            return MovingPoint{of.from()[v], of.to()[v]};
        };
        const auto face = [&](const SweptFeatures& of, TriangleId t) {
            const std::array<VertexId, 3>& c = of.triangles()[t];
            return std::array<MovingPoint, 3>{point(of, c[0]), point(of, c[1]), point(of, c[2])};
        };
        if (kind == vertex_face)
            return vertex_face_impact(point(a_, a_.features()[pair.a].ends[0]), face(b_, pair.b));
        if (kind == face_vertex)
            return vertex_face_impact(point(b_, b_.features()[pair.b].ends[0]), face(a_, pair.a));
        const auto edge = [&](const SweptFeatures& of, const FeatureId& id) {
            const auto [p, q] = detail::edge_of(of.triangles()[id.index], id.corner);
            return std::array<MovingPoint, 2>{point(of, p), point(of, q)};
        };
        return edge_edge_impact(edge(a_, named.a), edge(b_, named.b));
    }

    const SweptFeatures &a_, &b_;
    bool alone_;
    const PairFilter& filter_;
    Meter& meter_;
    QueryCounts& counts_;
    Found found_;
    std::array<Waiting, 3> waiting_;
};

// Both sides are the same for a mesh against itself, which is `alone`.
struct StepSides {
    const Shape& a;
    std::span<const Vec3> a_to;
    const Shape& b;
    std::span<const Vec3> b_to;
    bool alone;
};

QueryStatus check(const Shape& shape, std::span<const Vec3> to, const Threads& threads) {
    if (!shape.is_mesh()) return QueryStatus::unsupported;
    if (to.size() != shape.mesh().vertices().size()) return QueryStatus::bad_input;
    std::atomic<bool> good = true;
    parallel_for(threads, to.size(), 8192, [&](std::size_t first, std::size_t last) {
        const auto in_range = [](const Vec3& p) { return is_in_range(p); };
        if (!std::ranges::all_of(to.subspan(first, last - first), in_range)) good = false;
    });
    return good ? QueryStatus::complete : QueryStatus::bad_input;
}

Box box_of_step(const StepSides& step) {
    Box box = step.a.mesh().box();
    box.grow(step.b.mesh().box());
    for (const Vec3& p : step.a_to) box.grow(p);
    if (!step.alone)
        for (const Vec3& p : step.b_to) box.grow(p);
    return box;
}

// The search in one step, in pieces that threads take.
class StepSearch {
  public:
    StepSearch(const StepSides& step, const QueryOptions& options)
        : options_(options),
          in_order_(options.threads.count() == 1 || !options.budget.unlimited()),
          threads_(in_order_ ? Threads{} : options.threads),
          frame_(detail::StepFrame::around(box_of_step(step))),
          a_(step.a, step.a_to, frame_, threads_) {
        if (!step.alone) b_.emplace(step.b, step.b_to, frame_, threads_);
        const std::size_t wanted = in_order_ ? 1 : detail::pieces_for_threads;
        pieces_ = step.alone ? detail::walk_pieces(a_.tree(), wanted)
                             : detail::walk_pieces(a_.tree(), b_->tree(), wanted);
    }

    std::size_t piece_count() const { return pieces_.size(); }

    // `found(piece, contact)` says whether to go on; it is called by the thread that has the piece. Says
    // whether the search was complete.
    template <class Found>
    bool run(Found found) {
        detail::Steps steps(in_order_ ? nullptr : options_.progress, searching_a_step, pieces_.size());
        std::atomic<bool> complete = true, ended = false;
        std::mutex counts_mutex;
        parallel_for(threads_, pieces_.size(), 1, [&](std::size_t i, std::size_t) {
            if (ended) return;
            Meter meter(options_.budget, options_.progress, in_order_ ? searching_a_step : "");
            QueryCounts counts;
            const auto in_piece = [&](const StepContact& contact) {
                if (!found(i, contact)) ended = true;
                return !ended;
            };
            const SweptFeatures& b = b_ ? *b_ : a_;
            StepJudge judge(a_, b, frame_.scale, options_.filter, meter, counts, in_piece);
            if (detail::walk({a_, b, judge, meter, counts}, pieces_[i])) judge.finish();
            if (meter.exhausted()) complete = false;
            steps.add(1);
            if (options_.counts == nullptr) return;
            const std::lock_guard lock(counts_mutex);
            *options_.counts += counts;
        });
        return complete;
    }

  private:
    const QueryOptions& options_;
    bool in_order_;
    Threads threads_;
    detail::StepFrame frame_;
    SweptFeatures a_;
    std::optional<SweptFeatures> b_;
    std::vector<detail::WalkPiece> pieces_;
};

// `complete` if there is something to search.
QueryStatus check(const StepSides& step, const Threads& threads) {
    const QueryStatus a = check(step.a, step.a_to, threads);
    return a != QueryStatus::complete || step.alone ? a : check(step.b, step.b_to, threads);
}
bool has_triangles(const StepSides& step) {
    return !step.a.tree().empty() && !step.b.tree().empty();
}

Listed<StepContact> all_contacts(const StepSides& step, const QueryOptions& options) {
    Listed<StepContact> all;
    all.status = check(step, options.threads);
    if (all.status != QueryStatus::complete || !has_triangles(step)) return all;
    StepSearch search(step, options);
    std::vector<std::vector<StepContact>> found(search.piece_count());
    const bool complete = search.run([&](std::size_t piece, const StepContact& contact) {
        found[piece].push_back(contact);
        return true;
    });
    if (!complete) all.status = QueryStatus::undecided;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    std::ranges::sort(all, [](const StepContact& p, const StepContact& q) {
        return std::tie(p.at_least, p.at_most, p.a, p.b) < std::tie(q.at_least, q.at_most, q.a, q.b);
    });
    return all;
}

Listed<StepContact> leading_contacts(const StepSides& step, const QueryOptions& options) {
    Listed<StepContact> all = all_contacts(step, options);
    double begun = std::numeric_limits<double>::infinity();
    for (const StepContact& contact : all) begun = std::min(begun, contact.at_most);
    const auto later =
        std::ranges::find_if(all, [&](const StepContact& contact) { return contact.at_least > begun; });
    all.erase(later, all.end());
    return all;
}

Answer any_contact(const StepSides& step, const QueryOptions& options) {
    switch (check(step, options.threads)) {
        case QueryStatus::complete:
            break;
        case QueryStatus::unsupported:
            return Answer::unsupported;
        default:
            return Answer::bad_input;
    }
    if (!has_triangles(step)) return Answer::no;
    std::atomic<bool> any = false;
    const bool complete = StepSearch(step, options).run([&](std::size_t, const StepContact&) {
        any = true;
        return false;
    });
    if (any) return Answer::yes;
    return complete ? Answer::no : Answer::undecided;
}

}  // namespace

Listed<StepContact> step_contacts(const Shape& shape, std::span<const Vec3> to, const QueryOptions& options) {
    return all_contacts({shape, to, shape, to, true}, options);
}
Listed<StepContact> step_contacts(const Shape& a, std::span<const Vec3> a_to, const Shape& b,
                                  std::span<const Vec3> b_to, const QueryOptions& options) {
    return all_contacts({a, a_to, b, b_to, false}, options);
}

Listed<StepContact> first_contacts(const Shape& shape, std::span<const Vec3> to,
                                   const QueryOptions& options) {
    return leading_contacts({shape, to, shape, to, true}, options);
}
Listed<StepContact> first_contacts(const Shape& a, std::span<const Vec3> a_to, const Shape& b,
                                   std::span<const Vec3> b_to, const QueryOptions& options) {
    return leading_contacts({a, a_to, b, b_to, false}, options);
}

Answer touches_in_step(const Shape& shape, std::span<const Vec3> to, const QueryOptions& options) {
    return any_contact({shape, to, shape, to, true}, options);
}
Answer touches_in_step(const Shape& a, std::span<const Vec3> a_to, const Shape& b, std::span<const Vec3> b_to,
                       const QueryOptions& options) {
    return any_contact({a, a_to, b, b_to, false}, options);
}

}  // namespace graze::inline v1
