// Where an object is, how it moves, and how it would move on.
#pragma once

#include "graze/base/pose.h"
#include "graze/base/quat.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

// Lengths in the world's unit, times in seconds, angles in radians. `time` is that of the clock of whoever
// owns the object.
struct MovingState {
    double time = 0;
    Vec3 position{};
    Quat rotation{};
    Vec3 velocity{};
    Vec3 acceleration{};
    Vec3 angular_velocity{};  // right-handed about its direction in the world

    Pose pose() const { return {rotation, position}; }
};

bool is_valid(const MovingState& state);  // numbers are in range, the rotation is not zero

enum class ReckoningOrder : std::uint8_t {
    first = 1,   // with the velocity
    second = 2,  // with velocity and acceleration
};

// Moved on to another time (Ohlenburg 2003, eq. 4.1 and 4.2), earlier times as well. The formula is evaluated
// once from `state`, not step by step, with graze's own sine and cosine: a thrown ball that is computed from
// its launch has the same bits on every machine. Of the first order, the result has no acceleration.
MovingState reckoned(const MovingState& state, double time, ReckoningOrder order = ReckoningOrder::second);

// How far apart two states are: their positions, and their rotations as the chord 2 sin(angle / 2).
struct StateError {
    double distance = 0, turn = 0;
};
StateError error_between(const MovingState& a, const MovingState& b);

}  // namespace graze::inline v1
