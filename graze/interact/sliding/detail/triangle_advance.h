// Conservative advancement of one triangle of a moving part and one of an obstacle.
#pragma once

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

    // For how long a point at `place`, `arm` away from the centre, cannot have come closer by `room` against
    // `normal`: a lower bound. Its path deviates from a straight line by at most angle^2 / 2 times the arm.
    double lasts(const Vec3& arm, const Vec3& normal, double room) const {
        const double speed = -dot(normal, twist_.shift + cross(twist_.turn, arm));
        const double bend = 0.5 * angle_ * angle_ * length(arm);
        const double approach = speed > 0 ? speed : 0;
        const double sum = approach + std::sqrt(approach * approach + 4 * bend * room);
        return sum > 0 ? 2 * room / sum * (1 - 0x1p-30) : 2;
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

// Up to the time `end`. `start` has the closest points at time 0. The two keep the distance `floor`, or if
// they are closer, `keep` times theirs; `margin` covers the rounding of places.
struct TriangleLimits {
    double floor = 0, keep = 0, margin = 0;
};
TriangleAdvance advance_triangles(const Triangle& local, const Pose& part_from_local, const Pose& from,
                                  const StraightWay& way, const Triangle& obstacle, const Contact& start,
                                  const TriangleLimits& limits, double end);

}  // namespace graze::inline v1::detail
