#include "graze/query/distance/distance.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <tuple>
#include <utility>

#include "graze/base/detail/steps.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/triangle/detail/common_point.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

constexpr const char* measuring = "measuring the distance";
constexpr const char* seeking_close = "searching for close triangles";

bool any_is_empty(const Shape& a, const Shape& b) {
    return a.tree().empty() || b.tree().empty();
}

Triangle world_triangle(const Shape& shape, const Pose& world_from_shape, TriangleId t) {
    return world_from_shape(shape.mesh().triangle(t));
}

// Two triangles that touch, in the world.
struct TouchingTriangles {
    detail::FoundPair pair;
    Triangle a, b;

    TouchingTriangles(const detail::PairQuery& query, const detail::FoundPair& of) : pair(of) {
        place(query);
    }
    void place(const detail::PairQuery& query) {
        a = world_triangle(query.a, query.world_from_a, pair.a);
        b = world_triangle(query.b, query.world_from_b, pair.b);
    }
};

// For shapes that touched the last time: do the same triangles still touch? If not, searches for overlap,
// which is far quicker than a search for the least distance and leads to where the overlap is deep.
TouchingTriangles find_touching(detail::PairQuery& query, const detail::FoundPair& last) {
    TouchingTriangles touching(query, last);
    if (intersects(touching.a, touching.b)) return touching;
    touching.pair = detail::find_pair(query);
    if (touching.pair.found) touching.place(query);
    return touching;
}

Distance empty_distance() {
    Distance result;
    result.distance = result.value;
    return result;
}

// `largest` bounds the coordinates of the two shapes in the world.
Distance distance_of(const detail::ClosestPair& found, double at_least, double largest) {
    Distance result;
    result.value = found.value;
    result.at_least = at_least;
    if (!(at_least >= found.value)) result.status = QueryStatus::undecided;
    result.distance = found.value;
    if (std::isinf(found.value)) return result;
    result.point_a = found.point_a;
    result.point_b = found.point_b;
    result.feature_a = detail::feature_id(found.triangle_a, found.on_a);
    result.feature_b = detail::feature_id(found.triangle_b, found.on_b);
    detail::set_normal(result, found.value, 1, largest);
    return result;
}

// From the bound on errors of world vertices, which is 2^-46 of it (tree/traverse/pair_frame-inl.h).
double largest_coordinate_of(const detail::PairQuery& query) {
    return static_cast<double>(query.frame.exact.world_error) * query.a.tree().unit() * 0x1p46;
}

Distance touch_of(const TouchingTriangles& touching) {
    const detail::CommonPlace common = detail::common_point(touching.a, touching.b);
    Distance result = distance_of(
        {0, common.point, common.point, touching.pair.a, touching.pair.b, common.on_a, common.on_b}, 0, 0);
    if (!common.crosses) detail::set_touching_normal(result, touching.a, touching.b);
    return result;
}

// What a search has found.
Distance distance_of(const detail::PairQuery& query, const detail::DistanceSearch& search) {
    const detail::ClosestPair& found = search.result;
    Distance result = distance_of(found, search.at_least, largest_coordinate_of(query));
    if (found.value == 0) {
        const TouchingTriangles touching(query, {true, found.triangle_a, found.triangle_b});
        detail::set_touching_normal(result, touching.a, touching.b);
    }
    return result;
}

Distance search_all(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                    const PairFilter* filter, QueryCounts& counts, Meter& meter) {
    if (any_is_empty(a, b)) return empty_distance();
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    detail::DistanceSearch search{meter};
    search.filter = filter;
    detail::find_closest(query, counts, search);
    return distance_of(query, search);
}

}  // namespace

namespace detail {

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

// The search with a cache.
struct CachedDistance {
    static Distance run(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                        DistanceCache& cache, QueryCounts& counts, Meter& meter) {
        if (any_is_empty(a, b)) return empty_distance();
        const ShapeId key_a = a.id(), key_b = b.id();
        if (!(cache.a_ == key_a && cache.b_ == key_b)) cache = DistanceCache(cache.most_bytes_);
        PairQuery query(a, world_from_a, b, world_from_b);
        DistanceSearch search{meter};
        if (cache.touched_) {
            const TouchingTriangles touching =
                find_touching(query, {true, cache.triangle_a_, cache.triangle_b_});
            if (touching.pair.found) {
                cache.triangle_a_ = touching.pair.a, cache.triangle_b_ = touching.pair.b;
                return touch_of(touching);
            }
        }
        if (cache.known_) {
            search.guess = {true, cache.triangle_a_, cache.triangle_b_};
            if (!cache.front_ || !cache.front_->is_of(a, b))
                cache.front_ = std::make_unique<DistanceFront>(a, b, cache.most_bytes_);
            search.front = cache.front_.get();
        }
        find_closest(query, counts, search);
        if (meter.exhausted()) cache.front_.reset();  // it may lack what was not searched
        cache.a_ = key_a, cache.b_ = key_b;
        cache.known_ = search.result.value < std::numeric_limits<double>::infinity();
        cache.touched_ = search.result.value == 0;
        cache.triangle_a_ = search.result.triangle_a, cache.triangle_b_ = search.result.triangle_b;
        return distance_of(query, search);
    }
};

}  // namespace detail

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options) {
    if (!detail::are_meshes(a, b)) return detail::distance_any(a, world_from_a, b, world_from_b, options);
    Meter meter(options.budget, options.progress, measuring);
    QueryCounts ignored;
    QueryCounts& counts = options.counts != nullptr ? *options.counts : ignored;
    if (options.cache != nullptr && !options.filter)
        return detail::CachedDistance::run(a, world_from_a, b, world_from_b, options.cache->distance, counts,
                                           meter);
    return search_all(a, world_from_a, b, world_from_b, options.filter ? &options.filter : nullptr, counts,
                      meter);
}

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (!detail::are_meshes(a, b)) return detail::distance_any(a, world_from_a, b, world_from_b, {});
    Meter unlimited{Budget{}};
    QueryCounts ignored;
    return search_all(a, world_from_a, b, world_from_b, nullptr, ignored, unlimited);
}

Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  QueryCache& cache) {
    if (!detail::are_meshes(a, b))
        return detail::distance_any(a, world_from_a, b, world_from_b, {.cache = &cache});
    Meter unlimited{Budget{}};
    QueryCounts ignored;
    return detail::CachedDistance::run(a, world_from_a, b, world_from_b, cache.distance, ignored, unlimited);
}

