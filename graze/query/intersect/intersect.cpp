#include "graze/query/intersect/intersect.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "graze/base/detail/steps.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/detail/costs.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/kinds/detail/any_kind.h"

namespace graze::inline v1 {

// The search for one pair with a cache.
struct detail::CachedSearch {
    const Shape& a;
    const Pose& world_from_a;
    const Shape& b;
    const Pose& world_from_b;
    // Both or neither. Once the meter is exhausted, that no pair was found means nothing.
    Meter* meter = nullptr;
    QueryCounts* counts = nullptr;

    FoundPair run(IntersectCache& cache) const {
        const IntersectCache::Key key{a.id(), b.id()};
        if (cache.key_ != key) cache = IntersectCache(key);
        if (cache.touched_) {
            if (meter != nullptr && !meter->spend(cost::exact_pair)) return {};
            if (intersects(world_from_a(a.mesh().triangle(cache.triangle_a_)),
                           world_from_b(b.mesh().triangle(cache.triangle_b_))))
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
        const FoundPair found = meter == nullptr ? find_pair_or_clearance(query, clearance)
                                                 : find_pair_or_clearance(query, clearance, *meter, *counts);
        if (found.found) {
            cache.keep_witness(found.a, found.b);
        } else if (meter != nullptr && meter->exhausted()) {
            cache = IntersectCache(key);
            return found;
        } else {
            cache.keep_clearance(clearance, wanted, query.frame.a_from_b.margin);
        }
        cache.keep_place(query.frame.a_from_b);
        return found;
    }
};

namespace {

constexpr const char* searching = "searching for common points";

detail::FoundPair find(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    return detail::find_pair(query);
}

// The first pair found, whether it is one, and the meter's word if none was found.
struct AnsweredPair {
    Answer answer;
    detail::FoundPair pair;
};

AnsweredPair find(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options) {
    detail::FoundPair found;
    if (options.cache == nullptr || options.filter) {
        const PairCollector first = [&found](TriangleId ta, TriangleId tb) {
            found = {true, ta, tb};
            return false;
        };
        const Answer answer = visit_intersecting_triangles(a, world_from_a, b, world_from_b, first, options);
        return {answer, found};
    }
    Meter meter(options.budget, options.progress, searching);
    QueryCounts ignored;
    found =
        detail::CachedSearch{
            a, world_from_a, b, world_from_b, &meter, options.counts != nullptr ? options.counts : &ignored}
            .run(options.cache->intersect);
    if (found.found) return {Answer::yes, found};
    return {meter.exhausted() ? Answer::undecided : Answer::no, found};
}

Witness witness_in(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                   const detail::FoundPair& f) {
    Witness result;
    const Triangle in_a = world_from_a(a.mesh().triangle(f.a)), in_b = world_from_b(b.mesh().triangle(f.b));
    const detail::CommonPlace common = detail::middle_of(intersection(in_a, in_b));
    result.point_a = result.point_b = common.point;
    result.feature_a = detail::feature_id(f.a, common.on_a);
    result.feature_b = detail::feature_id(f.b, common.on_b);
    result.distance = 0;
    detail::set_touching_normal(result, in_a, in_b);
    result.answer = Answer::yes;
    return result;
}

IntersectingPair intersecting_pair(const Shape& a, const Pose& world_from_a, const Shape& b,
                                   const Pose& world_from_b, TriangleId ta, TriangleId tb) {
    return {{ta, tb}, intersection(world_from_a(a.mesh().triangle(ta)), world_from_b(b.mesh().triangle(tb)))};
}

bool has_lower_triangles(const IntersectingPair& p, const IntersectingPair& q) {
    return static_cast<const TrianglePair&>(p) < static_cast<const TrianglePair&>(q);
}

}  // namespace

bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                QueryCache& cache) {
    if (!detail::are_meshes(a, b))
        return intersects(a, world_from_a, b, world_from_b, QueryOptions{.cache = &cache}) != Answer::no;
    return detail::CachedSearch{a, world_from_a, b, world_from_b}.run(cache.intersect).found;
}

bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    static const QueryOptions none;
    if (!detail::are_meshes(a, b))
        return detail::intersects_any(a, world_from_a, b, world_from_b, none) != Answer::no;
    return find(a, world_from_a, b, world_from_b).found;
}

