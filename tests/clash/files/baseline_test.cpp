#include "graze/clash/files/baseline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/clash/files/clash_file.h"
#include "graze/clash/files/identity.h"
#include "tests/clash/reports.h"
#include "tests/query/scenes.h"

namespace graze::test {
namespace {

using test::at;

ClashReport numbered_report(std::vector<ClashPart> parts, std::vector<ClashFinding> findings) {
    ClashReport report;
    report.parts = std::move(parts);
    report.findings = std::move(findings);
    give_ids(report);
    return report;
}

ClashReport compared(ClashReport report, const ClashReport& old) {
    compare_with_baseline(report, old, "old.json");
    return report;
}

std::vector<std::string> ids(const ClashReport& report) {
    std::vector<std::string> result;
    for (const ClashFinding& f : report.findings) result.push_back(f.id);
    return result;
}

FindingStatus status(const ClashReport& report, std::size_t finding = 0) {
    return report.findings[finding].status.value();
}

// "bolt 1" ... "bolt n", all alike, one beside the other on a plate, which each of them clashes with.
ClashReport bolts(int count, int left_out = 0, double shift = 0) {
    std::vector<ClashPart> parts{made_up_part("m/plate", 1)};
    std::vector<ClashFinding> findings;
    int number = 0;
    for (int i = 1; i <= count; ++i) {
        if (i == left_out) continue;
        parts.push_back(made_up_part("m/bolt " + std::to_string(++number), 2, at(10 * i + shift)));
        findings.push_back(made_up_finding(0, parts.size() - 1));
        findings.back().point = parts.back().world_from_part.translation();
        findings.back().depth = DepthBounds{static_cast<double>(i), static_cast<double>(i)};
    }
    return numbered_report(parts, findings);
}

TEST(Identity, gives_short_ids_that_are_all_different) {
    const ClashReport report = bolts(100);
    const std::vector<std::string> all = ids(report);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 100u);
    for (const std::string& id : all) {
        EXPECT_EQ(id.size(), 8u);
        EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
}

TEST(Identity, does_not_depend_on_the_order_and_the_numbers_of_parts) {
    const ClashReport report =
        numbered_report({made_up_part("m/a 1", 1), made_up_part("m/b 1", 2, at(1)), made_up_part("m/c", 3)},
                        {made_up_finding(0, 1), made_up_finding(1, 2)});
    const ClashReport other = numbered_report({made_up_part("m/c", 3), made_up_part("m/b 27", 2, at(1)),
                                               made_up_part("m/new", 9), made_up_part("m/a (3)", 1)},
                                              {made_up_finding(0, 1), made_up_finding(1, 3)});
    EXPECT_EQ(report.findings[0].id, other.findings[1].id);
    EXPECT_EQ(report.findings[1].id, other.findings[0].id);
}

TEST(Identity, changes_with_mesh_place_and_name) {
    const auto id = [](const ClashPart& part) {
        return numbered_report({made_up_part("m/a", 1), part}, {made_up_finding(0, 1)}).findings[0].id;
    };
    const std::set<std::string> different{id(made_up_part("m/b", 2)), id(made_up_part("m/b", 3)),
                                          id(made_up_part("m/b", 2, at(1))), id(made_up_part("m/k", 2))};
    EXPECT_EQ(different.size(), 4u);
    EXPECT_EQ(id(made_up_part("m/b", 2, at(-0.0))), id(made_up_part("m/b", 2, at(0))));
}

TEST(Identity, tells_equal_parts_in_one_place_apart) {
    const std::vector<ClashPart> parts{made_up_part("m/a", 1), made_up_part("m/b 1", 2),
                                       made_up_part("m/b 2", 2)};
    const ClashReport report = numbered_report(parts, {made_up_finding(0, 1), made_up_finding(0, 2)});
    EXPECT_NE(report.findings[0].id, report.findings[1].id);
    const ClashReport swapped = numbered_report(parts, {made_up_finding(0, 2), made_up_finding(0, 1)});
    EXPECT_EQ(report.findings[0].id, swapped.findings[1].id);
}

TEST(Identity, drops_numbers_at_the_ends_of_names) {
    EXPECT_EQ(without_numbers("gearbox v2/screw (12)"), "gearbox v/screw");
    EXPECT_EQ(without_numbers("m/bolt.001"), "m/bolt");
    EXPECT_EQ(without_numbers("m/bolt_1_2"), "m/bolt");
    EXPECT_EQ(without_numbers("m/bolt:3/head #2"), "m/bolt/head");
    EXPECT_EQ(without_numbers("M8 nut"), "M8 nut");
    EXPECT_EQ(without_numbers("cover (left)"), "cover (left)");
    EXPECT_EQ(without_numbers("12/7"), "/");
    EXPECT_EQ(without_numbers(""), "");
}

TEST(Baseline, of_the_same_run_has_everything_the_same) {
    const ClashReport old = bolts(5);
    const ClashReport now = compared(old, old);
    EXPECT_EQ(*now.baseline, (BaselineSummary{"old.json", 0, 0, 5, {}}));
    EXPECT_EQ(ids(now), ids(old));
    EXPECT_EQ(status(now), FindingStatus::same);
}

TEST(Baseline, knows_a_hundred_equal_bolts_after_one_of_them_is_gone) {
    const ClashReport old = bolts(100);
    for (const int gone : {1, 50, 100}) {
        const ClashReport now = compared(bolts(100, gone), old);  // all that follow get another number
        EXPECT_EQ(now.baseline->same, 99u);
        ASSERT_EQ(now.baseline->resolved.size(), 1u);
        const ResolvedFinding& resolved = now.baseline->resolved[0];
        EXPECT_EQ(resolved.path_b, "m/bolt " + std::to_string(gone));
        EXPECT_EQ(resolved.part_a, 0u);
        EXPECT_FALSE(resolved.part_b);
        EXPECT_EQ(resolved.finding.id, old.findings[static_cast<std::size_t>(gone - 1)].id);
    }
}

TEST(Baseline, knows_a_hundred_equal_bolts_when_one_is_added_in_front) {
    const ClashReport old = bolts(100, 1);
    const ClashReport now = compared(bolts(100), old);
    EXPECT_EQ(*now.baseline, (BaselineSummary{"old.json", 1, 0, 99, {}}));
    EXPECT_EQ(status(now, 0), FindingStatus::added);
    EXPECT_EQ(now.findings[1].id, old.findings[0].id);
}

TEST(Baseline, knows_moved_parts_by_name) {
    const ClashReport old = bolts(10);
    const ClashReport now = compared(bolts(10, 0, 0.25), old);
    EXPECT_EQ(now.baseline->same, 10u);
    EXPECT_EQ(ids(now), ids(old));
    EXPECT_NE(ids(now), ids(bolts(10, 0, 0.25)));
}

TEST(Baseline, knows_moved_and_renumbered_parts_by_where_they_are_nearly) {
    const ClashReport old = bolts(6);
    ClashReport moved = bolts(6, 0, 0.25);
    for (std::size_t i = 1; i <= 6; ++i) moved.parts[i].path = "m/bolt " + std::to_string(17 - i);
    const ClashReport now = compared(moved, old);
    EXPECT_EQ(now.baseline->same, 6u);  // depths would differ
    EXPECT_EQ(ids(now), ids(old));
}

TEST(Baseline, knows_renamed_parts_by_mesh_and_place) {
    ClashReport renamed = bolts(3);
    renamed.parts[0].path = "rev B/base";
    renamed.parts[2].path = "rev B/special";
    const ClashReport now = compared(renamed, bolts(3));
    EXPECT_EQ(now.baseline->same, 3u);
    EXPECT_EQ(ids(now), ids(bolts(3)));
}

TEST(Baseline, knows_altered_parts_by_name_and_when_the_file_has_another) {
    for (const std::string file : {"m", "m rev B"}) {
        ClashReport altered = bolts(3);
        for (ClashPart& part : altered.parts) {
            part.path = file + part.path.substr(1);
            part.hash = {part.hash.high + 100, 0};
        }
        const ClashReport now = compared(altered, bolts(3));
        EXPECT_EQ(now.baseline->same, 3u) << file;
        EXPECT_EQ(ids(now), ids(bolts(3))) << file;
    }
}

TEST(Baseline, does_not_mind_the_order_of_parts) {
    const ClashReport old = numbered_report(
        {made_up_part("m/a", 1), made_up_part("m/b", 2), made_up_part("m/c", 3)}, {made_up_finding(0, 2)});
    const ClashReport now =
        compared(numbered_report({made_up_part("m/c", 3), made_up_part("m/b", 2), made_up_part("m/a", 1)},
                                 {made_up_finding(0, 2)}),
                 old);
    EXPECT_EQ(status(now), FindingStatus::same);
    EXPECT_EQ(now.findings[0].id, old.findings[0].id);
}

TEST(Baseline, calls_changed_what_differs_by_more_than_the_bounds) {
    ClashReport old = bolts(1);
    old.findings[0].depth = DepthBounds{1, 1.5};
    old.findings[0].volume = VolumeBounds{10, 1};
    const auto becomes = [&](auto&& change) {
        ClashReport now = old;
        change(now.findings[0]);
        return status(compared(now, old));
    };
    using enum FindingStatus;
    EXPECT_EQ(becomes([](ClashFinding& f) { f.depth = DepthBounds{1.4, 1.9}; }), same);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.depth = DepthBounds{1.6, 1.9}; }), changed);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.depth = DepthBounds{0.5, 0.9}; }), changed);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.depth.reset(); }), changed);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.volume = VolumeBounds{11.5, 1}; }), same);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.volume = VolumeBounds{12.5, 1}; }), changed);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.kind = FindingKind::touch; }), changed);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.allowed = Allowance{1, 2}; }), changed);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.point = {9, 9, 9}; }), same);

    old.findings[0].gap = FoundGap{0.1, {100, 0, 0}, {100.1, 0, 0}};
    EXPECT_EQ(becomes([](ClashFinding& f) { f.gap->distance = 0.1 + 1e-14; }), same);
    EXPECT_EQ(becomes([](ClashFinding& f) { f.gap->distance = 0.1001; }), changed);
}

