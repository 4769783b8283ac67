// Assemblies of a few parts, and what is found about two of them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/clash/clash.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze::testing {

using test::at;
using test::block;

inline Part part(std::string name, Mesh mesh, const Pose& pose = {}) {
    return {std::move(name), std::make_shared<const Mesh>(std::move(mesh)), pose};
}

inline ClashReport report_of(std::vector<Part> parts, const ClashSettings& settings = {}) {
    return clash({std::move(parts), {}, {}}, settings);
}

inline ClashSettings with_clearance(double clearance) {
    ClashSettings settings;
    settings.clearance = clearance;
    return settings;
}

inline ClashSettings with_touch(double touch) {
    ClashSettings settings;
    settings.touch = touch;
    return settings;
}

// The only finding about two parts; none if they are far enough apart.
inline std::optional<ClashFinding> finding_of(const Part& a, const Part& b,
                                              const ClashSettings& settings = {}) {
    const ClashReport report = report_of({a, b}, settings);
    EXPECT_TRUE(report.complete());
    EXPECT_LE(report.findings.size(), 1u);
    if (report.findings.empty()) return {};
    return report.findings.front();
}

inline std::optional<FindingKind> kind_of(const Part& a, const Part& b, const ClashSettings& settings = {}) {
    const auto finding = finding_of(a, b, settings);
    if (!finding) return {};
    return finding->kind;
}

inline void expect_depth(const ClashFinding& finding, double depth, double tolerance) {
    ASSERT_TRUE(finding.depth);
    EXPECT_NEAR(finding.depth->value, depth, tolerance);
    EXPECT_GE(finding.depth->at_most, finding.depth->value);
    EXPECT_NEAR(finding.depth->at_most, depth, tolerance);
}

}  // namespace graze::testing