QueryStatus distance_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                           std::span<Distance> out, const QueryOptions& options) {
    if (out.size() != poses.size()) return QueryStatus::bad_input;
    detail::Steps steps(options.progress, measuring, poses.size());
    std::atomic<bool> all_decided = true, supported = true;
    std::mutex counts_mutex;
    parallel_for(options.threads, poses.size(), 16, [&](std::size_t first, std::size_t last) {
        QueryCounts counts;
        for (std::size_t i = first; i < last; ++i) {
            Meter meter(options.budget, options.progress);
            out[i] =
                detail::are_meshes(a, b)
                    ? search_all(a, poses[i].a, b, poses[i].b, options.filter ? &options.filter : nullptr,
                                 counts, meter)
                    : detail::distance_any(
                          a, poses[i].a, b, poses[i].b,
                          {.budget = Budget::part_of(meter), .filter = options.filter, .counts = &counts});
            if (out[i].status == QueryStatus::undecided) all_decided = false;
            if (out[i].status == QueryStatus::unsupported) supported = false;
        }
        steps.add(last - first);
        if (options.counts == nullptr) return;
        const std::lock_guard lock(counts_mutex);
        *options.counts += counts;
    });
    if (!supported) return QueryStatus::unsupported;
    return all_decided ? QueryStatus::complete : QueryStatus::undecided;
}

Answer within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
              double limit, const QueryOptions& options) {
    if (!detail::are_meshes(a, b))
        return detail::within_any(a, world_from_a, b, world_from_b, limit, options);
    if (std::isnan(limit)) return Answer::bad_input;
    if (limit < 0 || any_is_empty(a, b)) return Answer::no;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter meter(options.budget, options.progress, measuring);
    QueryCounts ignored;
    if (detail::find_within(
            query, {limit, options.filter, options.counts != nullptr ? *options.counts : ignored, meter}))
        return Answer::yes;
    return meter.exhausted() ? Answer::undecided : Answer::no;
}

bool within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
            double limit) {
    if (!detail::are_meshes(a, b))
        return detail::within_any(a, world_from_a, b, world_from_b, limit, {}) != Answer::no;
    if (std::isnan(limit)) return true;
    if (limit < 0 || any_is_empty(a, b)) return false;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter unlimited{Budget{}};
    QueryCounts ignored;
    static const PairFilter all;
    return detail::find_within(query, {limit, all, ignored, unlimited});
}

Answer visit_close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b, double limit, const ContactCollector& collect,
                             const QueryOptions& options) {
    if (!detail::meshes_only("visit_close_triangles", a, b)) return Answer::unsupported;
    if (std::isnan(limit)) return Answer::bad_input;
    if (limit < 0 || any_is_empty(a, b)) return Answer::no;
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    Meter meter(options.budget, options.progress, seeking_close);
    QueryCounts ignored;
    bool ended = false;
    const bool found = detail::visit_close(
        query, {limit, options.filter, options.counts != nullptr ? *options.counts : ignored, meter}, collect,
        ended);
    if (meter.exhausted() && !ended) return Answer::undecided;
    return found ? Answer::yes : Answer::no;
}

namespace {

bool nearer_to_first_triangles(const Contact& p, const Contact& q) {
    return std::pair(p.feature_a.index, p.feature_b.index) < std::pair(q.feature_a.index, q.feature_b.index);
}

}  // namespace

Listed<Contact> close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, double limit, const QueryOptions& options) {
    Listed<Contact> all;
    const ContactCollector keep = [&all](const Contact& contact) {
        all.push_back(contact);
        return true;
    };
    all.status = status_of(visit_close_triangles(a, world_from_a, b, world_from_b, limit, keep, options));
    std::ranges::sort(all, nearer_to_first_triangles);
    return all;
}

Filled close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       double limit, std::span<Contact> out, const QueryOptions& options) {
    Filled filled;
    const ContactCollector keep = [&filled, &out](const Contact& contact) {  // two references: no allocation
        if (filled.count < out.size()) out[filled.count] = contact;
        ++filled.count;
        return true;
    };
    filled.status = status_of(visit_close_triangles(a, world_from_a, b, world_from_b, limit, keep, options));
    std::ranges::sort(out.first(std::min(filled.count, out.size())), nearer_to_first_triangles);
    return filled;
}

}  // namespace graze::inline v1
