#include <cmath>

#include "graze/world/prediction/detail/courses.h"

namespace graze::inline v1::detail {

namespace {

MovingBox moved_on(const MovingBox& motion, double time) {
    if (time == 0 || motion.velocity() == Vec3{}) return motion;
    const Box box = motion.at(time);
    if (!has_bounds_in_range(box)) return {};
    return MovingBox(box, motion.velocity());
}

bool close(const Vec3& a, const Vec3& b, double tolerance) {
    for (std::size_t k = 0; k < 3; ++k) {
        // Bounds at infinity are equal, although their difference is not a number.
        if (!(a[k] == b[k] || std::abs(a[k] - b[k]) <= tolerance)) return false;
    }
    return true;
}

}  // namespace

void Courses::begin(double now) {
    before_ = advance_ == 0 ? now : now_;
    now_ = now;
    ++advance_;
}

const Courses::Object& Courses::object(std::uint32_t id) const {
    static const Object nothing;
    return id < objects_.size() ? objects_[id] : nothing;
}

bool Courses::on_course(const Object& object, const MovingBox& motion) const {
    const MovingBox expected = moved_on(object.course, now_ - object.course_since);
    if (expected.box().empty() || motion.box().empty()) return expected.box().empty() && motion.box().empty();
    const double age = now_ - object.course_since, acceleration = options_.largest_acceleration;
    const double position = options_.position_tolerance + acceleration / 2 * age * age;
    return close(motion.velocity(), expected.velocity(), options_.velocity_tolerance + acceleration * age) &&
           close(motion.box().lower, expected.box().lower, position) &&
           close(motion.box().upper, expected.box().upper, position);
}

bool Courses::place(const NumberedMotion& moved) {
    if (moved.id >= objects_.size()) objects_.resize(moved.id + std::size_t{1});
    Object& o = objects_[moved.id];
    if (o.placed_in != advance_) {
        o.before = moved_on(o.latest, before_ - o.latest_since).box();
        o.placed_in = advance_;
        o.jumped = false;
    }
    o.jumped = o.jumped || moved.jumped || o.before.empty();
    const bool stays = (!o.jumped || moved.motion.box().empty()) && on_course(o, moved.motion);
    o.latest = moved.motion;
    o.latest_since = now_;
    if (stays) return false;
    o.course = moved.motion;
    o.course_since = now_;
    return true;
}

MovingBox Courses::now(std::uint32_t id) const {
    const Object& o = object(id);
    return moved_on(o.latest, now_ - o.latest_since);
}

BoxStep Courses::step(std::uint32_t id) const {
    const Object& o = object(id);
    const Box to = now(id).box();
    if (o.placed_in != advance_) return {moved_on(o.latest, before_ - o.latest_since).box(), to};
    return {o.jumped ? to : o.before, to};
}

bool Courses::jumped(std::uint32_t id) const {
    const Object& o = object(id);
    return o.placed_in == advance_ && o.jumped;
}

MovingBox Courses::course(std::uint32_t id) const {
    const Object& o = object(id);
    return moved_on(o.course, now_ - o.course_since);
}

// Velocities that are off by `velocity_tolerance` change predicted positions by as much for each unit of time
// ahead.
Uncertainty Courses::uncertainty(std::uint32_t id, double lead) const {
    const double age = now_ - object(id).course_since, acceleration = options_.largest_acceleration;
    return {options_.position_tolerance + options_.velocity_tolerance * lead + acceleration / 2 * age * age,
            acceleration * age, acceleration};
}

bool Courses::are_exact() const {
    return options_.position_tolerance == 0 && options_.velocity_tolerance == 0 &&
           options_.largest_acceleration == 0;
}

}  // namespace graze::inline v1::detail
