// The positions of objects, and how long predictions from their courses are valid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/world/prediction/lead_time.h"

namespace graze::inline v1::detail {

// `course` is the motion that sleeping pairs rely on: the motion at the time when the object last left its
// course. `latest` is the motion reported last. Both continue in a straight line. An object that leaves the
// range of coordinates is removed.
class Courses {
  public:
    explicit Courses(const LeadTimeOptions& options) : options_(options) {}

    // Advances the clock. Later calls refer to this time and the one before.
    void begin(double now);
    // Records the motion, and returns whether the object has left its course.
    bool place(const NumberedMotion& moved);

    MovingBox now(std::uint32_t id) const;
    BoxStep step(std::uint32_t id) const;      // from the last advance to this one
    bool jumped(std::uint32_t id) const;       // in this step
    MovingBox course(std::uint32_t id) const;  // as it is now
    // Bound on the error of predictions within `lead` from now on, for an object that has not left its
    // course.
    Uncertainty uncertainty(std::uint32_t id, double lead) const;
    // Whether objects that have not left their course are exactly on it.
    bool are_exact() const;

  private:
    struct Object {
        MovingBox course, latest;
        double course_since = 0, latest_since = 0;
        Box before;
        std::uint64_t placed_in = 0;  // the number of the advance
        bool jumped = false;
    };
    const Object& object(std::uint32_t id) const;
    bool on_course(const Object& object, const MovingBox& motion) const;

    LeadTimeOptions options_;
    std::vector<Object> objects_;
    double now_ = 0, before_ = 0;
    std::uint64_t advance_ = 0;
};

}  // namespace graze::inline v1::detail
