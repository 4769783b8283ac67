#include "graze/deform/self_collision/self_intersections.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <vector>

#include "graze/base/detail/steps.h"
#include "graze/deform/self_collision/detail/corner_batch.h"
#include "graze/deform/self_collision/detail/neighbours.h"
#include "graze/deform/self_collision/detail/self_boxes.h"
#include "graze/deform/self_collision/detail/self_walk.h"
#include "graze/query/detail/costs.h"
#include "graze/query/triangle/triangle_batch.h"

namespace graze::inline v1 {
namespace {

constexpr const char* searching_itself = "searching for self-intersections";
// Decides candidates and gives the pairs that intersect to `Found`, which says whether to go on.
template <class Found>
class SelfJudge final : public detail::CandidateSink {
  public:
    SelfJudge(const Mesh& mesh, const PairFilter& filter, Meter& meter, QueryCounts& counts, Found found)
        : vertices_(mesh.vertices()),
          triangles_(mesh.triangles()),
          filter_(filter),
          meter_(meter),
          counts_(counts),
          found_(std::move(found)) {}

    bool finish() { return flush() && decide_strangers() && decide_neighbours(); }

  private:
    // Pairs that wait in a batch for a verdict.
    struct Waiting {
        std::array<TrianglePair, 64> pairs;
        bool report(std::uint64_t hits, Found& found) const {
            for (; hits != 0; hits &= hits - 1)
                if (!found(pairs[static_cast<std::size_t>(std::countr_zero(hits))])) return false;
            return true;
        }
    };

    bool take(std::span<const TrianglePair> pairs) override {
        for (const TrianglePair& pair : pairs) {
            if (filter_ && !filter_(FeatureId::face(pair.a), FeatureId::face(pair.b))) continue;
            const detail::Corners &a = triangles_[pair.a], &b = triangles_[pair.b];
            ++counts_.triangle_pairs;
            const unsigned shared = detail::shared_corners(a, b);
            bool go_on = true;
            if (shared == 0) {
                strangers_waiting_.pairs[strangers_.size()] = pair;
                strangers_.add(triangle(a), triangle(b));
                go_on = !strangers_.full() || decide_strangers();
            } else if ((shared & (shared - 1)) == 0) {
                const detail::Corners p = detail::turned(a, std::countr_zero(shared) / 3),
                                      q = detail::turned(b, std::countr_zero(shared) % 3);
                neighbours_waiting_.pairs[neighbours_.size()] = pair;
                neighbours_.add(vertices_[p[0]], vertices_[p[1]], vertices_[p[2]], vertices_[q[1]],
                                vertices_[q[2]]);
                go_on = !neighbours_.full() || decide_neighbours();
            } else {
                go_on = meter_.spend() && (!detail::meet_beyond_shared(vertices_, a, b) || found_(pair));
            }
            if (!go_on) return false;
        }
        return true;
    }

    // Triangles without a common vertex.
    bool decide_strangers() {
        FilterCounts counts;
        const std::uint64_t hits = strangers_.decide(&counts);
        const std::size_t size = strangers_.size();
        strangers_.clear();
        counts_.exact_pairs += counts.undecided;
        return meter_.spend(size + counts.undecided * detail::cost::exact_pair) &&
               strangers_waiting_.report(hits, found_);
    }

    // Triangles with one common vertex.
    bool decide_neighbours() {
        const std::size_t size = neighbours_.size();
        if (size == 0) return true;
        const detail::CornerBatch::Filtered sure = neighbours_.filter();
        const std::uint64_t all = ~std::uint64_t{0} >> (detail::CornerBatch::capacity - size);
        const std::uint64_t open = all & ~(sure.apart | sure.meet);
        std::uint64_t hits = sure.meet;
        for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
            const TrianglePair& pair =
                neighbours_waiting_.pairs[static_cast<std::size_t>(std::countr_zero(rest))];
            if (detail::meet_beyond_shared(vertices_, triangles_[pair.a], triangles_[pair.b]))
                hits |= rest & (~rest + 1);
        }
        neighbours_.clear();
        const auto exact = static_cast<std::uint64_t>(std::popcount(open));
        counts_.exact_pairs += exact;
        return meter_.spend(size + exact * detail::cost::exact_pair) &&
               neighbours_waiting_.report(hits, found_);
    }

    Triangle triangle(const detail::Corners& c) const {
        return {{vertices_[c[0]], vertices_[c[1]], vertices_[c[2]]}};
    }

