// The traversals that search for triangles that rays meet.
#include <algorithm>
#include <optional>

#include "graze/query/ray/detail/ray_crossing.h"
#include "graze/query/ray/detail/ray_search.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/ray/ray_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/ray/detail/ray_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

HWY_INLINE Triangle in_world(const detail::RayQuery& query, TriangleId t) {
    return query.world_from_shape(query.shape.mesh().triangle(t));
}

// What is known about the triangle so far may make the test for a hit unnecessary.
HWY_INLINE bool decide(const detail::RayQuery& query, const Ray& ray, const Candidate& candidate,
                       const Triangle& world, TriangleHit& out) {
    if (candidate.is_crossed) {
        out = detail::crossing_inside(ray, world);
        return out.t >= ray.t_min() && out.t <= ray.t_max();
    }
    ++query.counts.exact;
    const std::optional<TriangleHit> hit = first_hit(ray, world);
    if (hit) out = *hit;
    return hit.has_value();
}

HWY_INLINE bool is_wanted(const detail::RayQuery& query, TriangleId t) {
    return !query.filter || query.filter(FeatureId::face(t), FeatureId{});
}

// One ray during its traversal. `Search` says what a hit means, `needs_corners` whether the search reads the
// corners of the triangles hit.
template <class Search, bool needs_corners>
class RayUser {
  public:
    HWY_INLINE bool start(const RayTransform& transform, const Ray& ray) {
        ray_ = &ray;
        any_ = false;
        return walk_.start(transform, ray);
    }
    HWY_INLINE void run(const detail::RayQuery& query) {
        walk_.run<needs_corners>(query.shape, query.counts, receiver_for(query));
    }
    HWY_INLINE bool step(const detail::RayQuery& query) {
        return walk_.step<needs_corners>(query.shape, query.counts, receiver_for(query));
    }

  protected:
    const Ray* ray_;
    bool any_;
    RayWalk walk_;

  private:
    HWY_INLINE auto receiver_for(const detail::RayQuery& query) {
        return [this, &query](const Candidate& candidate) {
            return static_cast<Search*>(this)->hit(query, candidate);
        };
    }
};

class FirstHitSearch : public RayUser<FirstHitSearch, true> {
  public:
    HWY_INLINE bool hit(const detail::RayQuery& query, const Candidate& candidate) {
        if (!is_wanted(query, candidate.triangle)) return true;
        const Triangle world = in_world(query, candidate.triangle);
        TriangleHit now;
        if (!decide(query, *ray_, candidate, world, now)) return true;
        const bool better =
            !any_ || now.t < best_.hit.t || (now.t == best_.hit.t && candidate.triangle < best_.triangle);
        if (!better) return true;
        any_ = true;
        best_.triangle = candidate.triangle;
        best_.hit = now;
        best_.world = world;
        walk_.stop_at(now.t);
        return true;
    }
    HWY_INLINE void finish(std::size_t index, const detail::HitReceiver& out) const {
        if (any_) out(index, best_);
    }

  private:
    detail::NumberedHit best_;
};

class AnyHitSearch : public RayUser<AnyHitSearch, false> {
  public:
    HWY_INLINE bool hit(const detail::RayQuery& query, const Candidate& candidate) {
        TriangleHit ignored;
        any_ = is_wanted(query, candidate.triangle) &&
               (candidate.is_hit ||
                decide(query, *ray_, candidate, in_world(query, candidate.triangle), ignored));
        return !any_;
    }
    HWY_INLINE void finish(std::size_t index, const detail::HitReceiver& out) const {
        if (any_) out(index, {});
    }
};

template <class User>
HWY_INLINE void find_one(const detail::RayQuery& query, const RayTransform& transform, const Ray& ray,
                         std::size_t index, const detail::HitReceiver& out) {
    User user;
    if (!user.start(transform, ray)) return;
    user.run(query);
    user.finish(index, out);
}

// In steps, so that a meter can end it.
template <class User>
void find_metered(const detail::RayQuery& query, const Ray& ray, Meter& meter,
                  const detail::HitReceiver& out) {
    if (query.shape.tree().empty()) return;
    const RayTransform transform(query.shape.tree(), query.world_from_shape);
    User user;
    if (!user.start(transform, ray)) return;
    std::uint64_t spent = query.counts.tests();
    const auto spend = [&] {
        const std::uint64_t before = spent;
        spent = query.counts.tests();
        return meter.spend(spent - before);
    };
    while (user.step(query) && spend()) {
    }
    user.finish(0, out);
}

// The number of rays traversed at a time: enough to keep the processor busy while it waits for memory. Trees
// that fit into its nearest caches need no waiting.
constexpr std::size_t in_flight = 8;
constexpr std::size_t small_tree_bytes = 400'000;

