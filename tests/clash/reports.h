// Reports of clashes that nothing was compared for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/clash/clash_report.h"

namespace graze::test {

inline ClashPart made_up_part(std::string path, std::uint64_t hash, const Pose& pose = {}) {
    ClashPart part;
    part.path = std::move(path);
    part.hash = {hash, 7};
    part.world_from_part = pose;
    part.box = {pose.translation(), pose.translation() + Vec3{1, 1, 1}};
    part.triangles = 12;
    return part;
}

inline ClashFinding made_up_finding(std::size_t a, std::size_t b, FindingKind kind = FindingKind::clash) {
    ClashFinding finding;
    finding.a = a;
    finding.b = b;
    finding.kind = kind;
    finding.relation = kind == FindingKind::clash ? Relation::overlapping : Relation::touching;
    return finding;
}

// With something in every field, of awkward names and numbers.
inline ClashReport made_up_report(std::uint64_t seed) {
    Random random(seed);
    const auto number = [&] { return random.in_box({-1, -1, -1}, {1, 1, 1}).x * 1e3; };
    const auto point = [&] { return random.in_box({-9, -9, -9}, {9, 9, 9}); };
    ClashReport report;
    report.metres_per_unit = 0.001;
    report.options = {2, 0.05, OpenMeshes::refuse, 1000};
    report.files = {{"a.obj", "obj", false, 2, {{"line elements", 3}}}, {"b \"2\".stl", "stl", true, 2, {}}};
    report.parts = {made_up_part("a/wheel \"x\"", 1, Pose(random.rotation(), point())),
                    made_up_part("a/\\back\n\ttab\x01", 2, Pose(random.rotation(), point())),
                    made_up_part("b/\u6b6f\u8eca", 3), made_up_part("b/empty", 4)};
    for (std::size_t i = 0; i < 4; ++i) report.parts[i].file = i / 2;
    report.parts[2].closed = false;
    report.parts[2].why_not_closed = "4 open edges";
    report.parts[3].box = {};
    report.parts[0].name = "wheel \"x\"";
    report.options.between = RuleSides{{"a/**", "/a"}, {"\"\n"}};
    report.files[1].metres_per_unit = 0.001;
    report.files[1].stated_unit = 0.0254;
    report.files[1].turned = true;
    report.remarks = {"a.obj is \"long\"", ""};
    report.parts[1].attributes = {{"GlobalId", "2O2Fr$t4X7Zf8NOew3FNr2"}, {"", "\"\n"}, {"GlobalId", ""}};
    StitchReport stitched;
    stitched.tolerance = 0.25;
    stitched.closed = true;
    stitched.joined_edges = 5;
    stitched.split_edges = 2;
    stitched.merged_points = 3;
    stitched.added_triangles = 1;
    stitched.largest_move = 0.125;
    stitched.widest_gap = 0.0625;
    report.parts[0].stitched = stitched;
    report.parts[2].stitched.emplace().longest_rim = OpenRim{number(), point()};
    report.parts[2].stitched->open_edges = 4;
    report.parts[2].stitched->open_rims = report.parts[2].stitched->open_pieces = 2;
    report.counts = {6, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0};
    report.rules = UsedRules{"rules.txt", {{3, "ignore \"nothing\" \"*\""}}};

    ClashFinding clash = made_up_finding(0, 1);
    clash.id = "0123abcd";
    clash.point = point();
    clash.depth = DepthBounds{0.1, 0.1 + 0.2};
    clash.volume = VolumeBounds{number(), 5e-324};
    clash.status = FindingStatus::changed;
    clash.thickness = 0.7;
    FoundRegion region{{{-1, 0, 0}, {1, 2, 3}}, clash.depth, point(), point(), clash.volume, 0.3, {}};
    region.curves.push_back({{point(), point(), point()}, true});
    region.curves.push_back({{point(), {-0.0, 1e100, 1e-300}}, false});
    clash.regions = {region, FoundRegion{{{0, 0, 0}, {1, 1, 1}}, {}, {}, {}, {}, {}, {}}};
    ClashFinding close = made_up_finding(1, 3, FindingKind::clearance);
    close.gap = FoundGap{number(), point(), point()};
    close.wanted_clearance = 2;
    close.as_surfaces = true;
    close.out_of_budget = {Figure::distance};
    ClashFinding fit = made_up_finding(0, 3, FindingKind::inside);
    fit.relation = Relation::b_in_a;
    fit.allowed = Allowance{4, 0.02};
    report.findings = {clash, fit, close};

    ClashFinding gone = clash;
    gone.a = gone.b = 0;
    report.baseline = BaselineSummary{"old.json", 1, 1, 1, {{gone, "a/gone", "b/empty", {}, 3}}};
    report.run = {1.5, 8, "0.1.0", ClashShard{2, 4}, "0a", 3, 1};
    return report;
}

}  // namespace graze::test