Answer intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options) {
    if (!detail::are_meshes(a, b)) return detail::intersects_any(a, world_from_a, b, world_from_b, options);
    return find(a, world_from_a, b, world_from_b, options).answer;
}

Witness witness(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (!detail::are_meshes(a, b)) return detail::witness_any(a, world_from_a, b, world_from_b, {});
    const detail::FoundPair f = find(a, world_from_a, b, world_from_b);
    return f.found ? witness_in(a, world_from_a, b, world_from_b, f) : Witness{};
}

Witness witness(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                QueryCache& cache) {
    if (!detail::are_meshes(a, b))
        return detail::witness_any(a, world_from_a, b, world_from_b, {.cache = &cache});
    const detail::FoundPair f = detail::CachedSearch{a, world_from_a, b, world_from_b}.run(cache.intersect);
    return f.found ? witness_in(a, world_from_a, b, world_from_b, f) : Witness{};
}

Witness witness(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                const QueryOptions& options) {
    if (!detail::are_meshes(a, b)) return detail::witness_any(a, world_from_a, b, world_from_b, options);
    const AnsweredPair found = find(a, world_from_a, b, world_from_b, options);
    if (found.answer == Answer::yes) return witness_in(a, world_from_a, b, world_from_b, found.pair);
    Witness none;
    none.answer = found.answer;
    return none;
}

FirstPair any_intersecting_pair(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, QueryCache& cache) {
    FirstPair result;
    if (!detail::meshes_only("any_intersecting_pair", a, b)) {
        result.answer = Answer::unsupported;
        return result;
    }
    const detail::FoundPair f = detail::CachedSearch{a, world_from_a, b, world_from_b}.run(cache.intersect);
    if (!f.found) return result;
    static_cast<IntersectingPair&>(result) = intersecting_pair(a, world_from_a, b, world_from_b, f.a, f.b);
    result.answer = Answer::yes;
    return result;
}

QueryStatus intersects_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                             std::span<Answer> out, const QueryOptions& options) {
    if (out.size() != poses.size()) return QueryStatus::bad_input;
    const bool meshes = detail::are_meshes(a, b);
    const bool plain = meshes && options.budget.unlimited() && !options.filter && options.counts == nullptr &&
                       options.progress == nullptr;
    detail::Steps steps(options.progress, searching, poses.size());
    std::atomic<bool> all_decided = true, supported = true;
    std::mutex counts_mutex;
    parallel_for(options.threads, poses.size(), 64, [&](std::size_t first, std::size_t last) {
        QueryCounts counts;
        const PairCollector stop = [](TriangleId, TriangleId) { return false; };
        for (std::size_t i = first; i < last; ++i) {
            if (plain) {
                out[i] = intersects(a, poses[i].a, b, poses[i].b) ? Answer::yes : Answer::no;
                continue;
            }
            Meter meter(options.budget, options.progress);
            out[i] =
                meshes
                    ? detail::visit_pairs(a, poses[i].a, b, poses[i].b, stop, options.filter, counts, meter)
                    : detail::intersects_any(
                          a, poses[i].a, b, poses[i].b,
                          {.budget = Budget::part_of(meter), .filter = options.filter, .counts = &counts});
            if (out[i] == Answer::undecided) all_decided = false;
            if (out[i] == Answer::unsupported) supported = false;
        }
        steps.add(last - first);
        if (options.counts == nullptr) return;
        const std::lock_guard lock(counts_mutex);
        *options.counts += counts;
    });
    if (!supported) return QueryStatus::unsupported;
    return all_decided ? QueryStatus::complete : QueryStatus::undecided;
}

