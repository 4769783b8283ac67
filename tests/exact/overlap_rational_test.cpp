// What graze says about solids that touch, nearly touch or overlap by a hair's breadth, against rational
// numbers. GRAZE_SOAK=400 compares a hundred thousand pairs instead of some hundred.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "graze/query/local_depth.h"
#include "graze/query/overlap_regions.h"
#include "graze/query/relation.h"
#include "graze/query/volume.h"
#include "tests/exact/grid_solids.h"

namespace graze {
namespace {

std::uint64_t how_many(std::uint64_t usually) {
    const char* text = std::getenv("GRAZE_SOAK");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return usually * static_cast<std::uint64_t>(text == nullptr ? 1 : std::max(1, std::atoi(text)));
}

bool within(const mpq_class& truth, double value, double error) {
    return abs(mpq_class(value) - truth) <= mpq_class(error);
}

bool equal(const Overlap& x, const Overlap& y) {
    return x.volume == y.volume && x.error == y.error && x.centroid == y.centroid && x.box == y.box;
}

bool has_sheets(const test::Tetrahedra& solid) {
    return std::ranges::any_of(solid, [](const auto& t) { return test::orientation(t) == 0; });
}

struct Tally {
    std::map<std::string, int> wrong, seen;

    void check(bool right, const std::string& claim, std::uint64_t seed, const std::string& details) {
        if (right) return;
        if (++wrong[claim] <= 3) ADD_FAILURE() << claim << ": seed " << seed << ", " << details;
    }
};

std::string text(const Overlap& o) {
    char buffer[100];
    std::snprintf(buffer, sizeof buffer, "%.17g +- %g", o.volume, o.error);
    return buffer;
}

void compare(std::uint64_t seed, Tally& tally) {
    Random r(seed);
    const test::SolidPair pair = test::make_solid_pair(r);
    const test::Tetrahedra ta = pair.a.placed(), tb = pair.b.placed();
    if (ta.empty() || tb.empty()) {
        ++tally.seen["turned over by rounding"];
        return;
    }
    const Shape a(pair.a.surface()), b(pair.b.surface());
    const Pose &pa = pair.a.pose, &pb = pair.b.pose;
    const mpq_class truth = test::exact_common_volume(ta, tb);
    const Overlap ab = overlap_volume(a, pa, b, pb), ba = overlap_volume(b, pb, a, pa);
    const Relation relation = graze::relation(a, pa, b, pb);
    const std::string details = pair.what + ": " + text(ab) + ", the other way round " + text(ba) +
                                ", exactly " + std::to_string(truth.get_d()) + " (" +
                                std::to_string(truth.get_d() / ab.error) + " errors), " + name_of(relation);
    ++tally.seen[name_of(relation)];
    tally.check(within(truth, ab.volume, ab.error), "the error is kept", seed, details);
    tally.check(within(truth, ba.volume, ba.error), "the error is kept the other way round", seed, details);
    tally.check(equal(ab, ba), "it is the same both ways round", seed, details);
    const bool share = relation != Relation::apart && relation != Relation::touching;
    // What rounding has made a sheet of encloses nothing, and yet counts as material.
    const bool sheets = has_sheets(ta) || has_sheets(tb);
    tally.check(share ? sheets || truth > 0 : truth == 0, "relation is exact", seed, details);
    if (share) {
        tally.check(ab.volume + ab.error > 0, "what overlaps may have a volume", seed, details);
    } else {
        tally.check(ab.volume == 0 && ab.error == 0, "what does not overlap has none", seed, details);
    }
}

TEST(OverlapVolume, keeps_its_error_for_solids_that_touch_or_nearly_do) {
    Tally tally;
    const std::uint64_t count = how_many(250);
    for (std::uint64_t seed = 1; seed <= count; ++seed) compare(seed, tally);
    for (const auto& [what, n] : tally.seen) std::printf("  %s: %d\n", what.c_str(), n);
    for (const auto& [what, n] : tally.wrong) std::printf("  WRONG %s: %d\n", what.c_str(), n);
    EXPECT_GT(tally.seen["touching"], 0);
    EXPECT_GT(tally.seen["overlapping"], 0);
}

}  // namespace
}  // namespace graze
