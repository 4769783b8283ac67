#include "graze/interact/sliding/detail/backtracking_slider.h"

#include <algorithm>
#include <cmath>

#include "graze/base/trig.h"
#include "graze/interact/sliding/detail/constraints.h"
#include "graze/query/intersect/intersect.h"

namespace graze::inline v1 {

using detail::displaced;
using detail::PlacedSurface;
using detail::Twist;
using detail::twist_between;

namespace {

constexpr double circle = 6.28318530717958647693;

Twist scaled(const Twist& t, double s) {
    return {t.shift * s, t.turn * s};
}

// The angle about an axis of length 1 from one arm to another, both seen along the axis; 0 to pi.
double angle_about(const Vec3& axis, const Vec3& from, const Vec3& to) {
    const Vec3 a = from - dot(from, axis) * axis, b = to - dot(to, axis) * axis;
    return circle * std::abs(turns_of(length(cross(a, b)), dot(a, b)));
}

// Turns a direction in a surface away from the surface by the angle of the air cushion.
Vec3 lifted(const Vec3& along, const Vec3& normal, double angle) {
    const auto [s, c] = sin_cos_turns(angle / circle);
    return along * c + normal * (length(along) * s);
}

// How many triangles that share an edge with `t` are among those that touch `other`?
struct TouchingPairs {
    const std::vector<IntersectingPair>& pairs;

    std::size_t neighbours_of_a(const PlacedSurface& a, const IntersectingPair& p) const {
        std::size_t n = 0;
        for (const IntersectingPair& q : pairs) n += q.b == p.b && q.a != p.a && share_edge(a, q.a, p.a);
        return n;
    }
    std::size_t neighbours_of_b(const PlacedSurface& b, const IntersectingPair& p) const {
        std::size_t n = 0;
        for (const IntersectingPair& q : pairs) n += q.a == p.a && q.b != p.b && share_edge(b, q.b, p.b);
        return n;
    }

  private:
    static bool share_edge(const PlacedSurface& s, TriangleId t, TriangleId u) {
        std::size_t common = 0;
        for (const VertexId p : s.edges.points_of(t))
            for (const VertexId q : s.edges.points_of(u)) common += p == q;
        return common >= 2;
    }
};

// The edge of a triangle that crosses the other one, as a direction.
Vec3 crossing_edge(const Triangle& t, const Triangle& other) {
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &p = t[i], &q = t[(i + 1) % 3];
        if (intersects(Triangle{{p, q, q}}, other)) return q - p;
    }
    return {};
}

}  // namespace

BacktrackingSlider::BacktrackingSlider(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles,
                                       const Pose& world_from_part, const BacktrackingOptions& options)
    : part_(std::move(part)),
      obstacles_(std::move(obstacles)),
      options_(options),
      metric_(part_),
      pose_(world_from_part),
      hand_(world_from_part) {
    Box box;
    for (const PlacedShape& p : part_) box.grow(p.pose(p.shape.box()));
    size_ = length(box.size());
    for (const PlacedShape& o : obstacles_) boxes_.push_back(o.pose(o.shape.box()));
}

bool BacktrackingSlider::collides(const Pose& part) {
    const double start = options_.times != nullptr ? options_.times->clock() : 0;
    const bool found = collides_untimed(part);
    if (options_.times != nullptr) options_.times->collision += options_.times->clock() - start;
    return found;
}

bool BacktrackingSlider::collides_untimed(const Pose& part) {
    ++tests_;
    for (const PlacedShape& p : part_) {
        const Pose pose = part * p.pose;
        const Box box = pose(p.shape.box());
        for (std::size_t i = 0; i < obstacles_.size(); ++i) {
            if (overlap(box, boxes_[i]) && intersects(p.shape, pose, obstacles_[i].shape, obstacles_[i].pose))
                return true;
        }
    }
    return false;
}

// Both ends are known: the pose is free, the end of the motion collides.
BacktrackingSlider::Bracket BacktrackingSlider::bisect(const Twist& twist) {
    const double finest = options_.least_share * size_;
    const double whole = metric_.most(twist);
    double low = 0, high = 1;
    while ((high - low) * whole > finest) {
        const double middle = low + (high - low) / 2;
        (collides(displaced(pose_, scaled(twist, middle), metric_.centre())) ? high : low) = middle;
    }
    return {displaced(pose_, scaled(twist, low), metric_.centre()),
            displaced(pose_, scaled(twist, high), metric_.centre()), low > 0};
}

