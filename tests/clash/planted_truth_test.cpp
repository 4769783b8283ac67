// What was planted in gearboxes of several sizes is found: no pair more, none less, with the right numbers.
#include "tests/clash/planted_truth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace graze::test {
namespace {

using Kind = PlantedPair::Kind;

struct Size {
    std::uint32_t parts;
    std::uint64_t triangles, seed;
    double clearance;
};

ClashReport report_of(const Gearbox& gearbox, double clearance) {
    ClashOptions options;
    options.clearance = clearance;
    return clash(gearbox.assembly, options);
}

class PlantedTruthOf : public ::testing::TestWithParam<Size> {};

TEST_P(PlantedTruthOf, is_found_completely_and_nothing_else) {
    const auto [parts, triangles, seed, clearance] = GetParam();
    const Gearbox gearbox = make_gearbox({parts, triangles, seed, false});
    const ClashReport report = report_of(gearbox, clearance);
    EXPECT_EQ(PlantedTruth(gearbox, report, clearance).differences(), std::vector<std::string>());
}

std::string name_of_size(const ::testing::TestParamInfo<Size>& info) {
    return std::to_string(info.param.parts) + "_parts_seed_" + std::to_string(info.param.seed);
}
INSTANTIATE_TEST_SUITE_P(Gearbox, PlantedTruthOf,
                         ::testing::Values(Size{50, 10'000, 1, 0}, Size{50, 40'000, 2, 1.5},
                                           Size{160, 40'000, 3, 0.25}, Size{216, 40'000, 4, 5},
                                           Size{400, 1, 5, 0.5}, Size{700, 1, 6, 0}),
                         name_of_size);

TEST(PlantedTruth, with_a_large_clearance_has_every_distance_that_is_known) {
    const Gearbox gearbox = make_gearbox({160, 1, 1, false});
    double largest = 0;
    std::size_t known = 0;
    for (const PlantedPair& pair : gearbox.truth) {
        if (pair.kind != Kind::clearance) continue;
        const Known distance = pair.distance.value_or(Known{});
        largest = std::max(largest, distance.value + distance.error);
        ++known;
    }
    const double clearance = largest * 1.001;
    const ClashReport report = report_of(gearbox, clearance);
    EXPECT_EQ(PlantedTruth(gearbox, report, clearance).differences(), std::vector<std::string>());
    EXPECT_GT(known, 5u);
    EXPECT_GE(report.counts.clearance, known);
}

TEST(PlantedTruth, has_no_clearances_where_none_are_asked) {
    const Gearbox gearbox = make_gearbox({160, 40'000, 3, false});
    EXPECT_EQ(report_of(gearbox, 0).counts.clearance, 0u);
}

// The judge itself: each lie is one difference.
TEST(PlantedTruth, that_was_tampered_with_is_noticed) {
    const Gearbox honest = make_gearbox({50, 10'000, 1, false});
    const ClashReport report = report_of(honest, 1);
    ASSERT_TRUE(PlantedTruth(honest, report, 1).differences().empty());
    const auto lies = [&](Kind kind, auto&& change) {
        Gearbox gearbox = honest;
        const auto it = std::ranges::find(gearbox.truth, kind, &PlantedPair::kind);
        change(*it);
        return PlantedTruth(gearbox, report, 1).differences();
    };
    const auto more = [](std::optional<Known>& known) {
        if (known) known->value *= 1.001;
    };
    EXPECT_EQ(lies(Kind::clash, [&](PlantedPair& p) { more(p.volume); }).size(), 1u);
    EXPECT_EQ(lies(Kind::clash, [&](PlantedPair& p) { p.kind = Kind::inside; }).size(), 1u);
    EXPECT_EQ(lies(Kind::touch, [&](PlantedPair& p) { p.kind = Kind::fit; }).size(), 1u);
    EXPECT_EQ(lies(Kind::inside, [&](PlantedPair& p) { std::swap(p.a, p.b); }).size(), 1u);
    EXPECT_EQ(lies(Kind::inside, [&](PlantedPair& p) { more(p.distance); }).size(), 1u);
    ClashReport shorter = report;
    std::erase_if(shorter.findings, [](const ClashFinding& f) { return f.kind == FindingKind::touch; });
    EXPECT_EQ(PlantedTruth(honest, shorter, 1).differences().size(), report.counts.touch);
    Gearbox silent = honest;
    std::erase_if(silent.truth, [](const PlantedPair& p) { return p.kind == Kind::touch; });
    EXPECT_EQ(PlantedTruth(silent, report, 1).differences().size(), report.counts.touch);
}

}  // namespace
}  // namespace graze::test
