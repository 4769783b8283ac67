#include "graze/clash/clash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/models/machine.h"
#include "graze/query/point/point_distance.h"
#include "tests/clash/assemblies.h"

namespace graze {

// So that a failure names it.
void PrintTo(Relation r, std::ostream* out) {
    *out << name_of(r);
}

namespace test {
namespace {

std::shared_ptr<const Mesh> cube(double size) {
    return std::make_shared<const Mesh>(make_box({size, size, size}));
}

std::uint64_t sum(const ClashCounts& n) {
    return n.apart_by_boxes + n.ignored + n.apart + n.clash + n.inside + n.clearance + n.touch + n.allowed +
           n.undecided + n.not_compared;
}

TEST(Clash, finds_what_was_planted_in_the_machine_and_nothing_else) {
    const Machine machine = make_machine();
    const ClashReport report = clash(machine.assembly);
    EXPECT_TRUE(report.complete());
    EXPECT_EQ(report.metres_per_unit, 0.001);
    std::map<std::pair<std::string, std::string>, Relation> planted;
    for (const PlantedContact& contact : machine.contacts) {
        switch (contact.kind) {
            case PlantedContact::Kind::touching:
                planted[std::minmax(contact.a, contact.b)] = Relation::touching;
                break;
            case PlantedContact::Kind::overlapping:
                planted[std::minmax(contact.a, contact.b)] = Relation::overlapping;
                break;
            case PlantedContact::Kind::inside:
                planted[std::minmax(contact.a, contact.b)] =
                    contact.a < contact.b ? Relation::a_in_b : Relation::b_in_a;
                break;
        }
    }
    ASSERT_EQ(planted.size(), machine.contacts.size());
    EXPECT_EQ(report.findings.size(), planted.size());
    for (const ClashFinding& finding : report.findings) {
        const std::string &a = report.parts[finding.a].path, &b = report.parts[finding.b].path;
        SCOPED_TRACE(::testing::Message() << a << ", " << b);
        Relation relation = finding.relation;
        if (b < a && relation == Relation::a_in_b)
            relation = Relation::b_in_a;
        else if (b < a && relation == Relation::b_in_a)
            relation = Relation::a_in_b;
        const auto it = planted.find(std::minmax(a, b));
        ASSERT_NE(it, planted.end());
        EXPECT_EQ(relation, it->second);
    }
}

TEST(Clash, is_the_relation_of_all_pairs) {
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        SCOPED_TRACE(seed);
        const Assembly assembly = random_assembly(seed, 60);
        const ClashReport report = clash(assembly);
        EXPECT_GT(report.counts.touch, 0u);
        EXPECT_GT(report.counts.clash, 0u);
        EXPECT_GT(report.counts.inside, 0u);
        EXPECT_GT(report.counts.apart, 0u);
        EXPECT_GT(report.counts.apart_by_boxes, 0u);
        for (std::size_t a = 0; a < assembly.parts.size(); ++a)
            for (std::size_t b = a + 1; b < assembly.parts.size(); ++b)
                ASSERT_EQ(found(report, a, b), relation_of(assembly.parts[a], assembly.parts[b]))
                    << "parts " << a << " and " << b;
    }
}

TEST(Clash, has_the_worst_findings_first) {
    ClashOptions clash_options;
    clash_options.clearance = 0.1;
    const ClashReport report = clash(random_assembly(5, 80), clash_options);
    EXPECT_GT(report.counts.clearance, 0u);
    EXPECT_TRUE(std::ranges::is_sorted(report.findings, worse));
    EXPECT_TRUE(std::ranges::is_sorted(report.findings, {}, &ClashFinding::kind));
    for (const ClashFinding& f : report.findings) EXPECT_LT(f.a, f.b);
}

TEST(Clash, names_a_point_of_both_surfaces_where_parts_touch) {
    const Assembly assembly = random_assembly(6, 60);
    for (const ClashFinding& f : clash(assembly).findings) {
        if (f.kind != FindingKind::touch) continue;
        for (const std::size_t part : {f.a, f.b})
            EXPECT_LE(
                distance(Shape(*assembly.parts[part].mesh), assembly.parts[part].world_from_part, f.point)
                    .value,
                1e-14);
    }
}

TEST(Clash, finds_parts_that_are_closer_than_asked_and_no_others) {
    const auto mesh = cube(1);
    const auto gap = [&](double distance, double clearance) {
        ClashOptions clash_options;
        clash_options.clearance = clearance;
        return clash({{{"a", mesh, Pose()}, {"b", mesh, Pose::translation({1 + distance, 0.25, 0})}}, {}, {}},
                     clash_options);
    };
    const ClashReport found = gap(0.5, 0.75);
    ASSERT_EQ(found.findings.size(), 1u);
    EXPECT_EQ(found.findings[0].kind, FindingKind::clearance);
    ASSERT_TRUE(found.findings[0].gap);
    EXPECT_EQ(found.findings[0].gap->distance, 0.5);
    EXPECT_EQ(length(found.findings[0].gap->point_b - found.findings[0].gap->point_a), 0.5);
    EXPECT_EQ(found.findings[0].wanted_clearance, 0.75);
    EXPECT_TRUE(gap(0.5, 0.5).findings.empty());  // as far apart as asked
    EXPECT_EQ(gap(0.5, std::nextafter(0.5, 1.0)).findings.size(), 1u);
    EXPECT_TRUE(gap(0.5, 0.25).findings.empty());
    EXPECT_TRUE(gap(0.5, 0).findings.empty());
}

TEST(Clash, refuses_lengths_that_are_none) {
    for (const double length : {-1.0, std::numeric_limits<double>::quiet_NaN(), 1e101}) {
        ClashOptions clash_options;
        clash_options.clearance = length;
        EXPECT_THROW(clash(Assembly{}, clash_options), Error);
        clash_options.clearance = 0;
        clash_options.touch = length;
        EXPECT_THROW(clash(Assembly{}, clash_options), Error);
    }
}

TEST(Clash, counts_every_pair_once) {
    const ClashReport report = clash(random_assembly(7, 50));
    EXPECT_EQ(report.counts.pairs, 50u * 49 / 2);
    EXPECT_EQ(sum(report.counts), report.counts.pairs);
    const ClashCounts& n = report.counts;
    EXPECT_EQ(report.findings.size(), n.touch + n.clash + n.inside);
    EXPECT_EQ(n.clashes(), n.clash + n.inside);
}

TEST(Clash, of_no_part_or_one_finds_nothing) {
    EXPECT_EQ(clash(Assembly{}).counts, ClashCounts{});
    const ClashReport report = clash({{{"alone", cube(1), Pose()}}, {}, {}});
    EXPECT_EQ(report.counts, ClashCounts{});
    EXPECT_EQ(report.parts.size(), 1u);
    EXPECT_TRUE(report.complete());
}

TEST(Clash, of_parts_that_share_a_mesh_at_one_place_is_an_overlap) {
    const auto mesh = cube(1);
    const ClashReport report = clash({{{"a", mesh, Pose()}, {"b", mesh, Pose()}}, {}, {}});
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].relation, Relation::overlapping);
}

