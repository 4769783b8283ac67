#include "graze/query/ray/ray.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <type_traits>
#include <utility>

#include "graze/base/detail/steps.h"
#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/ray/detail/ray_search.h"
#include "graze/query/ray/ray_normal.h"

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
    return {FeatureId::face(found.triangle), found.hit.side, found.hit.t, p, weights_of(p, found.world)};
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

const PairFilter every_triangle;
constexpr const char* casting_rays = "casting rays";

void add_to(QueryCounts* counts, const detail::RayCounts& done) {
    if (counts == nullptr) return;
    counts->box_pairs += 8 * done.nodes;
    counts->leaf_pairs += done.leaves;
    counts->triangle_pairs += done.triangles;
    counts->exact_pairs += done.exact;
}

// Without a budget or a progress the search need not ask whether it may go on.
bool may_be_ended(const QueryOptions& options) {
    return !options.budget.unlimited() || options.progress != nullptr;
}

// A receiver that calls take(hit); what it returns matters only if all hits are sought.
template <class Take>
detail::HitReceiver receiver(Take& take) {
    return {[](void* context, std::size_t, const detail::NumberedHit& hit) {
                return (*static_cast<Take*>(context))(hit);
            },
            &take};
}

void keep(FirstHit& first, const Ray& ray, const detail::NumberedHit& hit) {
    static_cast<RayHit&>(first) = full_hit(ray, hit);
    first.answer = Answer::yes;
}

FirstHit metered_first_hit(const detail::RayQuery& query, const Ray& ray, Meter& meter) {
    FirstHit result;
    auto take = [&](const detail::NumberedHit& hit) { return keep(result, ray, hit), true; };
    detail::find_first_hit(query, ray, meter, receiver(take));
    if (meter.exhausted()) result.answer = Answer::undecided;
    return result;
}

Answer metered_any_hit(const detail::RayQuery& query, const Ray& ray, Meter& meter) {
    bool any = false;
    auto take = [&](const detail::NumberedHit&) { return any = true; };
    detail::find_any_hit(query, ray, meter, receiver(take));
    if (any) return Answer::yes;
    return meter.exhausted() ? Answer::undecided : Answer::no;
}

Answer answer_of(const RayPassage& passage) {
    if (passage.status == QueryStatus::unsupported) return Answer::unsupported;
    if (passage.status == QueryStatus::undecided) return Answer::undecided;
    return passage.count > 0 ? Answer::yes : Answer::no;
}

bool is_undecided(const FirstHit& hit) {
    return hit.answer == Answer::undecided;
}
bool is_undecided(Answer answer) {
    return answer == Answer::undecided;
}

// Hits of a shape that is not a mesh: a convex solid is entered once and left once.
FirstHit first_of(const RayPassage& passage) {
    FirstHit result;
    if (passage.count > 0) static_cast<RayHit&>(result) = passage.hit[0];
    result.answer = answer_of(passage);
    return result;
}

void set_answer(FirstHit& out, const RayPassage& passage) {
    out = first_of(passage);
}
void set_answer(Answer& out, const RayPassage& passage) {
    out = answer_of(passage);
}

// For shapes that are not meshes.
template <class Result>
QueryStatus answer_by_passages(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                               std::span<Result> out, const QueryOptions& options) {
    QueryOptions each = options;
    each.counts = nullptr;  // threads would share them
    std::atomic<bool> undecided = false, unsupported = false;
    parallel_for(options.threads, rays.size(), batch_grain, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const RayPassage passage = detail::ray_passage(shape, world_from_shape, rays[i], each);
            set_answer(out[i], passage);
            if (passage.status == QueryStatus::undecided) undecided = true;
            if (passage.status == QueryStatus::unsupported) unsupported = true;
        }
    });
    if (unsupported) return QueryStatus::unsupported;
    return undecided ? QueryStatus::undecided : QueryStatus::complete;
}

// One answer per ray: together(piece of rays, query, first) for many at a time, alone(query, ray, meter)
// where the search may be ended.
template <class Result, class Together, class Alone>
QueryStatus answer_all(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                       std::span<Result> out, const QueryOptions& options, const Together& together,
                       const Alone& alone) {
    if (out.size() != rays.size()) return QueryStatus::bad_input;
    if (!shape.is_mesh()) return answer_by_passages(shape, world_from_shape, rays, out, options);
    detail::Steps steps(options.progress, casting_rays, rays.size());
    std::atomic<bool> all_decided = true;
    std::mutex counts_mutex;
    parallel_for(options.threads, rays.size(), batch_grain, [&](std::size_t first, std::size_t last) {
        detail::RayCounts counts;
        const detail::RayQuery query{shape, world_from_shape, options.filter, counts};
        if (!may_be_ended(options)) {
            together(query, first, last);
        } else {
            for (std::size_t i = first; i < last; ++i) {
                Meter meter(options.budget, options.progress);
                out[i] = alone(query, rays[i], meter);
                if (is_undecided(out[i])) all_decided = false;
            }
        }
        steps.add(last - first);
        const std::lock_guard lock(counts_mutex);
        add_to(options.counts, counts);
    });
    return all_decided ? QueryStatus::complete : QueryStatus::undecided;
}

