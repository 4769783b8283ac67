#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "graze/spheres/packing/detail/cooling.h"
#include "graze/spheres/packing/detail/local_program.h"
#include "graze/spheres/packing/detail/prototype.h"

namespace graze::inline v1::detail {
namespace {

Vec3 clamped(const Vec3& p, const Box& box) {
    return {std::clamp(p.x, box.lower.x, box.upper.x), std::clamp(p.y, box.lower.y, box.upper.y),
            std::clamp(p.z, box.lower.z, box.upper.z)};
}

double farthest_of(const Box& box, const Vec3& from) {
    Vec3 way;
    for (std::size_t k = 0; k < 3; ++k)
        way[k] = std::max(std::abs(box.lower[k] - from[k]), std::abs(box.upper[k] - from[k]));
    return length(way);
}

}  // namespace

double Prototype::look(const Vec3& p) {
    ++queries_;
    const PackingSurface::Nearest found = surface_.nearest(p);
    if (!(found.distance > 0)) return 0;
    Wall wall;
    wall.normal = normalized(p - found.point);
    wall.offset = dot(wall.normal, found.point);
    wall.triangle = found.triangle;
    // A triangle is convex, so its distance is convex, and the plane is the best that is known of it here.
    const auto same = std::find_if(walls_.begin(), walls_.end(), [&](const Wall& w) {
        return (w.triangle == wall.triangle && w.triangle != PackingSurface::no_triangle) ||
               (dot(w.normal, wall.normal) > 1 - 1e-13 &&
                std::abs(w.offset - wall.offset) <= 1e-12 * std::abs(wall.offset));
    });
    constexpr std::size_t most_walls = 48;
    if (same != walls_.end()) {
        *same = wall;
    } else if (walls_.size() < most_walls) {
        walls_.push_back(wall);
    } else {
        const auto farthest =
            std::max_element(walls_.begin(), walls_.end(), [&](const Wall& a, const Wall& b) {
                return dot(a.normal, p) - a.offset < dot(b.normal, p) - b.offset;
            });
        *farthest = wall;
    }
    return found.distance;
}

double Prototype::distance_from(std::uint32_t object, const Vec3& p) const {
    if (object < walls_.size()) return dot(walls_[object].normal, p) - walls_[object].offset;
    const Sphere& s = near_[object - walls_.size()];
    return length(p - s.center) - s.radius;
}

Vec3 Prototype::away_from(std::uint32_t object, const Vec3& p) const {
    if (object < walls_.size()) return walls_[object].normal;
    return normalized(p - near_[object - walls_.size()].center);
}

Prototype::Held Prototype::held(const Vec3& p) const {
    Held least{std::numeric_limits<double>::infinity(), 0};
    std::uint32_t object = 0;
    for (const Wall& w : walls_) {
        const double d = dot(w.normal, p) - w.offset;
        if (d < least.distance) least = {d, object};
        ++object;
    }
    for (const Sphere& s : near_) {
        const Vec3 way = p - s.center;
        const double squared = dot(way, way), reach = s.radius + least.distance;
        if (reach > 0 && squared < reach * reach) least = {std::sqrt(squared) - s.radius, object};
        ++object;
    }
    return least;
}

// Steps away from whatever is closest, ever shorter ones, to the best place on the way (Weller 2012,
// Algorithm 4.1). False if the prototype got stuck at the border of its cell.
bool Prototype::wander(Vec3& p, const Box& cell) const {
    if (walls_.empty() && near_.empty()) return true;  // nothing is known that it could be held by
    const Cooling& cooling = Cooling::standard();
    Held now = held(p);
    Vec3 best = p;
    double best_distance = now.distance, before = 0;
    Vec3 at = p, clamped_to = p;
    bool was_clamped = false;
    for (int step = 0; step < Cooling::steps; ++step) {
        // The first step has no step before it, and is a large one.
        const double share = cooling.share(step, step == 0 ? 0 : now.distance / before);
        const Vec3 wanted = at + away_from(now.by, at) * (share * now.distance);
        const Vec3 next = clamped(wanted, cell);
        const bool is_clamped = !(next == wanted);
        if (is_clamped && was_clamped && next == clamped_to) {
            p = next;
            return false;
        }
        was_clamped = is_clamped;
        clamped_to = next;
        at = next;
        before = now.distance;
        now = held(at);
        if (now.distance > best_distance) {
            best_distance = now.distance;
            best = at;
        }
        // Inside something: cannot be, but for walls that are not flat.
        if (!(now.distance > 0) || !(before > 0)) break;
    }
    p = best;
    return true;
}

// The last steps: to the best place for what is closest, as far as that is flat. Distances from convex things
// are convex, so that each step can only gain.
void Prototype::settle(Vec3& p, double limit) const {
    constexpr int most_steps = 8;
    for (int step = 0; step < most_steps; ++step) {
        LocalProgram program;
        const double distance = held(p).distance;
        const auto objects = static_cast<std::uint32_t>(walls_.size() + near_.size());
        for (std::uint32_t i = 0; i < objects; ++i) {
            const double d = distance_from(i, p);
            if (program.wants(d)) program.add(d, away_from(i, p));
        }
        const std::optional<Vec3> way = program.best_step();
        if (!way) return;
        const double size = length(*way);
        Vec3 move = size > limit ? *way * (limit / size) : *way;
        bool gained = false;
        for (int halving = 0; halving < 4 && !gained; ++halving, move *= 0.5) {
            if (held(p + move).distance <= distance) continue;
            p += move;
            gained = true;
        }
        if (!gained || size < 1e-12 * distance) return;
    }
}

void Prototype::note_triangles(FreeBall& ball) const {
    for (const Wall& w : walls_) {
        if (w.triangle == PackingSurface::no_triangle || ball.triangle_count == ball.triangles.size())
            continue;
        if (dot(w.normal, ball.center) - w.offset <= ball.radius * (1 + 1e-6))
            ball.triangles[ball.triangle_count++] = w.triangle;
    }
}

FreeBall Prototype::converge(const Vec3& start, const Box& cell, double distance, double surface_distance) {
    const double way = farthest_of(cell, start) * 1.25;  // and a little, for the last steps
    const double reach = distance + 2 * way;
    walls_.clear();
    near_.clear();
    grid_.visit_near(start, reach, [&](std::uint32_t i) { near_.push_back(grid_.spheres()[i]); });
    const bool near_surface = surface_distance < reach;

    FreeBall ball;
    Vec3 p = start;
    if (!near_surface) {
        ball.pruned = !wander(p, cell);
        if (!ball.pruned) settle(p, way);
        ball.center = p;
        ball.radius = grid_.distance(p, std::max(surface_distance - length(p - start), 0.0));
        return ball;
    }
    // The ball around a place whose distance from the surface is known is inside. A prototype never leaves it
    // in one go, so that it stays inside, wherever planes that the surface only resembles would lead it.
    Vec3 known = start;
    double free = look(start);
    constexpr int most_looks = 24;
    for (int i = 0; i < most_looks && free > 0; ++i) {
        ball.pruned = !wander(p, cell);
        if (!ball.pruned) settle(p, way);
        const double step = length(p - known);
        const bool too_far = step >= free * 0.999;
        if (too_far) p = known + (p - known) * (0.9 * free / step);
        const double expected = held(p).distance;
        known = p;
        free = look(p);
        if (!too_far && free >= expected * (1 - 1e-10)) break;
    }
    ball.center = known;
    ball.radius = grid_.distance(known, free);
    note_triangles(ball);
    return ball;
}

}  // namespace graze::inline v1::detail
