// Alarms of a world: told some time before its objects meet, and when they do.
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
    ObjectId a, b;       // b names none for touches_nothing
    double time = 0;     // when it is so
    double contact = 0;  // of predicted and withdrawn: when contact is or was expected
};
using AlarmCallback = std::function<void(const Alarm&)>;

struct AlarmOptions {
    unsigned velocity_window = 1;  // over how many calls of advance() velocities are taken
    LeadTimeOptions scheduling{.position_tolerance = 1e-9, .velocity_tolerance = 1e-9};
};

// About boxes along the axes of the world: where they are predicted to meet, and do meet. Whether surfaces
// touch is what World::add_interest is for. Velocities are taken from where the boxes were, or given.
class Alarms {
  public:
    // The world must live as long as this.
    Alarms(const World& world, AlarmCallback callback, const AlarmOptions& options = {});
    Alarms(Alarms&&) noexcept;
    Alarms& operator=(Alarms&&) noexcept;
    ~Alarms();

    // A pair, or one object against all others. Throws Error for options that are no good, objects that are
    // not there, and an object against itself.
    WatchId watch(ObjectId a, ObjectId b, const WatchOptions& options);
    WatchId watch_all(ObjectId object, const WatchOptions& options);
    void unwatch(WatchId watch);
    // Instead of what is estimated; nothing: estimate again.
    void give_velocity(ObjectId object, const std::optional<Vec3>& velocity);

    // The objects are at time `now` where the world has them; calls back in the order of time, then of
    // indices. Objects that are gone meet nothing.
    void advance(double now);

    LeadTimeCounts counts() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
