#include "graze/query/ray/ray.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "graze/query/ray/detail/ray_search.h"

namespace graze::inline v1 {
namespace {

std::array<double, 3> corner_nearest_to(const Vec3& p, const Triangle& t) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        if (length(t[i] - p) < length(t[nearest] - p)) nearest = i;
    }
    std::array<double, 3> w{};
    w[nearest] = 1;
    return w;
}

// By the areas of the triangles between the point and the edges.
std::array<double, 3> weights_of(const Vec3& p, const Triangle& t) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0], w = p - t[0];
    const Vec3 n = cross(u, v);
    const double all = 1 / dot(n, n);
    // Negated so that NaN is included, too. For triangles without area, or if its square leaves the range of
    // doubles.
    if (!(all > 0 && all < 1e300)) return corner_nearest_to(p, t);
    const double w1 = std::clamp(dot(cross(w, v), n) * all, 0.0, 1.0);
    const double w2 = std::clamp(dot(cross(u, w), n) * all, 0.0, 1.0 - w1);
    return {1 - (w1 + w2), w1, w2};
}

RayHit full_hit(const Ray& ray, const detail::NumberedHit& found) {
    const Vec3 p = ray.at(found.hit.t);
    return {found.triangle, found.hit.side, found.hit.t, p, weights_of(p, found.world)};
}

// Passes the hits of `rays` to out(index, hit).
template <class Out>
void find_first(const detail::RayQuery& query, std::span<const Ray> rays, Out&& out) {
    detail::find_first_hits(query, rays,
                            {[](void* context, std::size_t index, const detail::NumberedHit& hit) {
                                 (*static_cast<std::remove_reference_t<Out>*>(context))(index, hit);
                                 return true;
                             },
                             &out});
}

template <class Out>
void find_any(const detail::RayQuery& query, std::span<const Ray> rays, Out&& out) {
    detail::find_any_hits(query, rays,
                          {[](void* context, std::size_t index, const detail::NumberedHit&) {
                               (*static_cast<std::remove_reference_t<Out>*>(context))(index);
                               return true;
                           },
                           &out});
}

// The number of rays in one piece of a batch.
constexpr std::size_t batch_grain = 256;

const TriangleFilter no_filter;

}  // namespace

std::optional<RayHit> first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                                const RayOptions& options) {
    RayCounts ignored;
    std::optional<RayHit> result;
    find_first({shape, world_from_shape, options.filter, options.counts ? *options.counts : ignored},
               {&ray, 1}, [&](std::size_t, const detail::NumberedHit& hit) { result = full_hit(ray, hit); });
    return result;
}

bool any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const RayOptions& options) {
    RayCounts ignored;
    bool result = false;
    find_any({shape, world_from_shape, options.filter, options.counts ? *options.counts : ignored}, {&ray, 1},
             [&](std::size_t) { result = true; });
    return result;
}

bool visit_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const HitCollector& collect,
                const RayOptions& options) {
    RayCounts ignored;
    struct Context {
        const Ray& ray;
        const HitCollector& collect;
        bool any;
    } context{ray, collect, false};
    detail::find_all_hits(
        {shape, world_from_shape, options.filter, options.counts ? *options.counts : ignored}, ray,
        {[](void* p, std::size_t, const detail::NumberedHit& found) {
             auto& c = *static_cast<Context*>(p);
             c.any = true;
             return c.collect(full_hit(c.ray, found));
         },
         &context});
    return context.any;
}

std::vector<RayHit> all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                             const RayOptions& options) {
    std::vector<RayHit> all;
    const HitCollector keep = [&](const RayHit& hit) {
        all.push_back(hit);
        return true;
    };
    visit_hits(shape, world_from_shape, ray, keep, options);
    std::sort(all.begin(), all.end(), [](const RayHit& p, const RayHit& q) {
        return std::pair(p.t, p.triangle) < std::pair(q.t, q.triangle);
    });
    return all;
}

void first_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                std::span<std::optional<RayHit>> out, const Threads& threads) {
    parallel_for(threads, rays.size(), batch_grain, [&](std::size_t first, std::size_t last) {
        RayCounts ignored;
        for (std::size_t i = first; i < last; ++i) out[i].reset();
        find_first({shape, world_from_shape, no_filter, ignored}, rays.subspan(first, last - first),
                   [&](std::size_t i, const detail::NumberedHit& hit) {
                       out[first + i] = full_hit(rays[first + i], hit);
                   });
    });
}

void any_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
              std::span<std::uint8_t> out, const Threads& threads) {
    parallel_for(threads, rays.size(), batch_grain, [&](std::size_t first, std::size_t last) {
        RayCounts ignored;
        for (std::size_t i = first; i < last; ++i) out[i] = 0;
        find_any({shape, world_from_shape, no_filter, ignored}, rays.subspan(first, last - first),
                 [&](std::size_t i) { out[first + i] = 1; });
    });
}

}  // namespace graze::inline v1
