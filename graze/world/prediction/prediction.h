// When will two moving boxes meet?
//
// Two boxes that move in straight lines touch during one span of time, or never. `slabs` solves for this span
// axis by axis, exactly; use this method. The other methods are those of Gottstein 1994, 5.4, for comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graze/world/prediction/moving_box.h"

namespace graze::inline v1 {

enum class PredictionMethod {
    slabs,              // closed form; never misses, no false alarms
    stepping,           // tests at every tick; misses contacts between ticks (5.4.1)
    spheres,            // closed form for the spheres around the boxes; false alarms (5.4.2)
    sweep,              // swept boxes, the time halved until short enough; some false alarms (5.4.3)
    spheres_then_sweep  // the spheres decide where to sweep (5.4.4)
};

std::string_view name(PredictionMethod method);

struct PredictionOptions {
    PredictionMethod method = PredictionMethod::slabs;
    // For methods that search: the tick of stepping, the shortest span that sweeps are cut into (a span that
    // is not shorter than the horizon is not cut at all). Positive, finite. The closed forms do not use it.
    double resolution = 1;
    // Swept boxes are made at least this thick, so that they have an inside. Zero or more.
    double minimum_width = 1e-6;
};

// Counts of predictions; they only grow.
struct PredictionCounts {
    std::uint64_t box_tests = 0;  // tests of two boxes at one moment or of their bounds during a span of time
    std::uint64_t closed_forms = 0;     // slabs or spheres solved
    std::uint64_t swept_tests = 0;      // tests of two swept boxes
    std::uint64_t exact_decisions = 0;  // slabs that rounded arithmetic could not decide
};

// The span of time in which the two boxes touch, from now (0) until `horizon`; nothing if they do not touch,
// as the method decides.
//
// slabs, spheres: from the first touch to the separation, which may be after the horizon, and is infinite if
// the boxes never separate. For boxes that touch now the span begins at 0. Rounded outwards: contact is not
// before `first` nor after `last`. The horizon may be infinite. With slabs, whether the boxes ever touch is
// the answer of exact arithmetic; only `first` at the horizon is decided in rounded arithmetic, in favour of
// contact.
//
// stepping, sweep, spheres_then_sweep: a span in which the method found the first contact; there is none
// before `first`. Throws graze::Error if horizon / resolution is above a million, which would take forever,
// or if options are out of the ranges above. Every method throws for a horizon below 0 or NaN.
std::optional<TimeSpan> predicted_contact(const MovingBox& a, const MovingBox& b, double horizon,
                                          const PredictionOptions& options = {},
                                          PredictionCounts* counts = nullptr);

// A step of an object: the box before the step, and after it. Between the two the bounds move evenly.
struct BoxStep {
    Box from, to;
};

// One-step swept detection (Gottstein 1994, 8.2.1): an object that passes through a thin wall within one step
// has touched it. The span is in fractions of the step, 0 to 1, rounded outwards. The test never misses a
// contact, and boxes that pass within rounding of each other count as touching. Bounds are up to 1e100 or
// infinite; empty boxes touch nothing.
std::optional<TimeSpan> contact_during_step(const BoxStep& a, const BoxStep& b);

// How far a bound of a box may be off after a time t: position + velocity * t + acceleration / 2 * t^2 in
// each coordinate (Hubbard's space-time bounds, with a cube for the sphere). Finite, zero or more.
struct Uncertainty {
    double position = 0, velocity = 0, acceleration = 0;
};

// A time before which the two boxes cannot touch, whatever they do within their uncertainties; infinite if
// they never can. A lower bound, for sleeping until then: it may be early by a relative 1e-11.
double earliest_possible_contact(const MovingBox& a, const Uncertainty& of_a, const MovingBox& b,
                                 const Uncertainty& of_b);

// The volume that a method uses in place of the box: a box that holds everything that the method could find
// touching another.
Box method_bounds(const MovingBox& moving, const PredictionOptions& options);

}  // namespace graze::inline v1