TEST(Clash, says_which_parts_are_open_also_those_without_neighbours) {
    const auto sheet = std::make_shared<const Mesh>(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
    const Assembly assembly{
        {{"cube", cube(1), Pose()}, {"sheet", sheet, Pose()}, {"far", sheet, Pose::translation({50, 0, 0})}},
        {},
        {}};
    const ClashReport report = clash(assembly);
    EXPECT_TRUE(report.parts[0].closed);
    EXPECT_EQ(report.parts[0].triangles, 12u);
    for (const std::size_t open : {1u, 2u}) {
        EXPECT_FALSE(report.parts[open].closed);
        EXPECT_EQ(report.parts[open].why_not_closed.substr(0, 12), "3 open edges");
    }
    EXPECT_EQ(found(report, 0, 1), Relation::overlapping);  // the sheet pierces the surface of the cube

    ClashOptions strict;
    strict.open_parts = OpenMeshes::refuse;
    const ClashReport refused = clash(assembly, strict);
    EXPECT_EQ(found(refused, 0, 1), Relation::not_closed);
    EXPECT_EQ(refused.counts.undecided, 1u);
}

TEST(Clash, leaves_pairs_undecided_when_the_budget_is_used_up) {
    ClashOptions options;
    options.budget_per_pair = Budget::of_tests(1);
    const ClashReport report = clash(random_assembly(8, 50), options);
    EXPECT_GT(report.counts.undecided, 0u);
    EXPECT_FALSE(report.complete());
    EXPECT_EQ(sum(report.counts), report.counts.pairs);
}

TEST(Clash, that_was_cancelled_says_what_it_did_not_compare) {
    struct CancelledWhileComparing : Progress {
        void report(std::string_view stage, std::uint64_t, std::uint64_t) override {
            if (stage == "comparing parts") cancel();
        }
    } progress;
    ClashOptions options;
    options.progress = &progress;
    const Assembly assembly = random_assembly(9, 100);
    const ClashReport report = clash(assembly, options);
    EXPECT_FALSE(report.complete());
    EXPECT_GT(report.counts.not_compared, 0u);
    EXPECT_EQ(sum(report.counts), report.counts.pairs);
    EXPECT_EQ(report.parts.size(), assembly.parts.size());
    const ClashReport whole = clash(assembly);
    for (const ClashFinding& f : report.findings) EXPECT_EQ(f.relation, found(whole, f.a, f.b));
}

TEST(Clash, reports_progress_that_never_goes_back) {
    struct Watch : Progress {
        std::map<std::string, std::uint64_t, std::less<>> last, total;
        void report(std::string_view stage, std::uint64_t done, std::uint64_t of) override {
            EXPECT_GE(done, last[std::string(stage)]);
            last[std::string(stage)] = done;
            total[std::string(stage)] = of;
        }
    } progress;
    ClashOptions options;
    options.progress = &progress;
    clash(random_assembly(10, 60), options);
    EXPECT_EQ(progress.last.size(), 2u);
    EXPECT_EQ(progress.last, progress.total);
}

}  // namespace
}  // namespace test
}  // namespace graze
