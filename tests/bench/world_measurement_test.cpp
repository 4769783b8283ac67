// What checks the answers of broad phases is itself checked, with methods that are wrong on purpose.
#include "bench/world_measurement.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::bench {
namespace {

enum class Flaw { none, misses_one, invents_one, repeats_one, is_never_ready };

// Asks each pair; from the fourth step on its answers have a flaw.
class OneByOne final : public BroadPhaseMethod {
  public:
    explicit OneByOne(std::string name, Flaw flaw = Flaw::none)
        : BroadPhaseMethod(std::move(name), Tone::peer), flaw_(flaw) {}
    bool set_up(std::span<const NumberedBox> boxes, const FloatBox&, const Deadline&) override {
        boxes_.assign(boxes.begin(), boxes.end());
        step_ = 0;
        return flaw_ != Flaw::is_never_ready;
    }
    void step(std::span<const NumberedBox> moved, std::vector<IdPair>& pairs) override {
        for (const NumberedBox& m : moved) boxes_[m.id] = m;
        pairs = pairs_one_by_one(boxes_, moved);
        std::reverse(pairs.begin(), pairs.end());
        if (++step_ < 4) return;
        if (flaw_ == Flaw::misses_one) pairs.pop_back();
        if (flaw_ == Flaw::repeats_one) pairs.push_back(pairs.back());
        if (flaw_ == Flaw::invents_one) pairs.push_back({7, 7});
    }
    void clear() override { boxes_.clear(); }

  private:
    Flaw flaw_;
    std::vector<NumberedBox> boxes_;
    int step_ = 0;
};

constexpr MovingBoxesOptions scene{.objects = 100, .overlaps_per_box = 2};

Participation everybody(std::size_t, const MovingBoxesOptions&) {
    return Participation::yes;
}

WorldRow measure(BroadPhaseMethods methods, std::vector<std::string>& errors,
                 const TakesPart& takes_part = everybody) {
    return measure_world(methods, scene, {.steps = 12}, takes_part, errors);
}

TEST(PairsBySweeping, are_the_pairs_one_by_one) {
    for (const std::size_t movers : {0u, 3u, 200u}) {
        MovingBoxes boxes(
            {.objects = 200, .overlaps_per_box = 4, .sizes = BoxSizes::spread, .movers = movers});
        const auto moved = boxes.step();
        const auto pairs = pairs_one_by_one(boxes.boxes(), moved);
        EXPECT_EQ(pairs_by_sweeping(boxes.boxes(), moved), pairs);
        EXPECT_EQ(pairs.empty(), movers == 0);
    }
}

TEST(Checksum, does_not_see_the_order_but_the_pairs) {
    const std::vector<IdPair> pairs{{0, 1}, {0, 2}, {1, 3}}, turned{{1, 3}, {0, 1}, {0, 2}};
    const std::vector<IdPair> others{{0, 1}, {0, 3}, {1, 2}}, twice{{0, 1}, {0, 1}, {1, 3}};
    EXPECT_EQ(checksum(pairs), checksum(turned));
    EXPECT_NE(checksum(pairs), checksum(others));
    EXPECT_NE(checksum(pairs), checksum(twice));
    EXPECT_NE(checksum(std::vector<IdPair>{{0, 0}}), checksum({}));
}

TEST(WorldMeasurement, times_every_step_of_methods_that_agree) {
    BroadPhaseMethods methods;
    methods.push_back(std::make_unique<OneByOne>("one"));
    methods.push_back(std::make_unique<OneByOne>("two"));
    std::vector<std::string> errors;
    const WorldRow row = measure(std::move(methods), errors);
    EXPECT_TRUE(errors.empty());
    EXPECT_NEAR(row.overlaps_per_box, 2, 1);
    for (const auto& time : row.times) {
        EXPECT_TRUE(time.counts());
        EXPECT_EQ(time.steps, 12u);
        EXPECT_GT(time.mean, 0);
    }
}

void expect_error(Flaw flaw, const std::string& words) {
    BroadPhaseMethods methods;
    methods.push_back(std::make_unique<OneByOne>("right"));
    methods.push_back(std::make_unique<OneByOne>("flawed", flaw));
    methods.push_back(std::make_unique<OneByOne>("right as well"));
    std::vector<std::string> errors;
    const WorldRow row = measure(std::move(methods), errors);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("flawed " + words), std::string::npos) << errors[0];
    EXPECT_NE(errors[0].find("step 3"), std::string::npos) << errors[0];
    EXPECT_TRUE(row.times[0].counts());
    EXPECT_FALSE(row.times[1].counts());
    EXPECT_EQ(row.times[1].outcome, WorldOutcome::wrong);
    EXPECT_TRUE(row.times[2].counts());
}

TEST(WorldMeasurement, names_who_misses_a_pair) {
    expect_error(Flaw::misses_one, "misses the pair");
}

TEST(WorldMeasurement, names_who_tells_a_pair_that_does_not_overlap) {
    expect_error(Flaw::invents_one, "tells the pair 7 7, which does not overlap");
}

TEST(WorldMeasurement, names_who_tells_a_pair_twice) {
    expect_error(Flaw::repeats_one, "tells a pair twice");
}

// More than a thousand objects: only some steps are compared with the truth, others with who came first.
TEST(WorldMeasurement, finds_out_that_the_first_was_wrong) {
    BroadPhaseMethods methods;
    methods.push_back(std::make_unique<OneByOne>("first", Flaw::misses_one));
    methods.push_back(std::make_unique<OneByOne>("second"));
    std::vector<std::string> errors;
    const MovingBoxesOptions large{.objects = 1001};
    const WorldRow row = measure_world(methods, large, {.steps = 5}, everybody, errors);
    ASSERT_FALSE(errors.empty());
    EXPECT_NE(errors[0].find("first tells"), std::string::npos) << errors[0];
    EXPECT_EQ(row.times[0].outcome, WorldOutcome::wrong);
    EXPECT_TRUE(row.times[1].counts());
}

TEST(WorldMeasurement, ends_at_the_limit_but_not_before_one_step) {
    OneByOne method("slow");
    BoxAnswers answers;
    const WorldRun run = run_in_world(method, scene, {.steps = 12, .seconds = 0}, answers);
    EXPECT_EQ(run.milliseconds.size(), 0u);  // no time at all: no run
    const WorldRun short_run = run_in_world(method, scene, {.steps = 12, .seconds = 1e-9}, answers);
    EXPECT_EQ(short_run.milliseconds.size(), 1u);
}

TEST(WorldMeasurement, tells_who_was_left_out_from_who_takes_too_long) {
    BroadPhaseMethods methods;
    for (const char* name : {"in", "out", "long"}) methods.push_back(std::make_unique<OneByOne>(name));
    methods.push_back(std::make_unique<OneByOne>("never ready", Flaw::is_never_ready));
    std::vector<std::string> errors;
    const WorldRow row = measure(std::move(methods), errors, [](std::size_t m, const MovingBoxesOptions&) {
        return m == 1 ? Participation::no : m == 2 ? Participation::too_long : Participation::yes;
    });
    EXPECT_TRUE(row.times[0].counts());
    EXPECT_EQ(row.times[1].outcome, WorldOutcome::left_out);
    EXPECT_EQ(row.times[2].outcome, WorldOutcome::too_long);
    EXPECT_EQ(row.times[3].outcome, WorldOutcome::too_long);
}

}  // namespace
}  // namespace graze::bench
