// Flush faces: boxes are rounded and meet where the faces do not. Planes by the corners of whole subtrees
// tell them apart; what is said is checked against samples, and how much work it is against the triangles.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/query/solids.h"
#include "tests/query/sweep/sweep_checks.h"
#include "tests/soak.h"

namespace graze {
namespace {

using test::MovingPair;

constexpr double gap = 1e-3, half_gap = 0.5 * gap;

// A plate on a plate, all of it turned and far from the origin; 19 200 triangles on 13 068.
struct FlushPlates {
    Shape upper{make_box({100, 60, 3}, 40)}, lower{make_box({100, 60, 1}, 33)};
    Pose all{Quat::about_turns(normalized(Vec3{1, 2, 3}), 0.13), {100, -30, 20}};

    Pose upper_at(double x, double y, double z, const Quat& turn = {}) const {
        return all * Pose(turn, {x, y, 2 + z});
    }
    TimeOfImpact answer(const Pose& to, const ImpactOptions& impact, QueryCounts& counts,
                        double from_gap = gap) const {
        return time_of_impact(upper, {upper_at(0.3, 0.2, from_gap), to}, lower, all, impact,
                              {.counts = &counts});
    }
};

const FlushPlates& plates() {
    static const FlushPlates scene;
    return scene;
}

ImpactOptions keeps_half_of_the_gap() {
    ImpactOptions impact;
    impact.clearance = half_gap;
    impact.stays_close = true;
    return impact;
}

TEST(ImpactPlanes, tell_flush_plates_apart_without_their_triangles) {
    const Pose ways[] = {plates().upper_at(2, 1, gap), plates().upper_at(0.3, 0.2, 0.6 * gap),
                         plates().upper_at(2, 1, gap, Quat::about_turns({0, 0, 1}, 0.01))};
    for (const Pose& to : ways) {
        QueryCounts counts;
        EXPECT_EQ(plates().answer(to, keeps_half_of_the_gap(), counts).answer, Answer::no);
        EXPECT_EQ(counts.triangle_pairs, 0u);
        EXPECT_LT(counts.box_pairs, 100u);
    }
}

TEST(ImpactPlanes, say_when_plates_are_pressed_together) {
    QueryCounts counts;
    const TimeOfImpact found =
        plates().answer(plates().upper_at(0.3, 0.2, -gap), keeps_half_of_the_gap(), counts);
    ASSERT_EQ(found.answer, Answer::yes);
    EXPECT_LE(found.at_least, 0.25);
    EXPECT_NEAR(found.at_least, 0.25, 1e-3);
    EXPECT_NEAR(found.at_most, 0.25, 1e-3);
    EXPECT_LT(counts.box_pairs + counts.triangle_pairs, 2000u);
}

// Once in contact, faces that slide stay on their sides of the plane.
TEST(ImpactPlanes, hold_for_plates_in_contact_that_slide) {
    for (const double turns : {0.0, 0.01}) {
        QueryCounts counts;
        const TimeOfImpact found =
            plates().answer(plates().upper_at(2, 1, 0, Quat::about_turns({0, 0, 1}, turns)), {}, counts, 0);
        EXPECT_EQ(found.question, ImpactQuestion::overlap);
        EXPECT_EQ(found.answer, Answer::no);
        EXPECT_LT(counts.triangle_pairs, 10'000u);  // most of these are the relation's at the start
    }
}

// A plate whose pin is in the hole of the other: only parts of the two are on the sides of a plane.
TEST(ImpactPlanes, of_parts_leave_the_rest_to_the_triangles) {
    const Mesh plate = test::moved(make_tube(4, 1, 1, 60), {0, 0, 0.5 + gap}),
               pin = test::moved(make_cylinder(0.5, 3, 60), {0, 0, 0});
    const Shape upper(test::joined({plate, pin})), lower(test::moved(make_tube(4, 1, 1, 80), {0, 0, -0.5}));
    ImpactOptions impact = keeps_half_of_the_gap();
    for (const double way : {0.4, 0.6}) {
        const MovingPair pair{upper, Motion(Pose{}, test::shifted_by(way, 0, 0)), lower, Pose{}};
        const TimeOfImpact found = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b, impact);
        EXPECT_EQ(found.answer, way < 0.5 ? Answer::no : Answer::yes);
        EXPECT_TRUE(test::agrees_with_samples(pair, found, 200)) << way;
    }
}

// Slid, pressed, tilted and turned about any axis, by little or by much, at any size.
TEST(ImpactPlanes, of_random_flush_pairs_agree_with_samples) {
    int hits = 0, free = 0;
    const int count = 150 * test::soak_factor();
    for (int i = 0; i < count; ++i) {
        Random r(static_cast<std::uint64_t>(i) + 1);
        const auto log_uniform = [&](double low, double high) {
            return std::exp(r.uniform(std::log(low), std::log(high)));
        };
        const double size = log_uniform(1e-3, 1e3), thick_a = size * log_uniform(0.01, 1),
                     thick_b = size * log_uniform(0.01, 1), between = size * log_uniform(1e-7, 1e-2);
        const std::uint32_t divisions = 1 + static_cast<std::uint32_t>(r.below(6));
        const Mesh on = r.below(2) == 0 ? make_box({size, 0.7 * size, thick_a}, divisions)
                                        : make_cylinder(0.4 * size, thick_a, 20),
                   under = r.below(2) == 0 ? make_box({size, 0.8 * size, thick_b}, 1 + divisions)
                                           : make_tube(size, 0.6 * size, thick_b, 30);
        const Pose all = test::random_pose(r, size * log_uniform(0.1, 100));
        const Vec3 place{r.uniform(-0.6, 0.6) * size, r.uniform(-0.6, 0.6) * size,
                         (thick_a + thick_b) / 2 + between};
        const Pose from = all * Pose(Quat::about_turns({0, 0, 1}, r.uniform(0, 1)), place);
        Vec3 way{r.uniform(-1, 1) * size, r.uniform(-1, 1) * size, 0};
        if (r.below(2) == 0) way.z = -between * log_uniform(0.1, 3);
        const Vec3 axis = r.below(2) == 0 ? Vec3{0, 0, 1} : r.on_sphere();
        const double spin = r.below(3) == 0 ? 0 : log_uniform(1e-9, 1);
        const Motion flight =
            Motion::flight(from, all.rotate(way), all.rotate(axis * spin), from.translation());
        const MovingPair pair{Shape(on), r.below(2) == 0 ? flight : Motion::screw(from, flight.at(1)),
                              Shape(under), all};
        ImpactOptions impact;
        impact.clearance = between * r.uniform(0.05, 0.95);
        impact.touch = impact.clearance / 16;
        impact.stays_close = r.below(2) == 0;
        const TimeOfImpact found = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b, impact);
        (found.answer == Answer::no ? free : hits)++;
        EXPECT_TRUE(test::agrees_with_samples(pair, found, 40)) << "seed " << i + 1;
    }
    EXPECT_GT(hits, count / 8);
    EXPECT_GT(free, count / 8);
}

}  // namespace
}  // namespace graze
