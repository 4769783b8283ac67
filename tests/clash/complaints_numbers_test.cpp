// What users of other tools complain about in the numbers of clash reports: tolerances, depths, effort.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include "graze/clash/distribute/plan.h"
#include "graze/mesh/generate.h"
#include "graze/world/broad_phase/broad_phase.h"
#include "tests/clash/two_parts.h"

namespace graze::test {
namespace {

// ---- "Percentage tolerances that hide real interference"

// In millimetres: a shaft of 2 m and 50 diameter in a hub whose bore is too narrow, with the same corners.
TEST(ClashComplaints, a_press_fit_of_a_hundredth_of_a_millimetre_of_a_shaft_of_two_metres_is_found) {
    constexpr std::uint32_t corners = 96;
    const Part hub = part("hub", make_tube(60, 25, 80, corners));
    const auto shaft = [&](double radius) { return part("shaft", make_cylinder(radius, 2000, corners)); };
    EXPECT_EQ(kind_of(hub, shaft(25)), FindingKind::touch);
    EXPECT_EQ(kind_of(hub, shaft(24.99)), std::nullopt);
    const ClashFinding finding = must_find(hub, shaft(25.01));
    EXPECT_EQ(finding.kind, FindingKind::clash);
    const double area = corners / 2.0 * std::sin(2 * std::numbers::pi / corners) * (25.01 * 25.01 - 25 * 25);
    EXPECT_NEAR(volume_of(finding).value, area * 80, 1e-6);
    expect_depth(finding, 0.01, 0.0001);
    const ClashFinding clearance = must_find(hub, shaft(24.99), with_clearance(0.02));
    EXPECT_NEAR(gap_of(clearance).distance, 0.01 * std::cos(std::numbers::pi / corners), 1e-12);
}

std::vector<Part> scene_of_size(double scale) {
    const auto scaled = [&](double x, double y, double z) { return at(x * scale, y * scale, z * scale); };
    return {part("block", make_box({2 * scale, 2 * scale, 2 * scale}, 2)),
            part("overlapping ball", make_sphere(scale, 400), scaled(1.5, 0.25, 0)),
            part("swallowed ball", make_sphere(0.25 * scale, 200), scaled(-0.25, 0, 0)),
            part("touching block", make_box({scale, scale, scale}, 3), scaled(-1.5, 0.125, 0)),
            part("near ball", make_sphere(0.5 * scale, 300), scaled(0, 0, 1.75))};
}

TEST(ClashComplaints, scenes_a_million_times_smaller_or_larger_give_scaled_answers) {
    const ClashReport unit = report_of(scene_of_size(1), with_clearance(0.5));
    EXPECT_GT(unit.counts.clash * unit.counts.inside * unit.counts.touch * unit.counts.clearance, 0u);
    for (const double scale : {0x1p-20, 0x1p20, 0x1p60}) {  // without rounding
        SCOPED_TRACE(scale);
        const ClashReport report = report_of(scene_of_size(scale), with_clearance(0.5 * scale));
        EXPECT_EQ(report.counts, unit.counts);
        ASSERT_EQ(report.findings.size(), unit.findings.size());
        for (std::size_t i = 0; i < report.findings.size(); ++i) {
            const ClashFinding &f = report.findings[i], &g = unit.findings[i];
            EXPECT_EQ(std::tuple(f.a, f.b, f.kind, f.relation), std::tuple(g.a, g.b, g.kind, g.relation));
            ASSERT_EQ(std::tuple(f.gap.has_value(), f.volume.has_value(), f.depth.has_value()),
                      std::tuple(g.gap.has_value(), g.volume.has_value(), g.depth.has_value()));
            if (f.gap) {
                EXPECT_EQ(gap_of(f).distance, gap_of(g).distance * scale);
            }
            if (f.volume) {
                EXPECT_NEAR(volume_of(f).value / (scale * scale * scale), volume_of(g).value,
                            2 * volume_of(g).error);
            }
            if (f.depth) {
                EXPECT_NEAR(depth_of(f).value / scale, depth_of(g).value, 1e-9);
            }
        }
    }
}

TEST(ClashComplaints, a_part_of_ten_kilometres_does_not_hide_the_interference_of_a_screw) {
    const Part plant =
        part("plant", test::joined({block({0, 0, 0}, {1, 1, 1}), block({1e7, 0, 0}, {1e7 + 1, 1, 1})}));
    const auto screw = [](double moved) {
        return part("screw", make_sphere(0x1p-10, 100), at(1 + 0x1p-10 + moved, 0.5, 0.5));
    };
    EXPECT_EQ(kind_of(plant, screw(0)), FindingKind::touch);
    EXPECT_EQ(kind_of(plant, screw(-0x1p-30)), FindingKind::clash);
    EXPECT_EQ(kind_of(plant, screw(0x1p-30)), std::nullopt);
}

// ---- "Penetration depth that is 0, meaningless, or tends to 0 when the mesh is refined"

TEST(ClashComplaints, depth_does_not_vanish_when_meshes_are_refined) {
    for (const std::uint32_t steps : {1u, 4u, 16u}) {
        SCOPED_TRACE(steps);
        const ClashFinding finding =
            must_find(part("block", make_box({2, 2, 2}, steps)),
                      part("other", make_box({2, 2, 2}, steps + 1), at(1.75, 0.1, 0.2)));
        expect_depth(finding, 0.25, 0.25 * 2e-3);
    }
    for (const std::uint32_t triangles : {400u, 4000u, 16'000u}) {
        SCOPED_TRACE(triangles);
        const ClashFinding finding = must_find(part("ball", make_sphere(1, triangles)),
                                               part("other", make_sphere(1, triangles), at(0, 0, 1.5)));
        expect_depth(finding, 0.5, 0.03);
    }
}

// ---- "Clash detection that spends an hour in the broad phase"

// A heap of cubes, each of which overlaps its neighbours along the axes only, in 100 layers with gaps.
Assembly heap(std::size_t side, std::size_t layers) {
    const auto cube = std::make_shared<const Mesh>(make_box({1.25, 1.25, 1.25}));
    Assembly assembly;
    for (std::size_t z = 0; z < layers; ++z)
        for (std::size_t y = 0; y < side; ++y)
            for (std::size_t x = 0; x < side; ++x)
                assembly.parts.push_back(
                    {"cube " + std::to_string(assembly.parts.size()), cube,
                     at(static_cast<double>(x), static_cast<double>(y) * 2, static_cast<double>(z) * 3)});
    return assembly;
}

TEST(ClashComplaints, a_heap_of_a_hundred_thousand_parts_is_planned_with_few_box_tests) {
    constexpr std::size_t side = 100, layers = 10;
    const Assembly assembly = heap(side, layers);
    const RuledParts ruled({}, assembly, 0.5);
    const ClashPlan plan(assembly, ruled);
    // Along x cubes overlap with the next one, and are 0.75 from the one after that; along y 0.75 apart.
    EXPECT_EQ(plan.pairs().size(), layers * side * (side - 1));

    std::vector<NumberedBox> boxes;
    for (std::uint32_t i = 0; i < assembly.parts.size(); ++i)
        boxes.push_back({i, rounded_outwards(plan.box(i))});
    const auto broad_phase = make_broad_phase(best_broad_phase(boxes.size()));
    broad_phase->place(boxes);
    std::vector<IdPair> pairs;
    broad_phase->changed_pairs(pairs);
    EXPECT_EQ(pairs.size(), plan.pairs().size());
    EXPECT_LT(broad_phase->counts().box_tests, 100 * boxes.size());
}

}  // namespace
}  // namespace graze::test
