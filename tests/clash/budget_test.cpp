// What a budget leaves open is said, whatever it was spent on, and the same is said by any number of threads
// and shards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "graze/clash/distribute/merge.h"
#include "graze/clash/files/baseline.h"
#include "graze/clash/files/clash_csv.h"
#include "graze/clash/files/clash_file.h"
#include "graze/mesh/generate.h"
#include "tests/clash/same_reports.h"
#include "tests/clash/two_parts.h"

namespace graze::test {
namespace {

ClashOptions with_budget(std::uint64_t tests, double clearance = 0, double touch = 0) {
    ClashOptions options;
    options.clearance = clearance;
    options.touch = touch;
    options.budget_per_pair = Budget::of_tests(tests);
    return options;
}

bool is_open(const ClashFinding& f, Figure figure) {
    return std::ranges::find(f.out_of_budget, figure) != f.out_of_budget.end();
}

// Slabs side by side, as the teeth of a comb, along x or along y.
Mesh comb(std::size_t teeth, bool along_x) {
    Assembly slabs;
    const double length = static_cast<double>(teeth);
    for (std::size_t i = 0; i < teeth; ++i) {
        const double at = static_cast<double>(i) + 0.25;
        slabs.parts.push_back(
            part("slab", make_box(along_x ? Vec3{length, 0.5, 1} : Vec3{0.5, length, 1}),
                 Pose::translation(along_x ? Vec3{length / 2, at, 0} : Vec3{at, length / 2, 0})));
    }
    return merged(slabs);
}

// Many tetrahedra with one corner in common, their bases in one plane: all of two such piles touch.
Mesh pile(std::size_t count) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::size_t i = 0; i < count; ++i) {
        const auto k = static_cast<VertexId>(vertices.size());
        const double s = i % 2 == 0 ? 1 : -1;
        for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{s, 0, 0}, Vec3{0, s, 0}, Vec3{0, 0, 1}})
            vertices.push_back(p);
        for (const auto& t : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
            triangles.push_back({k + static_cast<VertexId>(t[0]), k + static_cast<VertexId>(t[1]),
                                 k + static_cast<VertexId>(t[2])});
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

// Something for each figure: overlapping solids, one inside another, near ones, touching ones, open ones.
Assembly one_of_each() {
    std::vector<Part> parts;
    parts.push_back(part("comb", comb(6, true)));
    parts.push_back(part("across", comb(6, false), at(0.1, 0.2, 0.3)));
    parts.push_back(part("ball", make_sphere(1, 2000), at(20, 0, 0)));
    parts.push_back(part("kernel", make_sphere(0.5, 2000), at(20, 0.1, 0)));
    parts.push_back(part("neighbour", make_sphere(1, 2000), at(22.05, 0.1, 0.2)));
    parts.push_back(part("pile", pile(40), at(40, 0, 0)));
    parts.push_back(part("pile below", pile(40), at(40, 0, -1)));
    parts.push_back(part("seat", make_box({4, 4, 4}, 20), at(60, 0, 0)));
    parts.push_back(part("seated", make_box({4, 4, 4}, 20), at(60, 0.3, 4)));
    const auto dish = [](const Mesh& ball) {  // open
        return Mesh({ball.vertices().begin(), ball.vertices().end()},
                    {ball.triangles().begin() + 100, ball.triangles().end()});
    };
    parts.push_back(part("dish", dish(make_sphere(1, 1000)), at(80, 0, 0)));
    parts.push_back(part("dish in dish", dish(make_sphere(1, 1000)), at(80.5, 0.2, 0.1)));
    return {std::move(parts), {}, {}};
}

const ClashFinding* find(const ClashReport& report, std::size_t a, std::size_t b) {
    for (const ClashFinding& f : report.findings)
        if (f.a == a && f.b == b) return &f;
    return nullptr;
}

TEST(ClashBudget, ends_anywhere_in_a_pair_and_what_is_missing_is_named) {
    const Assembly assembly = one_of_each();
    const ClashReport whole = clash(assembly, with_clearance(0.2));
    ASSERT_TRUE(whole.complete());
    ASSERT_EQ(whole.findings.size(), 6u);
    std::set<Figure> seen;
    for (double tests = 1; tests < 1e7; tests *= 1.6) {
        SCOPED_TRACE(tests);
        const ClashReport report = clash(assembly, with_budget(static_cast<std::uint64_t>(tests), 0.2));
        for (const ClashFinding& f : report.findings) {
            seen.insert(f.out_of_budget.begin(), f.out_of_budget.end());
            EXPECT_TRUE(std::ranges::is_sorted(f.out_of_budget));
            const ClashFinding* full = find(whole, f.a, f.b);
            // Nothing is claimed that is not so.
            if (full == nullptr) {
                EXPECT_EQ(f.kind, FindingKind::undecided);
                continue;
            }
            if (f.kind == FindingKind::undecided) {
                EXPECT_FALSE(f.out_of_budget.empty());
                continue;
            }
            EXPECT_EQ(f.kind, full->kind);
            EXPECT_EQ(f.relation, full->relation);
            if (f.out_of_budget.empty()) {
                EXPECT_EQ(f, *full);
            }
            if (f.depth) {
                EXPECT_LE(f.depth->value, full->depth->at_most);
                EXPECT_GE(f.depth->at_most, full->depth->value);
            }
            if (f.gap) {
                EXPECT_GE(f.gap->distance, full->gap->distance);
            }
            EXPECT_EQ(f.volume.has_value(), full->volume && !is_open(f, Figure::volume));
        }
        // What is not found is known to be apart.
        for (const ClashFinding& full : whole.findings) EXPECT_NE(find(report, full.a, full.b), nullptr);
        EXPECT_EQ(report.complete(), report.counts.undecided == 0 && report.cut_short() == 0);
    }
    EXPECT_EQ(seen, (std::set{Figure::relation, Figure::clearance, Figure::point, Figure::distance,
                              Figure::regions, Figure::volume, Figure::depth}));
}

TEST(ClashBudget, keeps_a_clash_that_has_no_figures_yet) {
    const Part a = part("a", comb(8, true)), b = part("b", comb(8, false), at(0.1, 0.2, 0.3));
    const ClashReport report = report_of({a, b}, with_budget(2000));
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& f = report.findings[0];
    EXPECT_EQ(f.kind, FindingKind::clash);
    EXPECT_TRUE(is_open(f, Figure::depth));
    EXPECT_FALSE(f.volume);
    EXPECT_EQ(report.counts.clash, 1u);
    EXPECT_EQ(report.cut_short(), 1u);
    EXPECT_FALSE(report.complete());
}

TEST(ClashBudget, gives_the_same_report_for_any_threads_and_shards) {
    const Assembly assembly = one_of_each();
    for (const std::uint64_t tests : {50u, 3000u, 60000u, 1000000u}) {
        SCOPED_TRACE(tests);
        ClashOptions options = with_budget(tests, 0.2);
        const ClashReport one = clash(assembly, options);
        EXPECT_EQ(one.options.budget, tests);
        for (const unsigned threads : {2u, 8u}) {
            options.threads = Threads(threads);
            expect_same_but_run(clash(assembly, options), one);
        }
        std::vector<NamedReport> shards;
        for (std::uint32_t i = 1; i <= 3; ++i) {
            options.shard = ClashShard{i, 3};
            shards.push_back({"shard", clash(assembly, options)});
        }
        expect_same_but_run(merge(std::move(shards)).report, one);
    }
}

TEST(ClashBudget, that_ends_between_the_bounds_of_a_depth_and_a_tolerance_leaves_it_undecided) {
    // 0.25 deep; the tolerance is beyond that, and told only by the search for the depth. Each region is less
    // than 0.1 thick.
    const Part a = part("a", make_sphere(1, 3000)), b = part("b", make_sphere(1, 3000), at(1.75, 0, 0));
    const double depth = must_find(a, b).depth->value;
    std::set<FindingKind> kinds;
    for (double tests = 1000; tests < 1e7; tests *= 1.6) {
        SCOPED_TRACE(tests);
        const ClashReport within =
            report_of({a, b}, with_budget(static_cast<std::uint64_t>(tests), 0, depth * 1.01));
        ASSERT_EQ(within.findings.size(), 1u);
        const ClashFinding& f = within.findings[0];
        EXPECT_TRUE(f.kind == FindingKind::undecided || f.kind == FindingKind::touch) << name_of(f.kind);
        EXPECT_EQ(f.relation == Relation::overlapping, !is_open(f, Figure::relation));
        EXPECT_EQ(within.complete(), f.out_of_budget.empty());
        kinds.insert(f.kind);
        const ClashReport beyond =
            report_of({a, b}, with_budget(static_cast<std::uint64_t>(tests), 0, depth * 0.99));
        EXPECT_NE(beyond.findings.at(0).kind, FindingKind::touch);
        kinds.insert(beyond.findings.at(0).kind);
    }
    EXPECT_EQ(kinds, (std::set{FindingKind::undecided, FindingKind::touch, FindingKind::clash}));
}

TEST(ClashBudget, of_the_default_leaves_ordinary_pairs_alone) {
    EXPECT_FALSE(ClashOptions{}.budget_per_pair.unlimited());
    EXPECT_FALSE(ClashOptions{}.budget_per_pair.time);  // reports are the same everywhere
    const Part seat = part("seat", make_box({4, 4, 4}, 40)),
               seated = part("seated", make_box({4, 4, 4}, 40), at(0, 0.3, 4));
    EXPECT_EQ(kind_of(seat, seated), FindingKind::touch);
}

TEST(ClashBudget, counts_what_touching_takes) {
    // 200 tetrahedra against 200, all in contact: two million pairs of triangles or a way around them.
    Meter meter(Budget::of_tests(100000));
    const Shape a(pile(200)), b(pile(200));
    relation(a, {}, b, at(0, 0, -1), {.budget = Budget::part_of(meter)});
    EXPECT_LE(meter.spent(), 100000u);
    EXPECT_GT(meter.spent(), 1000u);
}

TEST(ClashBudget, is_written_and_read) {
    const ClashReport report = clash(one_of_each(), with_budget(3000, 0.2));
    ASSERT_GT(report.cut_short(), 0u);
    const ClashReport again = parse_clashes(format_clashes(report), "x");
    EXPECT_TRUE(again == report);
    EXPECT_FALSE(again.complete());
    EXPECT_NE(format_clashes(report).find("\"budget\": 3000"), std::string::npos);
    EXPECT_NE(format_csv(report).find("regions volume depth,"), std::string::npos);
    EXPECT_NE(format_clashes(clash(one_of_each(),
                                   [] {
                                       ClashOptions none;
                                       none.budget_per_pair = {};
                                       return none;
                                   }()))
                  .find("\"budget\": null"),
              std::string::npos);
}

TEST(ClashBudget, that_was_used_up_changes_no_finding_of_a_baseline) {
    const ClashReport whole = clash(one_of_each(), with_clearance(0.2));
    ClashReport report = clash(one_of_each(), with_budget(20000, 0.2));
    ASSERT_GT(report.cut_short(), 0u);
    compare_with_baseline(report, whole, "whole.json");
    EXPECT_TRUE(report.baseline->resolved.empty());
    for (const ClashFinding& f : report.findings)
        if (f.kind != FindingKind::undecided) {
            EXPECT_EQ(f.status, FindingStatus::same) << f.a << " " << f.b;
        }
}

}  // namespace
}  // namespace graze::test
