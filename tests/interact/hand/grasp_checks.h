// What tests of hands share: things to take, and an independent look at what the shown hand touches.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graze/interact/hand/grasping.h"
#include "graze/interact/hand/recorded_hands.h"
#include "graze/query/intersect/brute_force.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"

namespace graze::test {

// Nothing of the hand is on or in a thing, as relation() decides exactly. A hand that does not clasp may be
// anywhere.
inline void expect_free(const Grasping& scene, const std::string& where) {
    for (std::size_t h = 0; h < scene.hand_count(); ++h) {
        const HandFrame& frame = scene.hand(h);
        if (frame.state != HandState::clasping) continue;
        for (std::size_t link = 0; link < hand_link_count; ++link)
            for (std::size_t object = 0; object < scene.object_count(); ++object)
                ASSERT_EQ(relation(scene.model(h).shape(link), frame.links[link], scene.shape(object),
                                   scene.pose(object), OpenMeshes::as_surfaces),
                          Relation::apart)
                    << where << ": " << name_of_link(link) << " and thing " << object;
    }
}

// The same without any hierarchy: every pair of triangles.
inline void expect_no_triangles_meet(const Grasping& scene, const std::string& where) {
    for (std::size_t h = 0; h < scene.hand_count(); ++h)
        for (std::size_t link = 0; link < hand_link_count; ++link)
            for (std::size_t object = 0; object < scene.object_count(); ++object)
                ASSERT_EQ(find_intersections_brute_force(
                              scene.model(h).shape(link).mesh(), scene.hand(h).links[link],
                              scene.shape(object).mesh(), scene.pose(object), {.first_only = true})
                              .pair_count,
                          0U)
                    << where << ": " << name_of_link(link) << " and thing " << object;
}

// The largest displacement of a point of the box.
inline double moved(const Box& box, const Pose& from, const Pose& to) {
    double most = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{(corner & 1) != 0 ? box.upper.x : box.lower.x,
                     (corner & 2) != 0 ? box.upper.y : box.lower.y,
                     (corner & 4) != 0 ? box.upper.z : box.lower.z};
        most = std::max(most, length(to(p) - from(p)));
    }
    return most;
}

// What became of one thing that a recorded hand took.
struct GraspOutcome {
    GraspClass firmest = GraspClass::none;  // ever
    GraspClass while_carried =
        GraspClass::none;         // from when the hand has closed until it opens: in most frames
    bool held_to_the_end = true;  // in all frames between
    bool ends_held = false;
    std::size_t frames = 0, clasping = 0;
};

inline GraspOutcome play(Grasping& scene, const RecordedGrasp& recorded, const std::string& what) {
    GraspOutcome outcome;
    std::size_t count[4] = {};
    for (std::size_t i = 0; i < recorded.frames.size(); ++i) {
        const HandFrame& frame = scene.follow(recorded.frames[i]);
        expect_free(scene, what + ", frame " + std::to_string(i));
        if (testing::Test::HasFatalFailure()) return outcome;
        ++outcome.frames;
        if (frame.state == HandState::clasping) ++outcome.clasping;
        outcome.firmest = std::max(outcome.firmest, frame.grasp);
        outcome.ends_held = scene.held(0);
        if (i < recorded.closed || i >= recorded.opens) continue;
        ++count[static_cast<std::size_t>(frame.grasp)];
        outcome.held_to_the_end &= scene.held(0);
    }
    for (std::size_t c = 1; c < 4; ++c)
        if (count[c] > count[static_cast<std::size_t>(outcome.while_carried)])
            outcome.while_carried = static_cast<GraspClass>(c);
    return outcome;
}

}  // namespace graze::test
