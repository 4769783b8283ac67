// Queries about all objects of a world, as of its last update.
#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/world/broad_phase/detail/ray_box.h"
#include "graze/world/detail/world_state.h"

namespace graze::inline v1 {
namespace {

struct Candidate {
    double from;  // lower bound of the distance, in the measure of the query
    std::uint32_t index;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// A lower bound of the distance of a point from a box.
double distance_to_box(const Box& box, const Vec3& p) {
    Vec3 d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = std::max({box.lower[k] - p[k], p[k] - box.upper[k], 0.0});
    return length(d) * (1 - 1e-15);
}

}  // namespace

std::optional<WorldHit> World::first_hit(const Ray& ray) const {
    std::vector<std::uint32_t> found;
    if (state_->broad_phase) state_->broad_phase->along(ray, found);
    std::vector<Candidate> candidates;
    for (const std::uint32_t index : found) {
        const detail::WorldObject& o = state_->objects[index];
        if (!o.placed_yet) continue;
        if (const auto from = detail::entry(ray, state_->presences[index].box))
            candidates.push_back({*from, index});
    }
    std::sort(candidates.begin(), candidates.end());
    std::optional<WorldHit> best;
    for (const Candidate& c : candidates) {
        if (best && c.from > best->hit.t) break;
        const detail::WorldObject& o = state_->objects[c.index];
        const FirstHit hit = graze::first_hit(o.shape, o.placed, ray);
        const ObjectId id = state_->id_of(c.index);
        if (hit.found() && (!best || hit.t < best->hit.t || (hit.t == best->hit.t && id < best->object)))
            best = WorldHit{id, hit};
    }
    return best;
}

// Searches boxes around the point. The boxes grow until they are as large as the distance of the nearest
// object found.
std::optional<WorldNearest> World::nearest(const Vec3& point, double limit) const {
    if (!(std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z)) || std::isnan(limit))
        throw Error("the point or the limit is not a number", "World::nearest");
    std::optional<WorldNearest> best;
    std::vector<std::uint32_t> found;
    std::vector<Candidate> candidates;
    const std::size_t all = state_->broad_phase ? state_->broad_phase->size() : 0;
    for (double radius = std::min(limit, state_->usual_size); found.size() < all; radius *= 4) {
        if (best) radius = best->distance.value;
        radius = std::min(radius, limit);
        const Vec3 d{radius, radius, radius};
        found.clear();
        state_->broad_phase->overlapping(rounded_outwards({point - d, point + d}), found);
        candidates.clear();
        for (const std::uint32_t index : found)
            candidates.push_back({distance_to_box(state_->presences[index].box, point), index});
        std::sort(candidates.begin(), candidates.end());
        for (const Candidate& c : candidates) {
            if (c.from > (best ? best->distance.value : limit)) break;
            const detail::WorldObject& o = state_->objects[c.index];
            const PointDistance here = graze::distance(o.shape, o.placed, point);
            const ObjectId id = state_->id_of(c.index);
            if (!(here.value <= limit)) continue;  // skips what has no distance, too
            if (!best || here.value < best->distance.value ||
                (here.value == best->distance.value && id < best->object))
                best = WorldNearest{id, here};
        }
        if ((best && best->distance.value <= radius) || radius >= limit) break;
    }
    return best;
}

std::vector<ObjectId> World::overlapping(const Box& box) const {
    std::vector<std::uint32_t> found;
    if (state_->broad_phase) state_->broad_phase->overlapping(rounded_outwards(box), found);
    std::sort(found.begin(), found.end());
    std::vector<ObjectId> ids;
    for (const std::uint32_t index : found)
        if (overlap(state_->presences[index].box, box)) ids.push_back(state_->id_of(index));
    return ids;
}

}  // namespace graze::inline v1
