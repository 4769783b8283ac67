// Alarms of a world: notifications some time before its objects meet, and when they meet.
//
//     graze::Alarms alarms(world, [](const graze::Alarm& a) { ... });
//     alarms.watch(train, car, {.lead = 2});  // two seconds before
//     world.move(train, ...);
//     world.update();
//     alarms.advance(seconds);
#pragma once

#include <functional>
#include <memory>

#include "graze/world/prediction/lead_time.h"
#include "graze/world/world.h"

namespace graze::inline v1 {

struct Alarm {
    LeadEventKind kind = LeadEventKind::predicted;
    WatchId watch = 0;
    ObjectId a, b;       // b names no object for touches_nothing
    double time = 0;     // when the event happens
    double contact = 0;  // for predicted and withdrawn: when contact is or was expected
};
using AlarmCallback = std::function<void(const Alarm&)>;

struct AlarmOptions {
    unsigned velocity_window = 1;  // number of calls of advance() that velocities are averaged over
    LeadTimeOptions scheduling{.position_tolerance = 1e-9, .velocity_tolerance = 1e-9};
};

// Alarms are about axis-aligned boxes: when boxes are predicted to touch, and when they touch. For contacts
// of surfaces use World::add_interest. Velocities are estimated from past boxes, or given.
class Alarms {
  public:
    // The world must outlive this object.
    Alarms(const World& world, AlarmCallback callback, const AlarmOptions& options = {});
    Alarms(Alarms&&) noexcept;
    Alarms& operator=(Alarms&&) noexcept;
    ~Alarms();

    // Watches a pair, or one object against all others. Throws Error for invalid options, for objects that
    // are not in the world, and for an object against itself.
    WatchId watch(ObjectId a, ObjectId b, const WatchOptions& options);
    WatchId watch_all(ObjectId object, const WatchOptions& options);
    void unwatch(WatchId watch);
    // Replaces the estimated velocity; nullopt: estimate again.
    void give_velocity(ObjectId object, const std::optional<Vec3>& velocity);

    // The objects are at time `now` where the world has them. Calls back in the order of time, then of
    // indices. Objects that were removed meet nothing.
    void advance(double now);

    LeadTimeCounts counts() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
