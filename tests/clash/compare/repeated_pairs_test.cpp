// What is found about pairs that are compared once for many places is what is found at each place.
#include "graze/clash/compare/detail/repeated_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/clash/clash.h"
#include "graze/clash/compare/detail/compare_pair.h"
#include "graze/mesh/generate.h"
#include "graze/models/gearbox.h"
#include "tests/clash/assemblies.h"

namespace graze::test {
namespace {

using detail::PairPlace;
using detail::RepeatedPairs;

using MeshList = std::vector<std::shared_ptr<const Mesh>>;

MeshList meshes_on_a_grid() {
    return {std::make_shared<const Mesh>(make_box({1.5, 1.5, 1.5})),
            std::make_shared<const Mesh>(make_box({2, 0.5, 1}, 2)),
            std::make_shared<const Mesh>(make_box({0.25, 0.25, 0.25}))};
}

// Quarter turns about any axis at places that are multiples of `step`.
Assembly on_a_grid(const MeshList& meshes, double step, const Vec3& origin, std::size_t count) {
    Random r(31);
    Assembly assembly;
    for (std::size_t i = 0; i < count; ++i) {
        const auto multiple = [&] { return step * std::round(r.uniform(-6, 6)); };
        const Vec3 axes[]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const Pose turn = Pose::rotation_turns(axes[r.below(3)], 0.25 * static_cast<double>(r.below(4)));
        const Vec3 at{multiple(), multiple(), multiple()};
        assembly.parts.push_back({"part " + std::to_string(i), meshes[r.below(meshes.size())],
                                  Pose::translation(origin + at) * turn});
    }
    return assembly;
}

// A plan with its pairs, compared in both ways.
class BothWays {
  public:
    BothWays(const Assembly& assembly, double clearance)
        : ruled_(ClashRules(), assembly, clearance), plan_(assembly, ruled_), repeated_(plan_, {}) {
        for (const Part& part : assembly.parts) shapes_.try_emplace(part.mesh.get(), *part.mesh);
    }

    std::optional<ClashFinding> at(const PlannedPair& pair, const PairPlace& place) {
        ++compared_;
        const auto shape = [&](std::uint32_t part) {
            return shapes_.at(plan_.assembly().parts[part].mesh.get());
        };
        return detail::compare_pair({shape(pair.a), place.world_from_a, place.box_a},
                                    {shape(pair.b), place.world_from_b, place.box_b},
                                    ruled_.terms(pair.a, pair.b), {});
    }
    std::optional<ClashFinding> where_they_are(const PlannedPair& pair) {
        const auto& parts = plan_.assembly().parts;
        return at(pair, {parts[pair.a].world_from_part, parts[pair.b].world_from_part, plan_.box(pair.a),
                         plan_.box(pair.b)});
    }
    std::optional<ClashFinding> once(const PlannedPair& pair) {
        return repeated_.once(pair, [&](const PairPlace& place) { return at(pair, place); });
    }
    const ClashPlan& plan() const { return plan_; }
    const RepeatedPairs& repeated() const { return repeated_; }
    std::size_t compared() const { return compared_; }

