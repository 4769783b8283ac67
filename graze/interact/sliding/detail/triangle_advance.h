// Conservative advancement of one triangle of a moving part and one of an obstacle.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/base/motion.h"
#include "graze/base/triangle.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/query/contact.h"

namespace graze::inline v1::detail {

// The centre of mass moves straight while the part turns evenly, from time 0 to 1.
class StraightWay {
  public:
    StraightWay(const Pose& from, const Twist& twist, const Vec3& centre)
        : motion_(Motion::straight(from, displaced(from, twist, centre), centre)),
          twist_(twist),
          centre_(centre),
          angle_(length(twist.turn)) {}

    Pose at(double time) const { return motion_.at(time); }
    Vec3 centre_at(const Pose& part) const { return part(centre_); }
    const Vec3& shift() const { return twist_.shift; }
    const Vec3& turn() const { return twist_.turn; }
    double angle() const { return angle_; }
    const Motion& motion() const { return motion_; }

    // For how long, up to 1, a point `arm` away from the centre cannot have come closer by `room` against
    // `normal`: a lower bound. After the time t, with phi = t * angle, it has come closer by
    //     -t normal * shift - sin(phi) q + (1 - cos(phi)) p,
    // q = normal * (axis x arm), and p = normal * (arm across the axis); sin(phi) >= phi - phi^3 / 6.
    double lasts(const Vec3& arm, const Vec3& normal, double room) const {
        const double turning = dot(normal, cross(twist_.turn, arm));
        const double speed = -(dot(normal, twist_.shift) + turning);
        double bend = 0;
        if (angle_ > 0) {
            const double across =
                angle_ * angle_ * dot(normal, arm) - dot(normal, twist_.turn) * dot(twist_.turn, arm);
            bend = 0.5 * (across > 0 ? across : 0) + angle_ * angle_ / 6 * (turning > 0 ? turning : 0);
        }
        // room - speed t - bend t^2 >= 0, and less is claimed.
        const double root = std::sqrt(speed * speed + 4 * bend * room);
        double until = 2;
        if (speed > 0) {
            until = 2 * room / (speed + root);
        } else if (bend > 0) {
            until = (root - speed) / (2 * bend);
        }
        return until * (1 - 0x1p-30);
    }

  private:
    Motion motion_;
    Twist twist_;
    Vec3 centre_;
    double angle_;
};

struct TriangleAdvance {
    double until = 1;  // the two are certain not to get too close before
    bool blocked = false;
    Contact closest;  // where they are too close, or nearly
};

// How close things may come. `margin` covers the rounding of places.
struct TriangleLimits {
    double clearance = 0, floor = 0;  // at least: the floor is the clearance and a little more
    double keep = 0;
    double margin = 0;

    // Where clearances end for rounding.
    double surely() const { return clearance + 8 * margin; }
    // What is left of a distance: the floor, or less where things are closer already, but always the
    // clearance and a share of what was beyond it. Where nothing is, all of it.
    double least(double distance) const {
        if (!(distance > surely())) return distance - margin;
        return clearance + std::min(floor - clearance, keep * (distance - clearance));
    }
};

// Up to the time `end`. `start` has the closest points at time 0.
TriangleAdvance advance_triangles(const Triangle& local, const Pose& part_from_local, const Pose& from,
                                  const StraightWay& way, const Triangle& obstacle, const Contact& start,
                                  const TriangleLimits& limits, double end);

}  // namespace graze::inline v1::detail
