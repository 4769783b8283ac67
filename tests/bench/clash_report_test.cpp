#include "bench/clash_report.h"

#include <gtest/gtest.h>

#include <limits>

#include "graze/base/error.h"

namespace graze::bench {
namespace {

constexpr double no_distance = std::numeric_limits<double>::infinity();

ClashFinding finding(std::size_t a, std::size_t b, Relation relation) {
    ClashFinding f;
    f.a = a, f.b = b;
    f.relation = relation;
    return f;
}

// 0 and 1 touch, 0 and 2 overlap, 3 is in 0, 1 and 2 are 0.5 apart; all others are apart.
ClashReport truth() {
    ClashReport report;
    report.findings = {finding(0, 1, Relation::touching), finding(0, 2, Relation::overlapping),
                       finding(0, 3, Relation::b_in_a), finding(1, 2, Relation::apart)};
    report.findings.back().gap = FoundGap{0.5, {}, {}};
    return report;
}

using Share = ClashAnswers::Share;

TEST(ClashAnswers, that_are_right_are_all_counted_and_none_wrong) {
    const LookedAtPairs said{
        {{0, 1, true}, {0, 2, true}, {0, 3, true}, {1, 2, false, 0.5}, {1, 3, false}, {2, 3, false}}};
    const ClashAnswers answers = compare_answers(said, truth());
    EXPECT_EQ(answers.touching, (Share{1, 0}));
    EXPECT_EQ(answers.overlapping, (Share{1, 0}));
    EXPECT_EQ(answers.inside, (Share{1, 0}));
    EXPECT_EQ(answers.apart, (Share{3, 0}));
    EXPECT_EQ(answers.too_close, (Share{1, 0}));
    EXPECT_EQ(answers.distances, (Share{1, 0}));
    EXPECT_EQ(answers.text(), "none");
}

TEST(ClashAnswers, that_are_wrong_are_told_by_kind) {
    const LookedAtPairs said{{{0, 1, false},
                              {0, 2, false},
                              {0, 3, false},
                              {1, 2, false, 0.5 + 1e-6},
                              {1, 3, true},
                              {2, 3, false, 7}}};
    const ClashAnswers answers = compare_answers(said, truth());
    EXPECT_EQ(answers.text(),
              "1 of 1 touching, 1 of 1 overlapping, 1 of 1 inside, 1 of 3 apart, 1 of 2 too close, 1 of 1 "
              "distances");
    EXPECT_NEAR(answers.worst_distance, 2e-6, 1e-12);
}

TEST(ClashAnswers, want_every_finding_looked_at_unless_time_was_up) {
    LookedAtPairs said{{{0, 1, true}}};
    EXPECT_THROW(compare_answers(said, truth()), Error);
    said.complete = false;
    EXPECT_EQ(compare_answers(said, truth()).touching, (Share{1, 0}));
}

TEST(ClashTable, compares_with_the_first_row_and_says_where_time_was_up) {
    const std::string text =
        clash_table({{"graze", 1, 2, 10, true, "none"}, {"peer", 3, 30, 4, false, "1 of 2 inside"}}).text();
    EXPECT_NE(text.find("> 30.000"), std::string::npos) << text;
    EXPECT_NE(text.find("> 15.00"), std::string::npos) << text;
    EXPECT_NE(text.find("> 11.00"), std::string::npos) << text;
    EXPECT_EQ(LookedAtPair().distance, no_distance);
}

}  // namespace
}  // namespace graze::bench