bool boxes_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (!detail::are_meshes(a, b))
        return !a.empty() && !b.empty() && overlap(world_from_a(a.box()), world_from_b(b.box()));
    if (a.tree().empty() || b.tree().empty()) return false;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    detail::start(query);
    return !detail::boxes_apart(query);
}

Answer detail::visit_pairs(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                           const PairCollector& collect, const PairFilter& filter, QueryCounts& counts,
                           Meter& meter) {
    PairQuery query(a, world_from_a, b, world_from_b);
    if (!prepare(query)) return Answer::no;
    Visit visit{filter, collect, meter};
    visit_pairs(query, roots, counts, visit);
    if (meter.exhausted()) return visit.ended ? Answer::yes : Answer::undecided;
    return visit.found ? Answer::yes : Answer::no;
}

Answer visit_intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                    const Pose& world_from_b, const PairCollector& collect,
                                    const QueryOptions& options) {
    if (!detail::meshes_only("visit_intersecting_triangles", a, b)) return Answer::unsupported;
    Meter meter(options.budget, options.progress, searching);
    QueryCounts ignored;
    return detail::visit_pairs(a, world_from_a, b, world_from_b, collect, options.filter,
                               options.counts != nullptr ? *options.counts : ignored, meter);
}

Filled intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, std::span<IntersectingPair> out,
                              const QueryOptions& options) {
    if (!detail::meshes_only("intersecting_triangles", a, b)) return {0, QueryStatus::unsupported};
    struct Place {
        const Shape& a;
        const Pose& world_from_a;
        const Shape& b;
        const Pose& world_from_b;
        std::span<IntersectingPair> out;
        std::size_t count = 0;
    } place{a, world_from_a, b, world_from_b, out};
    const PairCollector keep = [&place](TriangleId ta, TriangleId tb) {  // one reference: no allocation
        if (place.count < place.out.size())
            place.out[place.count] =
                intersecting_pair(place.a, place.world_from_a, place.b, place.world_from_b, ta, tb);
        ++place.count;
        return true;
    };
    const Answer met = visit_intersecting_triangles(a, world_from_a, b, world_from_b, keep, options);
    std::ranges::sort(out.first(std::min(place.count, out.size())), has_lower_triangles);
    return {place.count, met == Answer::undecided ? QueryStatus::undecided : QueryStatus::complete};
}

Listed<IntersectingPair> intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                const Pose& world_from_b, const QueryOptions& options) {
    Listed<IntersectingPair> all;
    if (!detail::meshes_only("intersecting_triangles", a, b)) {
        all.status = QueryStatus::unsupported;
        return all;
    }
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    if (!detail::prepare(query)) return all;
    // Pieces depend on the number of threads, so a budget is spent by one.
    const bool alone = options.threads.count() == 1 || !options.budget.unlimited();
    const std::vector<detail::BoxPair> pieces =
        alone ? std::vector{detail::roots} : detail::pieces_of(query, 64 * options.threads.count());
    std::vector<std::vector<IntersectingPair>> found(pieces.size());
    detail::Steps steps(alone ? nullptr : options.progress, searching, pieces.size());
    std::atomic<bool> complete = true;
    std::mutex counts_mutex;
    parallel_for(alone ? Threads{} : options.threads, pieces.size(), 1, [&](std::size_t i, std::size_t) {
        const PairCollector keep = [&](TriangleId ta, TriangleId tb) {
            found[i].push_back(intersecting_pair(a, world_from_a, b, world_from_b, ta, tb));
            return true;
        };
        Meter meter(options.budget, options.progress, alone ? searching : "");
        detail::Visit visit{options.filter, keep, meter};
        QueryCounts counts;
        detail::visit_pairs(query, pieces[i], counts, visit);
        if (meter.exhausted()) complete = false;
        steps.add(1);
        if (options.counts == nullptr) return;
        const std::lock_guard lock(counts_mutex);
        *options.counts += counts;
    });
    if (!complete) all.status = QueryStatus::undecided;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    std::ranges::sort(all, has_lower_triangles);
    return all;
}

}  // namespace graze::inline v1
