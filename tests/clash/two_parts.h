// Assemblies of a few parts, and what is found about two of them.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/clash/clash.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze::test {

using test::at;
using test::block;

inline Part part(std::string name, Mesh mesh, const Pose& pose = {}) {
    return {std::move(name), std::make_shared<const Mesh>(std::move(mesh)), pose};
}

inline ClashReport report_of(std::vector<Part> parts, const ClashOptions& options = {}) {
    return clash({std::move(parts), {}, {}}, options);
}

inline ClashOptions with_clearance(double clearance) {
    ClashOptions options;
    options.clearance = clearance;
    return options;
}

inline ClashOptions with_touch(double touch) {
    ClashOptions options;
    options.touch = touch;
    return options;
}

// The only finding about two parts; none if they are far enough apart.
inline std::optional<ClashFinding> finding_of(const Part& a, const Part& b,
                                              const ClashOptions& options = {}) {
    const ClashReport report = report_of({a, b}, options);
    EXPECT_TRUE(report.complete());
    EXPECT_LE(report.findings.size(), 1u);
    if (report.findings.empty()) return {};
    return report.findings.front();
}

inline std::optional<FindingKind> kind_of(const Part& a, const Part& b, const ClashOptions& options = {}) {
    const auto finding = finding_of(a, b, options);
    if (!finding) return {};
    return finding->kind;
}

// The same where there must be one.
inline ClashFinding must_find(const Part& a, const Part& b, const ClashOptions& options = {}) {
    const auto finding = finding_of(a, b, options);
    EXPECT_TRUE(finding) << "nothing was found";
    return finding.value_or(ClashFinding{});
}

// Not a number, which is near nothing, where there is none.
constexpr double none = std::numeric_limits<double>::quiet_NaN();
inline VolumeBounds volume_of(const ClashFinding& finding) {
    return finding.volume.value_or(VolumeBounds{none, none});
}
inline FoundGap gap_of(const ClashFinding& finding) {
    return finding.gap.value_or(FoundGap{none, {}, {}});
}
inline DepthBounds depth_of(const ClashFinding& finding) {
    return finding.depth.value_or(DepthBounds{none, none});
}

inline void expect_depth(const ClashFinding& finding, double depth, double tolerance) {
    const auto [value, at_most] = depth_of(finding);
    EXPECT_NEAR(value, depth, tolerance);
    EXPECT_GE(at_most, value);
    EXPECT_NEAR(at_most, depth, tolerance);
}

}  // namespace graze::test