// Translation and rotation together; where no closer pose on that way is free, the rotation alone, and then
// the translation alone.
BacktrackingSlider::Bracket BacktrackingSlider::approach(const Twist& twist) {
    Bracket both = bisect(twist);
    if (both.moved) return both;
    for (const Twist& one : {Twist{{}, twist.turn}, Twist{twist.shift, {}}}) {
        if (metric_.most(one) == 0) continue;
        const Pose end = displaced(pose_, one, metric_.centre());
        if (!collides(end)) {
            pose_ = both.free = end;
            both.moved = true;
            continue;
        }
        const Bracket alone = bisect(one);
        if (!alone.moved) continue;
        pose_ = both.free = alone.free;
        both.colliding = alone.colliding;
        both.moved = true;
    }
    return both;
}

// The triangles that touch at the colliding pose, each pair a contact (Zachmann 2000, 4.5.4, figures 4.50 and
// 4.51): an edge on an edge if each has one adjacent triangle in contact, else a corner on a face.
std::vector<BacktrackingSlider::Touch> BacktrackingSlider::touches(const Bracket& bracket) {
    std::vector<Touch> found;
    for (const PlacedShape& p : part_) {
        const Pose pose = bracket.colliding * p.pose, before = bracket.free * p.pose;
        for (const PlacedShape& o : obstacles_) {
            if (!p.shape.is_mesh() || !o.shape.is_mesh()) continue;
            const double start = options_.times != nullptr ? options_.times->clock() : 0;
            const auto pairs = intersecting_triangles(p.shape, pose, o.shape, o.pose);
            if (options_.times != nullptr) options_.times->collision += options_.times->clock() - start;
            const PlacedSurface a(p.shape, pose), b(o.shape, o.pose);
            const TouchingPairs touching{pairs};
            for (const IntersectingPair& pair : pairs) {
                const Triangle ta = a.triangle(pair.a), tb = b.triangle(pair.b);
                const std::size_t near_a = touching.neighbours_of_a(a, pair),
                                  near_b = touching.neighbours_of_b(b, pair);
                Vec3 edge_a = crossing_edge(ta, tb), edge_b = crossing_edge(tb, ta), normal;
                const bool edges =
                    near_a <= 1 && near_b <= 1 && near_a == near_b && edge_a != Vec3{} && edge_b != Vec3{};
                if (edges) normal = normalized(cross(edge_a, edge_b));
                if (normal == Vec3{}) {
                    const Triangle& face = near_a >= near_b ? tb : ta;
                    normal = normalized(cross(face[1] - face[0], face[2] - face[0]));
                }
                const Vec3 point = pair.common.middle(), was = before(pose.inverse()(point));
                if (dot(point - was, normal) > 0) normal = -normal;
                if (normal != Vec3{}) found.push_back({point, normal});
            }
        }
    }
    // Contacts that are close to one another, and look the same way, are one.
    std::vector<Touch> merged;
    for (const Touch& t : found) {
        const bool known = std::any_of(merged.begin(), merged.end(), [&](const Touch& m) {
            return length(m.point - t.point) < 0.02 * size_ && dot(m.normal, t.normal) > 0.9;
        });
        if (!known) merged.push_back(t);
    }
    return merged;
}

Twist BacktrackingSlider::about_point(const Twist& old, const Touch& touch) const {
    const Vec3 middle = pose_(metric_.centre()), &n = touch.normal;
    Twist twist;
    if (dot(old.shift, n) > 0) {  // the part moves away, and a rotation caused the contact
        twist.shift = n * length(old.shift);
    } else {
        twist.shift = lifted(cross(n, cross(old.shift, n)), n, options_.air_cushion);
    }
    const Vec3 arm = touch.point - middle, axis = normalized(cross(arm, n));
    twist.turn = axis * (options_.looseness * angle_about(axis, -arm, old.shift - arm));
    return twist;
}

Twist BacktrackingSlider::about_line(const Twist& old, const Touch& first, const Touch& second) const {
    const Vec3 middle = pose_(metric_.centre()), along = normalized(cross(first.normal, second.normal));
    if (length(first.point - second.point) < 0.02 * size_ ||
        length(cross(first.normal, second.normal)) < 0.05) {
        const Vec3 normal = normalized(first.normal + second.normal);
        return about_point(old, {(first.point + second.point) / 2, normal == Vec3{} ? first.normal : normal});
    }
    Twist twist;
    twist.shift =
        lifted(along * dot(along, old.shift), normalized(first.normal + second.normal), options_.air_cushion);
    Vec3 axis = normalized(first.point - second.point);
    const Vec3 arm = middle - first.point;
    if (dot(old.shift, cross(axis, arm)) < 0) axis = -axis;
    twist.turn = axis * (options_.looseness * angle_about(axis, arm, arm + old.shift));
    return twist;
}

