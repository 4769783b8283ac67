#include "graze/query/distance/distance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/triangle/detail/common_point.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

void refuse_nonsense(double limit) {
    if (std::isnan(limit)) throw Error("the limit of a distance is not a number");
}

bool any_is_empty(const Shape& a, const Shape& b) {
    return a.tree().empty() || b.tree().empty();
}

Triangle world_triangle(const Shape& shape, const Pose& world_from_shape, TriangleId t) {
    return world_from_shape(shape.mesh().triangle(t));
}

// For shapes that touched the last time: do the same triangles still touch? If not, searches for overlap,
// which is far quicker than a search for the least distance and leads to where the overlap is deep.
detail::FoundPair find_touching(detail::PairQuery& query, const detail::FoundPair& last) {
    if (intersects(world_triangle(query.a, query.world_from_a, last.a),
                   world_triangle(query.b, query.world_from_b, last.b)))
        return last;
    return detail::find_pair(query);
}

Distance touch_of(const detail::PairQuery& query, const detail::FoundPair& touching) {
    const Vec3 common = detail::common_point(world_triangle(query.a, query.world_from_a, touching.a),
                                             world_triangle(query.b, query.world_from_b, touching.b));
    return {0, common, common, touching.a, touching.b};
}

}  // namespace

DistanceCache::DistanceCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}
DistanceCache::~DistanceCache() = default;
DistanceCache::DistanceCache(DistanceCache&&) noexcept = default;
DistanceCache& DistanceCache::operator=(DistanceCache&&) noexcept = default;
// The copy makes its own front when it needs one.
DistanceCache::DistanceCache(const DistanceCache& other)
    : most_bytes_(other.most_bytes_),
      a_(other.a_),
      b_(other.b_),
      known_(other.known_),
      touched_(other.touched_),
      triangle_a_(other.triangle_a_),
      triangle_b_(other.triangle_b_) {}
DistanceCache& DistanceCache::operator=(const DistanceCache& other) {
    if (this != &other) *this = DistanceCache(other);
    return *this;
}

BoundedDistance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         const DistanceOptions& options) {
    if (any_is_empty(a, b)) return {Distance{}, Distance{}.value};
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter meter(options.budget);
    detail::DistanceSearch search{meter};
    QueryCounts ignored;
    detail::find_closest(query, options.counts ? *options.counts : ignored, search);
    return {search.result, search.at_least};
}

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    return distance(a, world_from_a, b, world_from_b, DistanceOptions{});
}

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  DistanceCache& cache) {
    if (any_is_empty(a, b)) return {};
    const ContentHash key_a = a.content_hash(), key_b = b.content_hash();
    if (cache.a_ != key_a || cache.b_ != key_b) cache = DistanceCache(cache.most_bytes_);
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter meter({});
    detail::DistanceSearch search{meter};
    if (cache.touched_) {
        const detail::FoundPair touching = find_touching(query, {true, cache.triangle_a_, cache.triangle_b_});
        if (touching.found) {
            cache.triangle_a_ = touching.a, cache.triangle_b_ = touching.b;
            return touch_of(query, touching);
        }
    }
    if (cache.known_) {
        search.guess = {true, cache.triangle_a_, cache.triangle_b_};
        if (!cache.front_ || !cache.front_->is_of(a, b))
            cache.front_ = std::make_unique<detail::DistanceFront>(a, b, cache.most_bytes_);
        search.front = cache.front_.get();
    }
    QueryCounts ignored;
    detail::find_closest(query, ignored, search);
    cache.a_ = key_a, cache.b_ = key_b;
    cache.known_ = true;
    cache.touched_ = search.result.value == 0;
    cache.triangle_a_ = search.result.triangle_a, cache.triangle_b_ = search.result.triangle_b;
    return search.result;
}

void distance_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses, std::span<Distance> out,
                    const Threads& threads) {
    if (out.size() != poses.size()) throw Error("a batch of distances needs one result per pose");
    parallel_for(threads, poses.size(), 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) out[i] = distance(a, poses[i].a, b, poses[i].b);
    });
}

Answer within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
              double limit, const Budget& budget) {
    refuse_nonsense(limit);
    if (limit < 0 || any_is_empty(a, b)) return Answer::no;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter meter(budget);
    if (detail::find_within(query, limit, meter)) return Answer::yes;
    return meter.exhausted() ? Answer::undecided : Answer::no;
}

bool within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
            double limit) {
    return within(a, world_from_a, b, world_from_b, limit, Budget{}) == Answer::yes;
}

Answer visit_close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b, double limit, const ClosePairCollector& collect,
                             const DistanceOptions& options) {
    refuse_nonsense(limit);
    if (limit < 0 || any_is_empty(a, b)) return Answer::no;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter meter(options.budget);
    QueryCounts ignored;
    const bool found =
        detail::visit_close(query, limit, options.counts ? *options.counts : ignored, meter, collect);
    if (meter.exhausted()) return Answer::undecided;
    return found ? Answer::yes : Answer::no;
}

std::vector<ClosePair> close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                       const Pose& world_from_b, double limit) {
    std::vector<ClosePair> all;
    const auto keep = [&](const ClosePair& pair) {
        all.push_back(pair);
        return true;
    };
    visit_close_triangles(a, world_from_a, b, world_from_b, limit, keep);
    std::sort(all.begin(), all.end(), [](const ClosePair& p, const ClosePair& q) {
        return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    });
    return all;
}

}  // namespace graze::inline v1
