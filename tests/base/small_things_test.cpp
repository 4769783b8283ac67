// Random numbers, sine and cosine, budgets, progress, errors, the log sink.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/base/progress.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"

namespace graze {
namespace {

TEST(Random, gives_the_published_sequence_of_xoshiro256) {
    // Computed with the authors' reference code from the splitmix64 state of seed 42.
    Random r(42);
    EXPECT_EQ(r.bits(), 1546998764402558742u);
    EXPECT_EQ(r.bits(), 6990951692964543102u);
    EXPECT_EQ(r.bits(), 12544586762248559009u);
}

TEST(Random, stays_within_its_ranges) {
    Random r(5);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 10000; ++i) {
        const double u = r.uniform();
        ASSERT_GE(u, 0);
        ASSERT_LT(u, 1);
        const std::uint64_t k = r.below(7);
        ASSERT_LT(k, 7u);
        seen.insert(k);
        ASSERT_NEAR(length(r.on_sphere()), 1, 1e-15);
        ASSERT_NEAR(r.rotation().norm_squared(), 1, 1e-15);
    }
    EXPECT_EQ(seen.size(), 7u);
    EXPECT_EQ(r.below(1), 0u);
}

TEST(Random, is_spread_evenly_over_the_sphere) {
    Random r(6);
    Vec3 sum;
    const int n = 100000;
    for (int i = 0; i < n; ++i) sum += r.on_sphere();
    EXPECT_LT(length(sum) / n, 0.01);  // 5 standard deviations
}

TEST(SinCosTurns, is_exact_at_multiples_of_an_eighth) {
    const double h = std::sqrt(0.5);
    const double expected[8][2] = {{0, 1}, {h, h}, {1, 0}, {h, -h}, {0, -1}, {-h, -h}, {-1, 0}, {-h, h}};
    for (int i = -16; i < 24; ++i) {
        const auto [s, c] = sin_cos_turns(i / 8.0);
        EXPECT_EQ(s, expected[(i + 16) % 8][0]) << i;
        EXPECT_EQ(c, expected[(i + 16) % 8][1]) << i;
    }
}

TEST(SinCosTurns, is_within_two_units_in_the_last_place_of_1) {
    Random r(7);
    for (int i = 0; i < 100000; ++i) {
        const double t = r.uniform(-2, 2);
        const auto [s, c] = sin_cos_turns(t);
        const long double radians = 6.283185307179586476925286766559L * static_cast<long double>(t);
        ASSERT_NEAR(s, static_cast<double>(std::sin(radians)), 2 * 0x1p-53) << t;
        ASSERT_NEAR(c, static_cast<double>(std::cos(radians)), 2 * 0x1p-53) << t;
    }
}

TEST(SinCosTurns, is_symmetric_to_the_bit_and_refuses_what_has_no_angle) {
    Random r(8);
    for (int i = 0; i < 1000; ++i) {
        const double t = std::ldexp(std::round(r.uniform() * 0x1p20), -20);
        EXPECT_EQ(sin_cos_turns(t).sin, -sin_cos_turns(-t).sin);
        EXPECT_EQ(sin_cos_turns(t).cos, sin_cos_turns(t + 3).cos);
        EXPECT_EQ(sin_cos_turns(t).sin, sin_cos_turns(0.5 - t).sin);
    }
    EXPECT_TRUE(std::isnan(sin_cos_turns(std::nan("")).sin));
    EXPECT_TRUE(std::isnan(sin_cos_turns(1e30).cos));
}

TEST(Meter, counts_tests_and_stays_exhausted) {
    Meter m(Budget::of_tests(10));
    EXPECT_TRUE(m.spend(4));
    EXPECT_TRUE(m.spend(6));
    EXPECT_FALSE(m.spend(1));
    EXPECT_TRUE(m.exhausted());
    EXPECT_FALSE(m.spend(0));
    EXPECT_EQ(m.spent(), 10u);
}

TEST(Meter, without_a_limit_is_never_exhausted_and_without_time_at_once) {
    EXPECT_TRUE(Budget{}.unlimited());
    Meter unlimited{Budget{}};
    EXPECT_TRUE(unlimited.spend(std::uint64_t{1} << 60));
    Meter none(Budget::of_time(std::chrono::nanoseconds(0)));
    EXPECT_FALSE(none.spend());
    EXPECT_FALSE(Budget::of_time(std::chrono::seconds(1)).unlimited());
}

TEST(Meter, of_several_queries_takes_tests_off_one_budget) {
    Meter all(Budget::of_tests(100));
    Meter first(Budget::part_of(all));
    EXPECT_TRUE(first.spend(60));
    Budget few = Budget::part_of(all);
    few.tests = 10;
    Meter second(few);
    EXPECT_FALSE(second.spend(20));  // beyond its own
    EXPECT_FALSE(all.exhausted());
    EXPECT_EQ(all.spent(), 60u);
    EXPECT_FALSE(first.spend(50));  // beyond that of all
    EXPECT_TRUE(all.exhausted());
    EXPECT_TRUE(Meter(Budget::part_of(all)).exhausted());
    EXPECT_FALSE(Budget::part_of(all).unlimited());
}

TEST(Meter, is_exhausted_once_somebody_cancels) {
    struct Nobody : Progress {
        void report(std::string_view, std::uint64_t, std::uint64_t) override {}
    } progress;
    Meter meter(Budget{}, &progress);
    EXPECT_TRUE(meter.spend(1000));
    progress.cancel();
    for (int i = 0; i < 64; ++i) meter.spend();
    EXPECT_TRUE(meter.exhausted());
}

TEST(Meter, reports_a_few_hundred_times_at_most) {
    struct Counter : Progress {
        void report(std::string_view stage, std::uint64_t done, std::uint64_t) override {
            EXPECT_EQ(stage, "counting");
            EXPECT_GE(done, last);
            last = done;
            ++reports;
        }
        std::uint64_t last = 0;
        int reports = 0;
    } progress;
    Meter meter(Budget{}, &progress, "counting");
    EXPECT_EQ(progress.reports, 1) << "at the start";
    for (int i = 0; i < 1'000'000; ++i) meter.spend(1'000'000);
    EXPECT_GT(progress.reports, 50);
    EXPECT_LT(progress.reports, 300);
    EXPECT_GT(progress.last, 500'000'000'000u);
}

TEST(Progress, is_cancelled_from_outside) {
    struct Watcher : Progress {
        void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
            last = std::string(stage) + " " + std::to_string(done) + "/" + std::to_string(total);
        }
        std::string last;
    } watcher;
    watcher.report("reading", 1, 2);
    EXPECT_EQ(watcher.last, "reading 1/2");
    EXPECT_FALSE(watcher.cancelled());
    watcher.cancel();
    EXPECT_TRUE(watcher.cancelled());
}

TEST(Error, is_one_sentence_of_where_what_and_how_to_mend) {
    const Error e("coordinate is not a number", "line 7", "export the file again");
    EXPECT_STREQ(e.what(), "line 7: coordinate is not a number; export the file again");
    EXPECT_STREQ(e.within("gear.obj").what(),
                 "gear.obj, line 7: coordinate is not a number; export the file again");
    EXPECT_STREQ(Error("no triangles").what(), "no triangles");
    EXPECT_STREQ(Error("no triangles").within("gear.obj").what(), "gear.obj: no triangles");
}

TEST(Log, goes_to_the_sink_that_is_installed_and_nowhere_else) {
    std::vector<std::string> heard;
    const LogSink before = set_log_sink([&](LogLevel, std::string_view m) { heard.emplace_back(m); });
    log(LogLevel::info, "one");
    const LogSink mine = set_log_sink(before);
    EXPECT_TRUE(static_cast<bool>(mine));
    log(LogLevel::info, "two");
    EXPECT_EQ(heard, std::vector<std::string>{"one"});
}

}  // namespace
}  // namespace graze
