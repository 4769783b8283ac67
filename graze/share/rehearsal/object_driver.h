// Moves one owner's objects about in a cube-shaped arena: what rehearsals and trials are made of.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "graze/base/random.h"
#include "graze/share/rehearsal/hand_strokes.h"
#include "graze/share/shared_world.h"

namespace graze::inline v1 {

enum class RehearsedMotion : std::uint8_t {
    straight,   // to a wall of the arena, and back
    ballistic,  // thrown from the floor, again and again: launches
    hands,      // reaching here and there, as hands do: minimum-jerk strokes with tremor
};

struct DrivenMotion {
    RehearsedMotion kind = RehearsedMotion::straight;
    double arena = 1;  // side of the cube around the origin
    double speed = 1;
};

class ObjectDriver {
  public:
    explicit ObjectDriver(const DrivenMotion& motion) : motion_(motion) {}

    // Own objects that met bounce at the next drive().
    void hear(const SharedEvent& event);
    // Once per update. `time` is what hands move by. Objects of a world that has `settled` rest.
    void drive(SharedWorld& world, Random& random, double time, bool settled);

  private:
    void bounce_own(SharedWorld& world);
    void bounce(SharedWorld& world, const SharedId& id, MovingState& state) const;
    void throw_again(SharedWorld& world, const SharedId& id, MovingState& state, Random& random) const;

    DrivenMotion motion_;
    std::vector<SharedPair> met_;
    std::map<SharedId, HandStrokes> hands_;
};

// The shape's diagonal, by which lengths and speeds are chosen. Throws Error if it is 0 or infinite.
double rehearsed_size(const Shape& shape);

}  // namespace graze::inline v1