template <class User>
HWY_INLINE void find_many(const detail::RayQuery& query, const RayTransform& transform,
                          std::span<const Ray> rays, const detail::HitReceiver& out) {
    User users[in_flight];
    std::size_t of[in_flight], next = 0;
    const auto start = [&](std::size_t slot) {
        while (next < rays.size()) {
            of[slot] = next++;
            if (users[slot].start(transform, rays[of[slot]])) return true;
        }
        return false;
    };
    std::size_t count = 0;
    while (count < in_flight && start(count)) ++count;
    while (count > 0) {
        for (std::size_t slot = 0; slot < count; ++slot) {
            if (users[slot].step(query)) continue;
            users[slot].finish(of[slot], out);
            if (start(slot)) continue;
            // The last ray takes the slot; its turn comes next.
            if (--count != slot) {
                users[slot] = users[count];
                of[slot] = of[count];
                --slot;
            }
        }
    }
}

template <class User>
HWY_INLINE void find(const detail::RayQuery& query, std::span<const Ray> rays,
                     const detail::HitReceiver& out) {
    if (query.shape.tree().empty()) return;
    const RayTransform transform(query.shape.tree(), query.world_from_shape);
    if (rays.size() == 1 || query.shape.tree().bytes() < small_tree_bytes) {
        for (std::size_t i = 0; i < rays.size(); ++i) find_one<User>(query, transform, rays[i], i, out);
    } else {
        find_many<User>(query, transform, rays, out);
    }
}

void find_first_hits(const detail::RayQuery& query, std::span<const Ray> rays,
                     const detail::HitReceiver& out) {
    find<FirstHitSearch>(query, rays, out);
}
void find_any_hits(const detail::RayQuery& query, std::span<const Ray> rays, const detail::HitReceiver& out) {
    find<AnyHitSearch>(query, rays, out);
}

void find_metered_first_hit(const detail::RayQuery& query, const Ray& ray, Meter& meter,
                            const detail::HitReceiver& out) {
    find_metered<FirstHitSearch>(query, ray, meter, out);
}
void find_metered_any_hit(const detail::RayQuery& query, const Ray& ray, Meter& meter,
                          const detail::HitReceiver& out) {
    find_metered<AnyHitSearch>(query, ray, meter, out);
}
// Gives each triangle that the ray hits to `out`.
HWY_INLINE auto receiver_of_hits(const detail::RayQuery& query, const Ray& ray,
                                 const detail::HitReceiver& out) {
    return [&](const Candidate& candidate) {
        if (!is_wanted(query, candidate.triangle)) return true;
        detail::NumberedHit now{candidate.triangle, {}, in_world(query, candidate.triangle)};
        return !decide(query, ray, candidate, now.world, now.hit) || out(0, now);
    };
}

void find_metered_all_hits(const detail::RayQuery& query, const Ray& ray, Meter& meter,
                           const detail::HitReceiver& out) {
    if (query.shape.tree().empty()) return;
    RayWalk walk;
    if (!walk.start(RayTransform(query.shape.tree(), query.world_from_shape), ray)) return;
    std::uint64_t spent = query.counts.tests();
    while (walk.step<true>(query.shape, query.counts, receiver_of_hits(query, ray, out))) {
        const std::uint64_t before = spent;
        spent = query.counts.tests();
        if (!meter.spend(spent - before)) return;
    }
}

void find_all_hits(const detail::RayQuery& query, const Ray& ray, const detail::HitReceiver& out) {
    if (query.shape.tree().empty()) return;
    RayWalk walk;
    if (!walk.start(RayTransform(query.shape.tree(), query.world_from_shape), ray)) return;
    walk.run<true>(query.shape, query.counts, receiver_of_hits(query, ray, out));
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_first_hits);
HWY_EXPORT(find_any_hits);
HWY_EXPORT(find_all_hits);
HWY_EXPORT(find_metered_first_hit);
HWY_EXPORT(find_metered_any_hit);
HWY_EXPORT(find_metered_all_hits);

void find_first_hits(const RayQuery& query, std::span<const Ray> rays, const HitReceiver& out) {
    HWY_DYNAMIC_DISPATCH(find_first_hits)(query, rays, out);
}
void find_any_hits(const RayQuery& query, std::span<const Ray> rays, const HitReceiver& out) {
    HWY_DYNAMIC_DISPATCH(find_any_hits)(query, rays, out);
}
void find_all_hits(const RayQuery& query, const Ray& ray, const HitReceiver& out) {
    HWY_DYNAMIC_DISPATCH(find_all_hits)(query, ray, out);
}
void find_first_hit(const RayQuery& query, const Ray& ray, Meter& meter, const HitReceiver& out) {
    HWY_DYNAMIC_DISPATCH(find_metered_first_hit)(query, ray, meter, out);
}
void find_any_hit(const RayQuery& query, const Ray& ray, Meter& meter, const HitReceiver& out) {
    HWY_DYNAMIC_DISPATCH(find_metered_any_hit)(query, ray, meter, out);
}
void find_all_hits(const RayQuery& query, const Ray& ray, Meter& meter, const HitReceiver& out) {
    HWY_DYNAMIC_DISPATCH(find_metered_all_hits)(query, ray, meter, out);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
