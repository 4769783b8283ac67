// What graze says about solids that touch, nearly touch or overlap by a hair's breadth, against rational
// numbers. GRAZE_SOAK=400 compares a hundred thousand pairs instead of some hundred.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/query/depth/local_depth.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"
#include "tests/exact/grid_solids.h"
#include "tests/soak.h"

namespace graze::rational_overlap {
namespace {

using test::GridSolid;
using test::Tetrahedra;

std::uint64_t how_many(std::uint64_t usually) {
    return usually * static_cast<std::uint64_t>(test::soak_factor());
}

bool within(const mpq_class& truth, double value, double error) {
    return abs(mpq_class(value) - truth) <= mpq_class(error);
}

bool equal(const Overlap& x, const Overlap& y) {
    return x.volume == y.volume && x.error == y.error && x.centroid == y.centroid && x.box == y.box;
}

bool has_sheets(const Tetrahedra& solid) {
    return std::ranges::any_of(solid, [](const auto& t) { return test::orientation(t) == 0; });
}

std::string text(const Overlap& o) {
    char buffer[100];
    std::snprintf(buffer, sizeof buffer, "%.17g +- %g", o.volume, o.error);
    return buffer;
}

std::string text(const mpq_class& x) {
    char buffer[100];
    std::snprintf(buffer, sizeof buffer, "%.17g", x.get_d());
    return buffer;
}

// Two solids where they are, and what is known about them.
struct Case {
    std::string what;
    Shape a, b;
    Pose pose_a, pose_b;
    Tetrahedra cells_a, cells_b;

    Case(std::string name, const GridSolid& x, const GridSolid& y)
        : what(std::move(name)),
          a(x.surface()),
          b(y.surface()),
          pose_a(x.pose),
          pose_b(y.pose),
          cells_a(x.placed()),
          cells_b(y.placed()) {}

    // Rounding has turned no cell over.
    bool is_valid() const { return !cells_a.empty() && !cells_b.empty(); }
    bool has_sheets() const {
        return rational_overlap::has_sheets(cells_a) || rational_overlap::has_sheets(cells_b);
    }
    mpq_class common_volume() const { return test::exact_common_volume(cells_a, cells_b); }
    Overlap overlap() const { return overlap_volume(a, pose_a, b, pose_b); }
    Relation relation() const { return graze::relation(a, pose_a, b, pose_b); }
    bool is_known_apart() const {
        const Relation r = relation();
        return r == Relation::apart || r == Relation::touching;
    }
};

// Counts, and tells of the first few.
struct Tally {
    std::map<std::string, int> wrong, seen;

