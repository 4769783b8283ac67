// Parts of STEP files, whose curved faces are faceted: what clashes is decided by the surfaces, not by the
// facets.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "graze/clash/clash.h"
#include "graze/clash/files/clash_file.h"
#include "graze/io/load_assembly.h"
#include "tests/io/import/cad_files.h"

namespace graze::test {
namespace {

class Fits : public WithCadFiles {
  protected:
    // In metres; a coarse one makes facets that are off by far more than any fit.
    static constexpr double deflections[] = {2e-3, 5e-4, 1e-4, 2e-5};

    static ClashReport compared(const std::string& name, double deflection, ClashOptions options = {}) {
        LoadAssemblyOptions load;
        load.load.tessellation.deflection = deflection;
        load.load.tessellation.angle = 10;  // plays no part
        const std::filesystem::path file = *folder_ / name;
        return clash(load_assembly(std::span(&file, 1), load).assembly, options);
    }
};

std::string described(const ClashReport& report) {
    return report.findings.empty() ? "nothing found" : format_clashes(report);
}

TEST_F(Fits, a_true_interference_is_a_clash_at_any_faceting) {
    for (const double deflection : deflections) {
        for (const char* const what : {"pin", "short pin", "cone", "ball"}) {
            const ClashReport report = compared(std::string(what) + " 10.step", deflection);
            ASSERT_EQ(report.counts.clash, 1u) << what << " " << deflection << "\n" << described(report);
            const ClashFinding& found = report.findings[0];
            ASSERT_TRUE(found.faceting && found.faceting->gap) << what << " " << deflection;
            // Across the surface of the cone, a little less than along its radius.
            EXPECT_NEAR(*found.faceting->gap, -0.01, 2e-4) << what << " " << deflection;
            EXPECT_FALSE(found.faceting->explains);
        }
    }
}

TEST_F(Fits, play_is_no_clash_at_any_faceting) {
    for (const double deflection : deflections)
        for (const char* const what : {"pin", "short pin", "cone", "ball"}) {
            const ClashReport report = compared(std::string(what) + " -10.step", deflection);
            EXPECT_EQ(report.counts.clashes(), 0u) << what << " " << deflection << "\n" << described(report);
            EXPECT_TRUE(report.complete());
        }
}

TEST_F(Fits, surfaces_that_coincide_touch) {
    for (const double deflection : deflections)
        for (const char* const what : {"pin", "short pin", "cone", "ball"}) {
            const ClashReport report = compared(std::string(what) + " 0.step", deflection);
            EXPECT_EQ(report.counts.clashes(), 0u) << what << " " << deflection << "\n" << described(report);
            EXPECT_EQ(report.counts.touch, 1u) << what << " " << deflection << "\n" << described(report);
        }
}

// B-splines that are cylinders, cones and spheres are decided by the numbers of these.
TEST_F(Fits, of_splines_are_decided_by_the_surfaces_that_they_are) {
    for (const double deflection : {2e-3, 1e-4})
        for (const char* const what : {"spline pin", "spline cone", "spline ball"}) {
            SCOPED_TRACE(std::string(what) + " " + std::to_string(deflection));
            const ClashReport tight = compared(std::string(what) + " 10.step", deflection);
            ASSERT_EQ(tight.counts.clash, 1u) << described(tight);
            ASSERT_TRUE(tight.findings[0].faceting && tight.findings[0].faceting->gap);
            EXPECT_NEAR(*tight.findings[0].faceting->gap, -0.01, 2e-4);
            const ClashReport flush = compared(std::string(what) + " 0.step", deflection);
            EXPECT_EQ(flush.counts.clashes(), 0u) << described(flush);
            ASSERT_EQ(flush.counts.touch, 1u) << described(flush);
            ASSERT_TRUE(flush.findings[0].faceting && flush.findings[0].faceting->gap);
            EXPECT_NEAR(*flush.findings[0].faceting->gap, 0, 1e-9);
            const ClashReport loose = compared(std::string(what) + " -10.step", deflection);
            EXPECT_EQ(loose.counts.clashes(), 0u) << described(loose);
        }
}

TEST_F(Fits, are_undecided_where_the_budget_ends_before_the_judgement) {
    int undecided = 0;
    for (const std::uint64_t budget : {1000u, 30'000u, 100'000u, 300'000u, 1'000'000u, 10'000'000u}) {
        ClashOptions options;
        options.budget_per_pair = Budget::of_tests(budget);
        const ClashReport report = compared("pin 0.step", 1e-4, options);
        EXPECT_EQ(report.counts.clashes(), 0u) << budget << "\n" << described(report);
        EXPECT_EQ(report.counts.touch + report.counts.undecided, 1u) << budget;
        undecided += static_cast<int>(report.counts.undecided);
    }
    EXPECT_GT(undecided, 0);
}

TEST_F(Fits, an_overlap_of_planes_is_never_excused) {
    for (const double deflection : deflections) {
        EXPECT_EQ(compared("disk 10.step", deflection).counts.clash, 1u) << deflection;
        EXPECT_EQ(compared("disk 0.step", deflection).counts.touch, 1u) << deflection;
        EXPECT_TRUE(compared("disk -10.step", deflection).findings.empty()) << deflection;
    }
}

// The facets of balls and shafts lie inside of them, and hide where they meet something.
TEST_F(Fits, convex_faces_that_overlap_clash_however_coarse_their_facets) {
    for (const double deflection : deflections)
        for (const char* const what :
             {"roll", "resting ball", "two balls", "ball on roll", "two rolls", "crossing rolls"}) {
            SCOPED_TRACE(std::string(what) + " " + std::to_string(deflection));
            const ClashReport tight = compared(std::string(what) + " 10.step", deflection);
            ASSERT_EQ(tight.counts.clash, 1u) << described(tight);
            const ClashReport read = parse_clashes(format_clashes(tight), "tight");
            EXPECT_EQ(read.findings, tight.findings);
            if (const ClashFinding& found = tight.findings[0]; found.relation == Relation::apart) {
                ASSERT_TRUE(found.faceting && found.faceting->gap && found.depth);
                EXPECT_NEAR(*found.faceting->gap, -0.01, 1e-6);
                EXPECT_NEAR(found.depth->value, 0.01, 1e-6);
                ClashOptions options;
                options.touch = 0.011;
                EXPECT_EQ(compared(std::string(what) + " 10.step", deflection, options).counts.clash, 0u);
                options.as_tessellated = true;
                EXPECT_TRUE(compared(std::string(what) + " 10.step", deflection, options).findings.empty());
            }
            const ClashReport flush = compared(std::string(what) + " 0.step", deflection);
            EXPECT_EQ(flush.counts.clashes(), 0u) << described(flush);
            EXPECT_EQ(flush.counts.touch, 1u) << described(flush);
            const ClashReport loose = compared(std::string(what) + " -10.step", deflection);
            EXPECT_TRUE(loose.findings.empty()) << described(loose);
        }
}

TEST_F(Fits, faces_that_end_before_they_would_meet_touch_nothing) {
    for (const double deflection : deflections)
        for (const char* const what : {"ball above bore", "flat ball", "flat roll"})
            for (const char* const by : {"-10", "0", "10"}) {
                const ClashReport report = compared(std::string(what) + " " + by + ".step", deflection);
                EXPECT_TRUE(report.findings.empty()) << what << " " << by << " " << deflection << "\n"
                                                     << described(report);
            }
}

TEST_F(Fits, as_tessellated_every_overlap_is_a_clash) {
    ClashOptions options;
    options.as_tessellated = true;
    const ClashReport report = compared("pin 0.step", 1e-4, options);
    EXPECT_EQ(report.counts.clash, 1u);
    EXPECT_TRUE(report.options.as_tessellated);
    EXPECT_FALSE(report.findings.at(0).faceting);
}

// Tolerances are compared with how far the surfaces overlap, not with how far their facets do.
TEST_F(Fits, an_allowance_is_about_the_surfaces) {
    ClashOptions options;
    options.touch = 0.011;
    EXPECT_EQ(compared("pin 10.step", 5e-4, options).counts.clash, 0u);
    options.touch = 0.009;
    EXPECT_EQ(compared("pin 10.step", 5e-4, options).counts.clash, 1u);
}

}  // namespace
}  // namespace graze::test
