#include <gtest/gtest.h>

#include "tests/clash/assemblies.h"

namespace graze::test {
namespace {

void expect_same(const ClashReport& a, const ClashReport& b) {
    EXPECT_EQ(a.counts, b.counts);
    EXPECT_EQ(a.parts, b.parts);
    EXPECT_EQ(a.findings, b.findings);
}

TEST(ClashThreads, their_number_changes_nothing) {
    const Assembly assembly = random_assembly(11, 120);
    const ClashReport serial = clash(assembly);
    EXPECT_GT(serial.findings.size(), 100u);
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        SCOPED_TRACE(threads);
        ClashOptions options;
        options.threads = Threads(threads, ThreadBackend::standard);
        expect_same(clash(assembly, options), serial);
    }
}

TEST(ClashThreads, nor_does_it_with_a_budget_of_tests) {
    const Assembly assembly = random_assembly(12, 80);
    ClashOptions options;
    options.budget_per_pair = Budget::of_tests(20);
    const ClashReport serial = clash(assembly, options);
    options.threads = Threads(4, ThreadBackend::standard);
    expect_same(clash(assembly, options), serial);
}

TEST(ClashThreads, can_be_cancelled_from_one_of_them) {
    struct CancelledWhileComparing : Progress {
        void report(std::string_view stage, std::uint64_t, std::uint64_t) override {
            if (stage == "comparing parts") cancel();
        }
    } progress;
    ClashOptions options;
    options.threads = Threads(4, ThreadBackend::standard);
    options.progress = &progress;
    const ClashReport report = clash(random_assembly(13, 100), options);
    EXPECT_EQ(report.parts.size(), 100u);
    EXPECT_LT(report.counts.not_compared, report.counts.pairs);
}

}  // namespace
}  // namespace graze::test