bool hit_before(const RayHit& p, const RayHit& q) {
    return std::pair(p.t, p.feature.index) < std::pair(q.t, q.feature.index);
}

}  // namespace

FirstHit first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray) {
    if (!shape.is_mesh()) return first_of(detail::ray_passage(shape, world_from_shape, ray, {}));
    detail::RayCounts ignored;
    FirstHit result;
    find_first({shape, world_from_shape, every_triangle, ignored}, {&ray, 1},
               [&](std::size_t, const detail::NumberedHit& hit) { keep(result, ray, hit); });
    return result;
}

FirstHit first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                   const QueryOptions& options) {
    if (!shape.is_mesh()) return first_of(detail::ray_passage(shape, world_from_shape, ray, options));
    detail::RayCounts counts;
    Meter meter(options.budget, options.progress);
    FirstHit result = metered_first_hit({shape, world_from_shape, options.filter, counts}, ray, meter);
    add_to(options.counts, counts);
    return result;
}

bool any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray) {
    if (!shape.is_mesh())
        return answer_of(detail::ray_passage(shape, world_from_shape, ray, {})) != Answer::no;
    detail::RayCounts ignored;
    bool result = false;
    find_any({shape, world_from_shape, every_triangle, ignored}, {&ray, 1},
             [&](std::size_t) { result = true; });
    return result;
}

Answer any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
               const QueryOptions& options) {
    if (!shape.is_mesh()) return answer_of(detail::ray_passage(shape, world_from_shape, ray, options));
    detail::RayCounts counts;
    Meter meter(options.budget, options.progress);
    const Answer result = metered_any_hit({shape, world_from_shape, options.filter, counts}, ray, meter);
    add_to(options.counts, counts);
    return result;
}

Answer visit_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                  const HitCollector& collect, const QueryOptions& options) {
    if (!shape.is_mesh()) {
        const RayPassage passage = detail::ray_passage(shape, world_from_shape, ray, options);
        for (std::size_t i = 0; i < passage.count && collect(passage.hit[i]); ++i) {
        }
        return answer_of(passage);
    }
    detail::RayCounts counts;
    const detail::RayQuery query{shape, world_from_shape, options.filter, counts};
    bool any = false, ended = false;
    auto take = [&](const detail::NumberedHit& found) {
        any = true;
        ended = !collect(full_hit(ray, found));
        return !ended;
    };
    Meter meter(options.budget, options.progress);
    if (may_be_ended(options)) {
        detail::find_all_hits(query, ray, meter, receiver(take));
    } else {
        detail::find_all_hits(query, ray, receiver(take));
    }
    add_to(options.counts, counts);
    if (meter.exhausted() && !ended) return Answer::undecided;
    return any ? Answer::yes : Answer::no;
}

Listed<RayHit> all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                        const QueryOptions& options) {
    Listed<RayHit> all;
    const HitCollector collect = [&all](const RayHit& hit) {
        all.push_back(hit);
        return true;
    };
    all.status = status_of(visit_hits(shape, world_from_shape, ray, collect, options));
    std::ranges::sort(all, hit_before);
    return all;
}

Filled all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray, std::span<RayHit> out,
                const QueryOptions& options) {
    Filled filled;
    const HitCollector collect = [&filled, &out](const RayHit& hit) {  // two references: no allocation
        if (filled.count < out.size()) out[filled.count] = hit;
        ++filled.count;
        return true;
    };
    filled.status = status_of(visit_hits(shape, world_from_shape, ray, collect, options));
    std::ranges::sort(out.first(std::min(filled.count, out.size())), hit_before);
    return filled;
}

QueryStatus first_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                       std::span<FirstHit> out, const QueryOptions& options) {
    const auto together = [&](const detail::RayQuery& query, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) out[i] = {};
        find_first(query, rays.subspan(first, last - first),
                   [&](std::size_t i, const detail::NumberedHit& hit) {
                       keep(out[first + i], rays[first + i], hit);
                   });
    };
    return answer_all(shape, world_from_shape, rays, out, options, together, metered_first_hit);
}

