#include "graze/world/prediction/moving_box.h"

#include <string>

#include "graze/base/error.h"
#include "graze/world/prediction/detail/outward.h"

namespace graze::inline v1 {

namespace {

std::string written(const Vec3& v) {
    return std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z);
}

}  // namespace

bool has_bounds_in_range(const Box& box) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(box.lower[k] <= max_coordinate && box.upper[k] >= -max_coordinate)) return false;
        if (!(box.lower[k] >= -max_coordinate || box.lower[k] == -detail::infinity)) return false;
        if (!(box.upper[k] <= max_coordinate || box.upper[k] == detail::infinity)) return false;
    }
    return true;
}

bool is_infinite(const Box& box) {
    for (std::size_t k = 0; k < 3; ++k)
        if (box.lower[k] == -detail::infinity || box.upper[k] == detail::infinity) return true;
    return false;
}

MovingBox::MovingBox(const Box& box, const Vec3& velocity) : box_(box), velocity_(velocity) {
    if (box.empty()) {
        box_ = {};  // one representation, so that all empty boxes are equal
    } else if (!has_bounds_in_range(box)) {
        throw Error("the bounds of a moving box, " + written(box.lower) + " to " + written(box.upper) +
                    ", are not coordinates up to 1e100");
    }
    if (!is_in_range(velocity))
        throw Error("the velocity of a moving box, " + written(velocity) +
                        ", is not a vector of finite coordinates up to 1e100",
                    {}, "velocities are lengths per unit of time");
}

Box MovingBox::at(double time) const {
    if (box_.empty()) return {};
    const Vec3 offset = velocity_ * time;
    return {box_.lower + offset, box_.upper + offset};
}

Box swept_bounds(const MovingBox& moving, double time) {
    Box bounds = moving.box();
    if (bounds.empty()) return bounds;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double speed = moving.velocity()[axis];
        double& bound = speed < 0 ? bounds.lower[axis] : bounds.upper[axis];
        bound = speed < 0 ? detail::moved_down(bound, speed, time) : detail::moved_up(bound, speed, time);
    }
    return bounds;
}

Box swept_bounds(const Box& before, const MovingBox& moving, double time) {
    Box bounds = swept_bounds(moving, time);
    bounds.grow(before);
    return bounds;
}

}  // namespace graze::inline v1