TEST(Baseline, lists_clashes_that_are_gone_but_not_contacts) {
    ClashReport old = bolts(4);
    old.findings[1].kind = FindingKind::touch;
    old.findings[2].allowed = Allowance{1, 9};
    ClashReport now = bolts(4);
    now.findings.clear();
    now = compared(now, old);
    ASSERT_EQ(now.baseline->resolved.size(), 2u);
    EXPECT_EQ(now.baseline->resolved[0].path_b, "m/bolt 1");
    EXPECT_EQ(now.baseline->resolved[0].part_b, 1u);
    EXPECT_EQ(now.baseline->resolved[1].path_b, "m/bolt 4");
}

TEST(Baseline, lists_gaps_that_are_gone_unless_less_clearance_is_asked_for) {
    ClashReport old = bolts(2);
    old.findings[1].kind = FindingKind::clearance;
    old.options.clearance = 2;
    ClashReport now = bolts(2);
    now.findings.clear();
    const auto resolved_with = [&](double clearance) {
        now.options.clearance = clearance;
        return compared(now, old).baseline->resolved;
    };
    ASSERT_EQ(resolved_with(2).size(), 2u);
    EXPECT_EQ(resolved_with(2)[1].finding.kind, FindingKind::clearance);
    EXPECT_EQ(resolved_with(3).size(), 2u);
    ASSERT_EQ(resolved_with(1).size(), 1u);
    EXPECT_EQ(resolved_with(1)[0].path_b, "m/bolt 1");
}