Twist BacktrackingSlider::new_direction(const Twist& old, std::vector<Touch> touches) const {
    if (touches.empty()) return {};
    if (touches.size() == 1) return about_point(old, touches[0]);
    if (touches.size() == 2) return about_line(old, touches[0], touches[1]);
    // Seen along the motion: if the centre of mass is in the triangle of the contacts, the part is stable and
    // only shifts parallel to their plane. Otherwise two contacts count, those nearest to the centre's side.
    const Vec3 along = normalized(old.shift), middle = pose_(metric_.centre());
    const auto side = [&](const Touch& p, const Touch& q) {
        return dot(cross(q.point - p.point, middle - p.point), along);
    };
    const double s[3] = {side(touches[0], touches[1]), side(touches[1], touches[2]),
                         side(touches[2], touches[0])};
    const bool inside = (s[0] >= 0 && s[1] >= 0 && s[2] >= 0) || (s[0] <= 0 && s[1] <= 0 && s[2] <= 0);
    if (!inside) {
        const double all = s[0] + s[1] + s[2];
        for (std::size_t i = 0; i < 3; ++i)
            if (s[i] * all < 0) return about_line(old, touches[i], touches[(i + 1) % 3]);
        return about_line(old, touches[0], touches[1]);
    }
    Vec3 n = normalized(cross(touches[1].point - touches[0].point, touches[2].point - touches[0].point));
    if (dot(n, touches[0].normal + touches[1].normal + touches[2].normal) < 0) n = -n;
    return {lifted(old.shift - dot(old.shift, n) * n, n, options_.air_cushion), {}};
}

Pose BacktrackingSlider::target(const Pose& hand) const {
    switch (options_.metaphor) {
        case SlidingMetaphor::incremental:
            return displaced(pose_, twist_between(hand_, hand, metric_.centre()), metric_.centre());
        case SlidingMetaphor::rubber_band:
            return displaced(pose_, {hand(metric_.centre()) - pose_(metric_.centre()), {}}, metric_.centre());
        case SlidingMetaphor::rubber_band_and_spring:
            break;
    }
    return hand;
}

const Pose& BacktrackingSlider::follow(const Pose& hand) {
    const Pose goal = target(hand);
    hand_ = hand;
    // A rubber band does not turn the part: orientation is the simulation's.
    const bool turns = options_.metaphor != SlidingMetaphor::rubber_band;
    const auto left = [&] {
        const Twist twist = twist_between(pose_, goal, metric_.centre());
        return turns ? twist : Twist{twist.shift, {}};
    };
    const double least = options_.least_share * size_;
    Twist twist = left();
    bool stuck = false;
    for (std::uint32_t slide = 0; slide < options_.most_slides; ++slide) {
        const Pose before = pose_;
        const Twist was_left = left();
        const Pose end = displaced(pose_, twist, metric_.centre());
        const bool free = !collides(end);
        if (free) {
            pose_ = end;
            twist = left();
        } else {
            const Bracket bracket = approach(twist);
            pose_ = bracket.free;
            const std::vector<Touch> contacts = touches(bracket);
            most_contacts_ = std::max(most_contacts_, contacts.size());
            twist = new_direction(twist, contacts);
        }
        // The stop criteria (Zachmann 2000, 4.5.4): a dead end; away from the goal; away in one respect while
        // nothing happens in the other. A slide that only comes up to a contact is judged with the next one,
        // which has the new direction.
        const Twist done = twist_between(before, pose_, metric_.centre()), now = left();
        const bool still = length(done.shift) < least, unturned = length(done.turn) < options_.least_turn;
        if (!free) {
            if (stuck && still && unturned) break;
            stuck = still && unturned;
            continue;
        }
        const bool further = length(now.shift) > length(was_left.shift),
                   more_turned = length(now.turn) > length(was_left.turn);
        if ((still && unturned) || (further && more_turned) || (further && unturned) ||
            (more_turned && still))
            break;
        stuck = false;
    }
    return pose_;
}

}  // namespace graze::inline v1
