// What queries of sphere trees take from the heap.
#include <gtest/gtest.h>

#include "graze/spheres/force/contact_force.h"
#include "graze/spheres/proximity/proximity.h"
#include "tests/counted_allocations.h"
#include "tests/spheres/proximity/proximity_scenes.h"

namespace graze {
namespace {

using test::sphere_scenes;
using test::SphereScene;
using test::taken_by;

// From far away into deep contact and on.
Pose on_the_way(const SphereScene& s, int step) {
    return {Quat::about_turns({1, 2, 3}, 0.008 * step), {s.reach * (1 - 0.04 * step), 0.1, 0.2}};
}

// A path is played again and again with one cache: soon all the memory is there that it needs.
template <class Ask>
void expect_no_allocations(const SphereScene& s, const Ask& ask) {
    constexpr int steps = 45;
    const auto play = [&] {
        for (int i = 0; i < steps; ++i) ask(on_the_way(s, i));
    };
    const auto first = taken_by(play);
    for (int i = 0; i < 3; ++i) play();
    const auto last = taken_by(play);
    EXPECT_GT(first.times, 0u) << s.name << ": the test sees allocations";
    EXPECT_EQ(last.times, 0u) << s.name << ": " << last.bytes << " bytes";
}

TEST(SphereAllocations, are_none_for_proximity_with_a_cache) {
    for (const SphereScene& s : sphere_scenes()) {
        for (const std::uint64_t effort : {std::uint64_t{40'000}, std::uint64_t{0}}) {
            for (const DistanceRefinement refinement :
                 {DistanceRefinement::exact, DistanceRefinement::triangles, DistanceRefinement::spheres}) {
                ProximityCache cache;
                ProximityOptions options;
                options.cache = &cache;
                options.effort = effort;
                options.refinement = refinement;
                options.volume = VolumeMethod::spheres;
                expect_no_allocations(
                    s, [&](const Pose& pose) { proximity(s.a, s.tree_a, {}, s.b, s.tree_b, pose, options); });
            }
        }
    }
}

TEST(SphereAllocations, are_none_for_budgets_with_a_cache) {
    for (const SphereScene& s : sphere_scenes()) {
        ProximityCache cache;
        ProximityOptions options;
        options.cache = &cache;
        options.budget = Budget::of_tests(3'000);
        expect_no_allocations(
            s, [&](const Pose& pose) { proximity(s.a, s.tree_a, {}, s.b, s.tree_b, pose, options); });
    }
}

TEST(SphereAllocations, are_none_for_forces_with_a_cache) {
    for (const SphereScene& s : sphere_scenes()) {
        for (const bool limited : {false, true}) {
            ForceCache cache;
            ForceOptions options;
            options.cache = &cache;
            if (limited) options.budget = Budget::of_tests(3'000);
            expect_no_allocations(
                s, [&](const Pose& pose) { contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, pose, options); });
        }
    }
}

}  // namespace
}  // namespace graze
