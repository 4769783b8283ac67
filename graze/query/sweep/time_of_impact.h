// When do two moving shapes meet?
//
//     const graze::TimeOfImpact hit = graze::time_of_impact(part, {here, there}, machine, machine_pose);
//     if (hit.answer == graze::Answer::no) ...           // certain: nothing is met on the way
//     part may move until hit.at_least                   // certain, whatever the answer
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "graze/base/motion.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct ImpactOptions {
    // The question is when the distance first is at most max(clearance, keep * the distance at the start).
    // Both 0: when the shapes first touch. `keep` is below 1 (Li et al. 2021).
    double clearance = 0, keep = 0;
    // A length. Shapes that are within it of each other at the start, with both 0 above, are in contact: the
    // question then is when they first overlap by more than this. In the other questions, distances that
    // exceed the limit by no more than this may count as met. Default: 1e-9 of the largest coordinate on the
    // way; at least 1e-12 of it.
    std::optional<double> touch{};
    // Times after this are not looked at. A no is then one up to this time.
    double until = std::numeric_limits<double>::infinity();
    // For two meshes that are close and slide along each other, with a clearance and no `keep`: the query
    // goes to their parts at once, and does not measure the distance of the whole first. The answer is as
    // certain; it comes sooner for shapes that stay close, and later for those that are far apart.
    bool stays_close = false;
};

// What was asked, as the start decides.
enum class ImpactQuestion : std::uint8_t {
    contact,    // the distance is 0
    overlap,    // for shapes in contact at the start: one passes into the other by more than `touch`
    clearance,  // the distance is at most `limit`
};

// The contact is that at the time `at_least`, if there is one: the points there, their distance, and the
// normal between them. Of an overlap, it is the place where the shapes pass through each other.
struct TimeOfImpact : Contact {
    // no: certain, from the begin to the end (or `until`) and at all times between. yes: the shapes meet, or
    // come closer than the limit plus `touch`. undecided: the budget was used up.
    Answer answer = Answer::no;
    // Nothing is met before this time; certain, whatever the answer. Infinite for a no; NaN without an
    // answer.
    double at_least = std::numeric_limits<double>::infinity();
    // For a yes: at this time the shapes do meet, as decided exactly, so that the first time is not later.
    // Infinite if this was not shown: they may only have come within `touch`.
    double at_most = std::numeric_limits<double>::infinity();
    ImpactQuestion question = ImpactQuestion::contact;
    double limit = 0;  // the distance that counts as met
    double touch = 0;  // the tolerance in use

    friend bool operator==(const TimeOfImpact&, const TimeOfImpact&) = default;
};

// The first time, from the earlier begin to the later end of the two motions. Both shapes move all the time:
// nothing is sampled, so nothing is missed, however long the step or fast the spin. World vertices at a time
// t are those of the poses that Motion::at(t) gives, and the bounds hold for these.
//
// Meshes are surfaces: of a mesh inside another, the impact is that of the surfaces. Other kinds are solids.
// An overlap is one of surfaces, too: a triangle of one passes a triangle of the other by more than `touch`,
// from the side on which it was; triangles should be larger than `touch`. Motions that only slide or separate
// have no impact. Where the faces of two meshes lie in one plane at the start, their outsides are judged by
// the winding of closed meshes; of others, A's winding tells which way B leaves. Meshes that overlap by more
// than `touch` at the start meet at the start.
//
// With a fast spin, time itself is rounded: shapes that come closer than they move within 2^-50 of the
// duration count as meeting, with `at_most` infinite.
//
// Bad input: a clearance or touch that is negative or not finite, a keep outside of [0, 1), an
// `until` that is not a number. Unsupported: a
// half-space that turns; a filter, unless both are meshes; two solids of which the query knows no direction
// between them where they touch at the start. With the cache of earlier queries of these shapes, allocates
// nothing. Counts: boxes and triangles at one of their times each.
TimeOfImpact time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                            const ImpactOptions& impact = {}, const QueryOptions& options = {});

const char* name_of(ImpactQuestion question);  // "contact", "overlap", "clearance"

}  // namespace graze::inline v1