    std::span<const Vec3> vertices_;
    std::span<const detail::Corners> triangles_;
    const PairFilter& filter_;
    Meter& meter_;
    QueryCounts& counts_;
    Found found_;
    TriangleBatch strangers_;
    detail::CornerBatch neighbours_;
    Waiting strangers_waiting_, neighbours_waiting_;
};

// The search in one shape, in pieces that threads take.
class SelfSearch {
  public:
    SelfSearch(const Shape& shape, const QueryOptions& options)
        : shape_(shape),
          options_(options),
          alone_(options.threads.count() == 1 || !options.budget.unlimited()),
          threads_(alone_ ? Threads{} : options.threads),
          boxes_(shape, threads_),
          tree_{shape.tree().nodes(), boxes_.nodes()},
          pieces_(detail::walk_pieces(tree_, alone_ ? 1 : detail::pieces_for_threads)) {}

    std::size_t piece_count() const { return pieces_.size(); }

    // `found(piece, pair)` says whether to go on; it is called by the thread that has the piece. Says whether
    // the search was complete.
    template <class Found>
    bool run(Found found) {
        detail::Steps steps(alone_ ? nullptr : options_.progress, searching_itself, pieces_.size());
        std::atomic<bool> complete = true, ended = false;
        std::mutex counts_mutex;
        parallel_for(threads_, pieces_.size(), 1, [&](std::size_t i, std::size_t) {
            if (ended) return;
            Meter meter(options_.budget, options_.progress, alone_ ? searching_itself : "");
            QueryCounts counts;
            const auto in_piece = [&](const TrianglePair& pair) {
                if (!found(i, pair)) ended = true;
                return !ended;
            };
            SelfJudge judge(shape_.mesh(), options_.filter, meter, counts, in_piece);
            if (detail::walk(
                    {tree_, shape_.tree().leaves().data(), boxes_.leaves().data(), judge, meter, counts},
                    pieces_[i]))
                judge.finish();
            if (meter.exhausted()) complete = false;
            steps.add(1);
            if (options_.counts == nullptr) return;
            const std::lock_guard lock(counts_mutex);
            *options_.counts += counts;
        });
        return complete;
    }

  private:
    const Shape& shape_;
    const QueryOptions& options_;
    bool alone_;
    Threads threads_;
    detail::SelfBoxes boxes_;
    detail::BoxesTree tree_;
    std::vector<detail::WalkPiece> pieces_;
};

// Pairs in ascending order: by their first triangle in one pass, then each run.
void put_in_order(const std::vector<std::vector<TrianglePair>>& found, std::size_t triangles,
                  std::vector<TrianglePair>& all) {
    std::size_t count = 0;
    for (const auto& part : found) count += part.size();
    all.resize(count);
    if (count == 0) return;
    std::vector<std::size_t> end(triangles + 1);
    for (const auto& part : found)
        for (const TrianglePair& pair : part) ++end[pair.a + 1];
    for (std::size_t i = 0; i < triangles; ++i) end[i + 1] += end[i];
    for (const auto& part : found)
        for (const TrianglePair& pair : part) all[end[pair.a]++] = pair;
    for (std::size_t i = 0, first = 0; i < triangles; first = end[i++])
        std::sort(all.begin() + static_cast<std::ptrdiff_t>(first),
                  all.begin() + static_cast<std::ptrdiff_t>(end[i]),
                  [](const TrianglePair& p, const TrianglePair& q) { return p.b < q.b; });
}

bool has_surface(const Shape& shape) {
    return shape.is_mesh() && !shape.tree().empty();
}

}  // namespace

bool self_intersects(const Shape& shape) {
    return self_intersects(shape, {}) == Answer::yes;
}

Answer self_intersects(const Shape& shape, const QueryOptions& options) {
    if (!has_surface(shape)) return Answer::no;
    std::atomic<bool> any = false;
    const bool complete = SelfSearch(shape, options).run([&](std::size_t, const TrianglePair&) {
        any = true;
        return false;
    });
    if (any) return Answer::yes;
    return complete ? Answer::no : Answer::undecided;
}

Listed<TrianglePair> self_intersections(const Shape& shape, const QueryOptions& options) {
    Listed<TrianglePair> all;
    if (!has_surface(shape)) return all;
    SelfSearch search(shape, options);
    std::vector<std::vector<TrianglePair>> found(search.piece_count());
    const bool complete = search.run([&](std::size_t piece, const TrianglePair& pair) {
        found[piece].push_back(pair);
        return true;
    });
    if (!complete) all.status = QueryStatus::undecided;
    put_in_order(found, shape.mesh().triangle_count(), all);
    return all;
}

Filled self_intersections(const Shape& shape, std::span<TrianglePair> out, const QueryOptions& options) {
    if (!has_surface(shape)) return {};
    QueryOptions on_one_thread = options;
    on_one_thread.threads = {};
    std::size_t count = 0;
    const bool complete = SelfSearch(shape, on_one_thread).run([&](std::size_t, const TrianglePair& pair) {
        if (count < out.size()) out[count] = pair;
        ++count;
        return true;
    });
    std::ranges::sort(out.first(std::min(count, out.size())));
    return {count, complete ? QueryStatus::complete : QueryStatus::undecided};
}

}  // namespace graze::inline v1
