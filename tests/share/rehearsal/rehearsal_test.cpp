#include "graze/share/rehearsal/rehearsal.h"

#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "tests/soak.h"

namespace graze::test {
namespace {

RehearsalOptions hundred_objects() {
    RehearsalOptions options;
    options.owners = 8;
    options.objects = 100;
    options.network = {0.2, 0.02, 0.05, 0.01, 0.01, 3};
    options.arena = 7.5;  // crowded, so that there is something to agree about
    options.speed = 0.3;
    options.shared.reckoning.error_threshold = 0.05;
    options.shared.proximity = {0.01, 0.5};
    options.seed = 7;
    return options;
}

// GRAZE_SOAK=60: ten simulated minutes.
TEST(Rehearsal, a_hundred_objects_of_eight_owners_agree_on_every_verdict) {
    Rehearsal rehearsal(hundred_objects());
    ASSERT_TRUE(rehearsal.gather());
    rehearsal.run(10.0 * soak_factor());
    const RehearsalReport report = rehearsal.report();
    rehearsal.settle();
    rehearsal.run(5);
    EXPECT_EQ(rehearsal.problem(), "");
    EXPECT_GT(report.verdicts, 20);
    EXPECT_EQ(report.applied_twice, 0);
    EXPECT_EQ(report.owners_corrected, 0);
    EXPECT_EQ(report.refused, 0);
    EXPECT_LE(report.worst_overlap, report.explained_overlap);
    EXPECT_LT(report.explained_overlap, 1);  // the diameter: otherwise anything would do
    EXPECT_GT(report.worst_overlap, 0);
    std::printf(
        "%.0f s: %llu verdicts about %llu pairs, worst delay %.2f s, overlap %.2f of %.2f explained, "
        "%.1f updates per second and object, error %.3f\n",
        report.seconds, static_cast<unsigned long long>(report.verdicts),
        static_cast<unsigned long long>(report.pairs_judged), report.worst_delay, report.worst_overlap,
        report.explained_overlap, static_cast<double>(report.motion_updates) / report.seconds / 700,
        report.mean_error);
}

TEST(Rehearsal, is_the_same_for_the_same_seed) {
    RehearsalOptions options = hundred_objects();
    options.owners = 3;
    options.objects = 20;
    options.arena = 5;
    const auto run = [&] {
        Rehearsal rehearsal(options);
        EXPECT_TRUE(rehearsal.gather());
        rehearsal.run(4);
        return std::pair(rehearsal.world(1)->agreement().digest(), rehearsal.report().bytes);
    };
    EXPECT_EQ(run(), run());
}

TEST(Rehearsal, sends_a_hundredth_of_ballistic_motion_and_a_fifth_of_hands) {
    RehearsalOptions options = hundred_objects();
    options.owners = 4;
    options.objects = 12;
    options.arena = 60;  // they do not meet: this is about motion
    options.network = {0.1, 0, 0, 0, 0, 1};
    options.shared.reckoning.error_threshold = 0.01;  // 1 % of the size
    options.motion = RehearsedMotion::ballistic;
    const auto share = [](const RehearsalReport& r) {
        return static_cast<double>(r.motion_updates) / static_cast<double>(r.every_frame);
    };
    Rehearsal ballistic(options);
    ASSERT_TRUE(ballistic.gather());
    ballistic.run(10);
    EXPECT_LT(share(ballistic.report()), 0.01);
    options.motion = RehearsedMotion::hands;
    options.shared.reckoning.order = ReckoningOrder::second;
    options.arena = 3;
    Rehearsal hands(options);
    ASSERT_TRUE(hands.gather());
    hands.run(10);
    EXPECT_LT(share(hands.report()), 0.2);
    EXPECT_GT(share(hands.report()), 0.01);
    std::printf("ballistic %.4f, hands %.3f of every frame\n", share(ballistic.report()),
                share(hands.report()));
}

TEST(Rehearsal, refuses_what_it_cannot_rehearse) {
    RehearsalOptions options;
    options.owners = 0;
    EXPECT_THROW(Rehearsal{options}, Error);
    options.owners = 2;
    options.shape = Shape(Mesh{});
    EXPECT_THROW(Rehearsal{options}, Error);
}

}  // namespace
}  // namespace graze::test
