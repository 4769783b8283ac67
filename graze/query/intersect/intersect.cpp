#include "graze/query/intersect/intersect.h"

#include <algorithm>

#include "graze/query/intersect/detail/find_pairs.h"

namespace graze::inline v1 {

namespace {

detail::FoundPair find(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    return detail::find_pair(query);
}

}  // namespace

detail::FoundPair detail::find_pair(const Shape& a, const Pose& world_from_a, const Shape& b,
                                    const Pose& world_from_b, IntersectCache& cache) {
    const IntersectCache::Key key{a.content_hash(), b.content_hash()};
    if (cache.key_ != key) cache = IntersectCache(key);
    if (cache.touched_ && intersects(world_from_a(a.mesh().triangle(cache.triangle_a_)),
                                     world_from_b(b.mesh().triangle(cache.triangle_b_)))) {
        return {true, cache.triangle_a_, cache.triangle_b_};
    }
    PairQuery query(a, world_from_a, b, world_from_b);
    if (a.tree().empty() || b.tree().empty()) return {};
    start(query);
    const float moved = cache.moved(query.frame.a_from_b, b.tree());
    if (cache.still_apart(moved, query.frame.a_from_b.margin) || far_apart(query)) return {};
    finish_frame(query.frame);
    const float wanted = cache.clearance_worth_seeking(moved);
    float clearance = wanted;
    const FoundPair found = find_pair_or_clearance(query, clearance);
    if (found.found) {
        cache.keep_witness(found.a, found.b);
    } else {
        cache.keep_clearance(clearance, wanted, query.frame.a_from_b.margin);
    }
    cache.keep_place(query.frame.a_from_b);
    return found;
}

bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                IntersectCache& cache) {
    return detail::find_pair(a, world_from_a, b, world_from_b, cache).found;
}

std::optional<IntersectingPair> any_intersecting_pair(const Shape& a, const Pose& world_from_a,
                                                      const Shape& b, const Pose& world_from_b,
                                                      IntersectCache& cache) {
    const detail::FoundPair f = detail::find_pair(a, world_from_a, b, world_from_b, cache);
    if (!f.found) return std::nullopt;
    return IntersectingPair{
        f.a, f.b, intersection(world_from_a(a.mesh().triangle(f.a)), world_from_b(b.mesh().triangle(f.b)))};
}

bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    return find(a, world_from_a, b, world_from_b).found;
}

std::optional<Witness> witness(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b) {
    const detail::FoundPair f = find(a, world_from_a, b, world_from_b);
    if (!f.found) return std::nullopt;
    const TriangleIntersection common =
        intersection(world_from_a(a.mesh().triangle(f.a)), world_from_b(b.mesh().triangle(f.b)));
    return Witness{f.a, f.b, common.middle()};
}

Answer intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const IntersectOptions& options) {
    const PairCollector first = [](TriangleId, TriangleId) { return false; };
    return visit_intersecting_triangles(a, world_from_a, b, world_from_b, first, options);
}

void intersects_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                      std::span<std::uint8_t> out, const Threads& threads) {
    parallel_for(threads, poses.size(), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) out[i] = intersects(a, poses[i].a, b, poses[i].b) ? 1 : 0;
    });
}

bool boxes_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (a.tree().empty() || b.tree().empty()) return false;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    detail::start(query);
    return !detail::boxes_apart(query);
}

Answer visit_intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                    const Pose& world_from_b, const PairCollector& collect,
                                    const IntersectOptions& options) {
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    if (!detail::prepare(query)) return Answer::no;
    Meter meter(options.budget);
    detail::Visit visit{options.filter, collect, meter};
    QueryCounts ignored;
    detail::visit_pairs(query, detail::roots, options.counts ? *options.counts : ignored, visit);
    if (meter.exhausted()) return Answer::undecided;
    return visit.found ? Answer::yes : Answer::no;
}

std::vector<IntersectingPair> intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                     const Pose& world_from_b, const Threads& threads) {
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    if (!detail::prepare(query)) return {};
    const std::size_t wanted = threads.count() > 1 ? 64 * threads.count() : 1;
    const std::vector<detail::BoxPair> pieces = detail::pieces_of(query, wanted);
    std::vector<std::vector<IntersectingPair>> found(pieces.size());
    parallel_for(threads, pieces.size(), 1, [&](std::size_t i, std::size_t) {
        const PairCollector keep = [&](TriangleId ta, TriangleId tb) {
            found[i].push_back(
                {ta, tb,
                 intersection(world_from_a(a.mesh().triangle(ta)), world_from_b(b.mesh().triangle(tb)))});
            return true;
        };
        Meter meter({});
        static const PairFilter no_filter;
        detail::Visit visit{no_filter, keep, meter};
        QueryCounts ignored;
        detail::visit_pairs(query, pieces[i], ignored, visit);
    });
    std::vector<IntersectingPair> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end(), [](const IntersectingPair& p, const IntersectingPair& q) {
        return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    });
    return all;
}

}  // namespace graze::inline v1