    void check(bool right, const std::string& claim, std::uint64_t seed, const std::string& details) {
        if (!right && ++wrong[claim] <= 3) ADD_FAILURE() << claim << ": seed " << seed << ", " << details;
    }
    void report() const {
        for (const auto& [what, n] : seen) std::printf("  %s: %d\n", what.c_str(), n);
        for (const auto& [what, n] : wrong) std::printf("  WRONG %s: %d\n", what.c_str(), n);
    }
};

void compare_volumes(const Case& c, std::uint64_t seed, Tally& tally) {
    const mpq_class truth = c.common_volume();
    const Overlap ab = c.overlap(), ba = overlap_volume(c.b, c.pose_b, c.a, c.pose_a);
    const Relation relation = c.relation();
    const std::string details = c.what + ": " + text(ab) + ", the other way round " + text(ba) +
                                ", exactly " + text(truth) + ", " + name_of(relation);
    ++tally.seen[name_of(relation)];
    tally.check(within(truth, ab.volume, ab.error), "the error is kept", seed, details);
    tally.check(equal(ab, ba), "it is the same both ways round", seed, details);
    const bool apart = c.is_known_apart();
    // What rounding has made a sheet of encloses nothing, and yet counts as material.
    tally.check(apart ? truth == 0 : c.has_sheets() || truth > 0, "relation is exact", seed, details);
    if (apart) {
        tally.check(ab.volume == 0 && ab.error == 0, "what does not overlap has no volume", seed, details);
    } else {
        tally.check(ab.volume + ab.error > 0, "what overlaps may have a volume", seed, details);
    }
}

void compare_regions(const Case& c, std::uint64_t seed, Tally& tally) {
    const mpq_class truth = c.common_volume();
    const std::vector<OverlapRegion> regions = overlap_regions(c.a, c.pose_a, c.b, c.pose_b);
    const Overlap all = c.overlap();
    mpq_class least = 0, most = 0;
    std::string details = c.what + ": " + text(all) + ", exactly " + text(truth) + ", regions";
    for (const OverlapRegion& r : regions) {
        least += mpq_class(r.volume) - mpq_class(r.error);
        most += mpq_class(r.volume) + mpq_class(r.error);
        details += " " + text(Overlap{.volume = r.volume, .error = r.error, .centroid = {}, .box = {}});
    }
    ++tally.seen[std::to_string(regions.size()) + " regions"];
    tally.check(least <= truth, "regions have no more than there is", seed, details);
    // Those within their errors are left out.
    tally.check(truth <= most + 4 * mpq_class(all.error), "regions have all there is", seed, details);
    const bool convex = c.cells_a.size() == 1 && c.cells_b.size() == 1;
    if (convex) tally.check(regions.size() <= 1, "what is convex is one region", seed, details);
    if (convex && !regions.empty()) tally.check(truth <= most, "a region keeps its error", seed, details);
    if (c.is_known_apart()) tally.check(regions.empty(), "what touches has no region", seed, details);
    std::vector<OverlapRegion> exchanged = overlap_regions(c.b, c.pose_b, c.a, c.pose_a);
    const bool same = std::ranges::equal(regions, exchanged, [](const auto& r, const auto& s) {
        return r.volume == s.volume && r.error == s.error && r.box == s.box && r.curves == s.curves;
    });
    tally.check(same, "regions are the same both ways round", seed, details);
}

bool holds(const Tetrahedra& cells, const Vec3& p) {
    return std::ranges::any_of(cells, [&](test::Tetrahedron t) {
        for (Vec3& corner : t) {
            const Vec3 kept = std::exchange(corner, p);
            if (test::orientation(t) < 0) return false;
            corner = kept;
        }
        return true;
    });
}

void compare_depths(const Case& c, std::uint64_t seed, Tally& tally) {
    const LocalDepth d = local_depth(c.a, c.pose_a, c.b, c.pose_b, {}, {.budget = Budget::of_tests(20000)});
    char numbers[100];
    std::snprintf(numbers, sizeof numbers, ": depth %.17g to %.17g", d.value, d.at_most);
    const std::string details = c.what + numbers;
    double largest = 0;
    for (const Tetrahedra* cells : {&c.cells_a, &c.cells_b})
        for (const auto& t : *cells)
            for (const Vec3& p : t)
                largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    const double rounding = 0x1p-41 * largest + 0x1p-1050;
    tally.check(d.value >= 0 && d.value <= d.at_most, "the bounds of a depth are in order", seed, details);
    if (c.is_known_apart()) tally.check(d.value == 0, "what touches has no depth", seed, details);
    if (d.value > 0) {
        ++tally.seen["deep"];
        const Vec3 way = d.nearest() - d.point();
        tally.check(holds(d.point_on_a ? c.cells_b : c.cells_a, d.point()), "the deepest point is inside",
                    seed, details);
        tally.check(std::abs(std::hypot(way.x, way.y, way.z) - d.value) <= rounding,
                    "it is as deep as is said", seed, details);
    }
    const auto compare_corners = [&](const Tetrahedra& cells, const Shape& other, const Pose& pose) {
        for (const auto& t : cells) {
            for (const Vec3& p : t) {
                if (signed_distance(other, pose, p).value < -(d.at_most + rounding))
                    tally.check(false, "no corner is deeper than is said", seed, details);
            }
        }
    };
    if (c.cells_a.size() == 1) compare_corners(c.cells_a, c.b, c.pose_b);
    if (c.cells_b.size() == 1) compare_corners(c.cells_b, c.a, c.pose_a);
}

template <class Compare>
void compare_pairs(std::uint64_t count, const Compare& compare) {
    Tally tally;
    const auto compare_one = [&](std::uint64_t seed) {
        Random r(seed);
        const test::SolidPair pair = test::make_solid_pair(r);
        if (const Case c(pair.what, pair.a, pair.b); c.is_valid()) compare(c, seed, tally);
    };
    for (std::uint64_t seed = 1; seed <= count; ++seed) compare_one(seed);
    // Whose volumes were further off than their errors once.
    for (const std::uint64_t seed : {5927u, 11564u, 15380u, 17966u}) compare_one(seed);
    tally.report();
}

TEST(OverlapOfRationals, has_the_volume_of_graze_for_solids_that_touch_or_nearly_do) {
    compare_pairs(how_many(250), compare_volumes);
}

TEST(OverlapOfRationals, has_the_regions_of_graze_for_solids_that_touch_or_nearly_do) {
    compare_pairs(how_many(100), compare_regions);
}

TEST(OverlapOfRationals, has_the_depth_of_graze_for_solids_that_touch_or_nearly_do) {
    compare_pairs(how_many(60), compare_depths);
}

TEST(OverlapOfRationals, is_that_of_graze_for_bars_of_many_triangles) {
    Tally tally;
    const std::uint64_t count = how_many(2);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Random r(seed);
        const test::SolidPair pair = test::make_bar_pair(r);
        if (const Case c(pair.what, pair.a, pair.b); c.is_valid()) {
            compare_volumes(c, seed, tally);
            compare_regions(c, seed, tally);
        }
    }
    tally.report();
}

// One solid twice, also with a copy that rounding has moved by a unit in the last place.
TEST(OverlapOfRationals, of_a_solid_with_itself_is_all_of_it) {
    Tally tally;
    const std::uint64_t count = how_many(30);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Random r(seed);
        const GridSolid once = test::make_solid_pair(r).a;
        GridSolid again = once;
        again.inside_out = r.chance(0.5);
        if (const Case c("twice", once, again); c.is_valid()) {
            const Overlap o = c.overlap();
            tally.check(within(test::exact_volume(c.cells_a), o.volume, o.error), "all of it", seed, text(o));
            compare_volumes(c, seed, tally);
            compare_regions(c, seed, tally);
        }
        for (Vec3& p : again.vertices) p.x = std::nextafter(p.x, INFINITY);
        if (const Case c("an ulp apart", once, again); c.is_valid()) {
            compare_volumes(c, seed, tally);
            compare_regions(c, seed, tally);
        }
    }
    tally.report();
}

}  // namespace
}  // namespace graze::rational_overlap