QueryStatus any_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                     std::span<Answer> out, const QueryOptions& options) {
    const auto together = [&](const detail::RayQuery& query, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) out[i] = Answer::no;
        find_any(query, rays.subspan(first, last - first),
                 [&](std::size_t i) { out[first + i] = Answer::yes; });
    };
    return answer_all(shape, world_from_shape, rays, out, options, together, metered_any_hit);
}

namespace {

// Of a solid around an axis, whose side rises or leans: the end that is nearer, or the side.
Vec3 normal_around_axis(const Vec3& from, const Vec3& to, double radius_from, double radius_to,
                        const Vec3& p) {
    const double height = length(to - from);
    const Vec3 axis = (to - from) / height;
    const double along = dot(p - from, axis);
    const Vec3 across = p - from - axis * along;
    const double distance = length(across), leans = radius_from - radius_to;
    const double side = std::abs(distance - (radius_from - leans * along / height));
    if (std::abs(along) <= side) return -axis;
    if (radius_to > 0 && std::abs(height - along) <= side) return axis;
    return distance > 0 ? normalized(across * (height / distance) + axis * leans) : axis;
}

Vec3 normal_of_box(const OrientedBox& box, const Vec3& p) {
    const auto& corners = box.corners();
    const Vec3 middle = corners[0] * 0.5 + corners[7] * 0.5;
    Vec3 best{};
    double furthest = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 half = (corners[std::size_t{1} << k] - corners[0]) * 0.5;
        const double square = dot(half, half);
        if (!(square > 0)) continue;
        const double at = dot(p - middle, half) / square;
        if (std::abs(at) > furthest) furthest = std::abs(at), best = at < 0 ? -half : half;
    }
    return normalized(best);
}

Vec3 normal_of_hull(const ConvexHull& hull, const Vec3& p) {
    Vec3 best{};
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        const auto face = hull.face(f);
        if (face.size() < 3) continue;
        const Vec3& first = hull.corners()[face[0]];
        const Vec3 n = normalized(cross(hull.corners()[face[1]] - first, hull.corners()[face[2]] - first));
        const double height = dot(p - first, n);
        if (height > highest) highest = height, best = n;
    }
    return best;
}

Vec3 normal_of_ellipsoid(const Ellipsoid& ellipsoid, const Vec3& p) {
    Vec3 sum{};
    for (const Vec3& axis : {ellipsoid.u, ellipsoid.v, ellipsoid.w}) {
        const double square = dot(axis, axis);
        sum += axis * (dot(p - ellipsoid.center, axis) / (square * square));
    }
    return normalized(sum);
}

// Out of a solid, in its own frame, at a point of its surface.
Vec3 normal_of_solid(const Shape& shape, const Vec3& p) {
    if (const auto* box = shape.as<OrientedBox>()) return normal_of_box(*box, p);
    if (const auto* hull = shape.as<ConvexHull>()) return normal_of_hull(*hull, p);
    if (const auto* sphere = shape.as<Sphere>()) return normalized(p - sphere->center);
    if (const auto* capsule = shape.as<Capsule>()) {
        const Vec3 way = capsule->to - capsule->from;
        const double square = dot(way, way);
        const double at = square > 0 ? std::clamp(dot(p - capsule->from, way) / square, 0.0, 1.0) : 0;
        return normalized(p - capsule->from - way * at);
    }
    if (const auto* c = shape.as<Cylinder>())
        return normal_around_axis(c->from, c->to, c->radius, c->radius, p);
    if (const auto* c = shape.as<Cone>()) return normal_around_axis(c->base, c->apex, c->radius, 0, p);
    if (const auto* ellipsoid = shape.as<Ellipsoid>()) return normal_of_ellipsoid(*ellipsoid, p);
    if (const auto* half_space = shape.as<HalfSpace>()) return normalized(half_space->normal);
    return {};
}

}  // namespace

Vec3 hit_normal(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const RayHit& hit) {
    if (hit.side == RaySide::edge_on || hit.side == RaySide::inside) return {};
    Vec3 normal{};
    if (!shape.is_mesh()) {
        normal = world_from_shape.rotate(normal_of_solid(shape, world_from_shape.inverse()(hit.point)));
    } else if (hit.feature.index < shape.mesh().triangle_count()) {
        const Triangle t = world_from_shape(shape.mesh().triangle(hit.feature.index));
        normal = cross(normalized(t[1] - t[0]), normalized(t[2] - t[0]));
    }
    normal = normalized(normal);
    return dot(normal, ray.direction()) > 0 ? Vec3{} - normal : normal;
}

}  // namespace graze::inline v1
