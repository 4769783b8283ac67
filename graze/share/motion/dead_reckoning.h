// Dead reckoning: an owner sends an object's motion only when those who extrapolate the last message would be
// wrong (Ohlenburg 2003, 4.2.2; DIS).
#pragma once

#include <limits>
#include <optional>

#include "graze/share/motion/moving_state.h"

namespace graze::inline v1 {

struct ReckoningOptions {
    ReckoningOrder order = ReckoningOrder::first;
    double error_threshold = 0.5;  // in the world's unit
    double turn_threshold = 0.1;   // as the chord of StateError
    double time_threshold = 5;     // seconds after which a message is sent in any case
};

// The owner's side: the same model that the others run.
class ReckonedSender {
  public:
    explicit ReckonedSender(const ReckoningOptions& options = {}) : options_(options) {}

    // Whether `truth` must be sent now. `error_threshold` takes the place of the option where it is lower: in
    // close proximity it is (prediction/close_proximity.h).
    bool due(const MovingState& truth, std::optional<double> error_threshold = {}) const;
    // What was sent, as the others read it: with the rounding of the message.
    void sent(const MovingState& state) { last_ = state; }
    void forget() { last_.reset(); }  // so that the next state is due
    const std::optional<MovingState>& last() const { return last_; }
    const ReckoningOptions& options() const { return options_; }

  private:
    ReckoningOptions options_;
    std::optional<MovingState> last_;
};

enum class Convergence : std::uint8_t {
    jump,    // to the new path at once
    smooth,  // within a fixed time
};

struct FollowingOptions {
    ReckoningOrder order = ReckoningOrder::first;
    Convergence convergence = Convergence::smooth;
    double duration = 0.2;   // of the convergence, in seconds
    double jump_beyond = 0;  // errors larger than this are not smoothed; 0: all are
};

// The side of everybody else: the path that is shown.
//
// Smoothing does not chase: what decays is the difference between the shown and the new path, as a cubic
// whose value and slope are zero after `duration`. So the shown path has no jumps, neither in place nor in
// velocity, and joins the extrapolated path after that time, however fast the object is. (Steering at a point
// ahead never arrives when messages come more often than that.)
class FollowedPath {
  public:
    explicit FollowedPath(const FollowingOptions& options = {}) : options_(options) {}

    // A message with the state at `state.time` of the owner's clock, heard at `now` of the same clock.
    // Older ones than the last are ignored; returns whether this one counted.
    bool hear(const MovingState& state, double now);
    // Something else than a message changes the path, from `now` on: a predicted collision.
    void divert(const MovingState& state, double now) { set_model(state, now); }
    // The state that is shown at a time of the owner's clock. Only after hear().
    MovingState shown(double time) const;
    // Without convergence.
    MovingState model(double time) const {
        return reckoned(*model_, time, options_.order);  // NOLINT(bugprone-unchecked-optional-access)
    }
    bool known() const { return model_.has_value(); }
    // When the last message was written; later than any before it.
    double heard() const { return heard_; }

  private:
    void set_model(const MovingState& state, double now);

    FollowingOptions options_;
    std::optional<MovingState> model_;
    double heard_ = -std::numeric_limits<double>::infinity();
    // From `from_` on, shown = model + offset that decays.
    double from_ = 0;
    Vec3 offset_{}, offset_velocity_{};
    Quat turn_{};  // shown = turn * model
    bool converging_ = false;
};

}  // namespace graze::inline v1