TEST(Baseline, resolves_nothing_if_pairs_were_left_out) {
    ClashReport now = bolts(4);
    now.findings.clear();
    now.counts.not_compared = 1;
    EXPECT_TRUE(compared(now, bolts(4)).baseline->resolved.empty());
}

TEST(Baseline, gives_no_id_of_the_earlier_run_to_something_new) {
    ClashReport old = bolts(2);
    ClashReport now = bolts(2);
    // Another pair had that id.
    std::swap(old.findings[0].id, old.findings[1].id);
    old.findings.pop_back();
    now = compared(now, old);
    EXPECT_EQ(now.findings[0].id, old.findings[0].id);
    EXPECT_NE(now.findings[1].id, now.findings[0].id);
    EXPECT_EQ(now.findings[1].id.size(), 8u);
}

TEST(Baseline, can_be_a_report_that_had_one_itself) {
    const ClashReport first = bolts(3);
    const ClashReport second = compared(bolts(3, 1), first), third = compared(bolts(3, 1), second);
    EXPECT_EQ(*third.baseline, (BaselineSummary{"old.json", 0, 0, 2, {}}));
    EXPECT_EQ(ids(third), ids(second));
}

TEST(Baseline, in_another_unit_is_refused) {
    ClashReport mm = bolts(1), m = bolts(1);
    mm.metres_per_unit = 0.001;
    EXPECT_NO_THROW(compared(mm, m));
    m.metres_per_unit = 1;
    EXPECT_THROW(compared(mm, m), Error);
}

TEST(Baseline, goes_through_files) {
    const ClashReport old = bolts(20);
    const ClashReport read = parse_clashes(format_clashes(old), "old.json");
    EXPECT_EQ(compared(bolts(20, 3), read), compared(bolts(20, 3), old));
    const ClashReport now = compared(bolts(20, 3), read);
    EXPECT_EQ(parse_clashes(format_clashes(now), "x"), now);
}

}  // namespace
}  // namespace graze::test