  private:
    RuledParts ruled_;
    ClashPlan plan_;
    RepeatedPairs repeated_;
    std::map<const Mesh*, Shape> shapes_;
    std::size_t compared_ = 0;
};

void expect_near(const Vec3& p, const Vec3& q) {
    EXPECT_LT(length(p - q), 1e-12);
}

void expect_same(const ClashFinding& once, const ClashFinding& there) {
    EXPECT_EQ(once.kind, there.kind);
    EXPECT_EQ(once.relation, there.relation);
    EXPECT_EQ(once.as_surfaces, there.as_surfaces);
    ASSERT_EQ(once.gap.has_value(), there.gap.has_value());
    if (once.gap && there.gap) {
        EXPECT_NEAR(once.gap->distance, there.gap->distance, 1e-13);
        EXPECT_NEAR(length(once.gap->point_a - once.gap->point_b), once.gap->distance, 1e-12);
    }
    ASSERT_EQ(once.volume.has_value(), there.volume.has_value());
    if (once.volume && there.volume) {
        EXPECT_NEAR(once.volume->value, there.volume->value, once.volume->error + there.volume->error);
    }
    ASSERT_EQ(once.regions.size(), there.regions.size());
    for (std::size_t i = 0; i < once.regions.size(); ++i) {
        if (once.regions.size() > 1) break;  // equal ones may be in another order
        expect_near(once.regions[i].box.lower, there.regions[i].box.lower);
        expect_near(once.regions[i].box.upper, there.regions[i].box.upper);
        // Where faces are flush, what is one curve and what two depends on the directions of the axes.
        EXPECT_EQ(once.regions[i].curves.empty(), there.regions[i].curves.empty());
        const Vec3 margin{1e-12, 1e-12, 1e-12};
        const Box around{there.regions[i].box.lower - margin, there.regions[i].box.upper + margin};
        for (const IntersectionCurve& curve : once.regions[i].curves)
            for (const Vec3& p : curve.points)
                EXPECT_TRUE(around.contains(p)) << "a curve outside of its region";
    }
}

void expect_same(const std::optional<ClashFinding>& once, const std::optional<ClashFinding>& there) {
    EXPECT_EQ(once.has_value(), there.has_value());
    if (once && there) expect_same(*once, *there);
}

TEST(RepeatedPairs, have_the_answers_of_each_place) {
    for (const Vec3& origin : {Vec3{}, Vec3{1000, -500, 0.25}}) {
        const Assembly assembly = on_a_grid(meshes_on_a_grid(), 0.25, origin, 60);
        BothWays ways(assembly, 0.5);
        std::map<FindingKind, int> kinds;
        for (const PlannedPair& pair : ways.plan().pairs()) {
            SCOPED_TRACE(std::to_string(pair.a) + ", " + std::to_string(pair.b));
            const auto there = ways.where_they_are(pair);
            expect_same(ways.once(pair), there);
            if (there) ++kinds[there->kind];
        }
        for (const FindingKind kind : {FindingKind::clash, FindingKind::touch, FindingKind::clearance})
            EXPECT_GT(kinds[kind], 5) << name_of(kind);
    }
}

TEST(RepeatedPairs, are_compared_once) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    Assembly row;
    for (int i = 0; i < 100; ++i)
        row.parts.push_back({std::to_string(i), cube, Pose::translation({0.75 * i, 0, 0})});
    BothWays ways(row, 0);
    EXPECT_EQ(ways.plan().pairs().size(), 99u);
    EXPECT_EQ(ways.repeated().different(), 1u);
    for (const PlannedPair& pair : ways.plan().pairs()) {
        const ClashFinding finding = ways.once(pair).value_or(ClashFinding{});
        ASSERT_EQ(finding.regions.size(), 1u);
        EXPECT_EQ(finding.regions.front().box.lower.x, 0.75 * pair.a + 0.25);
    }
    EXPECT_EQ(ways.compared(), 1u);
}

TEST(RepeatedPairs, are_many_in_a_plant) {
    const Gearbox plant = make_gearbox({1000, 1, 1, false});
    BothWays ways(plant.assembly, 1);
    EXPECT_LT(ways.repeated().different() * 3, ways.plan().pairs().size());
}

// A tenth is not a sum of few powers of two: where such cubes are flush, touch or overlap is for the rounding
// of their vertices to decide, at each place anew.
TEST(RepeatedPairs, do_not_hide_what_rounding_does_to_a_place) {
    const auto cube = std::make_shared<const Mesh>(make_box({0.1, 0.1, 0.1}));
    Assembly row;
    for (int i = 0; i < 200; ++i)
        row.parts.push_back({std::to_string(i), cube, Pose::translation({0.1 * i, 0, 0})});
    BothWays ways(row, 0.001);
    std::map<Relation, int> relations;
    for (const PlannedPair& pair : ways.plan().pairs()) {
        const auto there = ways.where_they_are(pair), once = ways.once(pair);
        EXPECT_TRUE(once == there);
        ++relations[there ? there->relation : Relation::apart];
    }
    EXPECT_GT(relations[Relation::overlapping], 5);
    EXPECT_GT(relations[Relation::touching] + relations[Relation::apart], 5);
}

TEST(RepeatedPairs, are_not_taken_for_such_where_sums_would_round) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1 + 0x1p-20}));
    for (const double far : {0x1p20, 0x1p33, 0x1p60}) {
        Assembly row;
        for (int i = 0; i < 4; ++i)
            row.parts.push_back({std::to_string(i), cube, Pose::translation({0.75 * i, 0, far})});
        BothWays ways(row, 0);
        const std::size_t pairs = ways.plan().pairs().size();
        EXPECT_EQ(ways.repeated().different(), far == 0x1p20 ? 1u : pairs) << far;
    }
}

TEST(RepeatedPairs, are_none_where_parts_are_turned_by_odd_angles) {
    const auto cube = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    Assembly row;
    for (int i = 0; i < 20; ++i)
        row.parts.push_back(
            {std::to_string(i), cube, Pose(Quat::about_turns({0, 0, 1}, 0.1), Vec3{0.75 * i, 0, 0})});
    BothWays ways(row, 0);
    EXPECT_EQ(ways.repeated().different(), ways.plan().pairs().size());
}

TEST(RepeatedPairs, change_nothing_about_random_assemblies) {
    for (const std::uint64_t seed : {2u, 3u}) {
        const Assembly assembly = random_assembly(seed, 80);
        BothWays ways(assembly, 0.25);
        for (const PlannedPair& pair : ways.plan().pairs()) {
            SCOPED_TRACE(std::to_string(pair.a) + ", " + std::to_string(pair.b));
            expect_same(ways.once(pair), ways.where_they_are(pair));
        }
    }
}

}  // namespace
}  // namespace graze::test
