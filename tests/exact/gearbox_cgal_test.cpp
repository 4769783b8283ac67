// What is planted in a gearbox, a sample of it, against CGAL's exact numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "graze/models/gearbox.h"
#include "tests/exact/cgal_volume.h"

namespace graze {
namespace {

using Kind = PlantedPair::Kind;

const Gearbox& gearbox() {
    static const Gearbox made = make_gearbox({.parts = 160, .triangles = 10'000, .seed = 3});
    return made;
}

bool meet(std::size_t a, std::size_t b) {
    const Part &p = gearbox().assembly.parts[a], &q = gearbox().assembly.parts[b];
    const auto answer = test::surfaces_meet(*p.mesh, p.world_from_part, *q.mesh, q.world_from_part);
    EXPECT_TRUE(answer.has_value()) << p.path << " or " << q.path << " is not closed and manifold";
    return answer.value_or(false);
}

// At most that many of a kind, spread over all of them.
std::vector<PlantedPair> sample(Kind kind, std::size_t most) {
    std::vector<PlantedPair> all, some;
    std::ranges::copy_if(gearbox().truth, std::back_inserter(all),
                         [&](const PlantedPair& pair) { return pair.kind == kind; });
    const std::size_t count = std::min(most, all.size());
    for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
    return some;
}

TEST(GearboxOfCgal, shares_the_volumes_that_were_planted) {
    std::size_t compared = 0;
    for (const Kind kind : {Kind::clash, Kind::fit}) {
        for (const PlantedPair& pair : sample(kind, 6)) {
            if (!pair.volume) continue;
            SCOPED_TRACE(pair.what);
            const Part &p = gearbox().assembly.parts[pair.a], &q = gearbox().assembly.parts[pair.b];
            const auto common =
                test::common_volume_by_corefinement(*p.mesh, p.world_from_part, *q.mesh, q.world_from_part);
            if (!common) continue;
            EXPECT_NEAR(common->volume, pair.volume->value, pair.volume->error + 1e-9);
            EXPECT_GT(common->volume, 0);
            ++compared;
        }
    }
    EXPECT_GE(compared, 4u);
}

TEST(GearboxOfCgal, touches_where_that_was_planted) {
    const auto pairs = sample(Kind::touch, 15);
    EXPECT_EQ(pairs.size(), 15u);
    for (const PlantedPair& pair : pairs) EXPECT_TRUE(meet(pair.a, pair.b)) << pair.what;
}

TEST(GearboxOfCgal, is_apart_where_that_was_planted) {
    for (const Kind kind : {Kind::clearance, Kind::inside}) {
        const auto pairs = sample(kind, 10);
        EXPECT_FALSE(pairs.empty());
        for (const PlantedPair& pair : pairs) EXPECT_FALSE(meet(pair.a, pair.b)) << pair.what;
    }
}

TEST(GearboxOfCgal, is_apart_where_nothing_was_planted_even_where_boxes_overlap) {
    std::set<std::pair<std::size_t, std::size_t>> planted;
    for (const PlantedPair& pair : gearbox().truth) planted.insert(std::minmax(pair.a, pair.b));
    const auto& parts = gearbox().assembly.parts;
    std::vector<std::pair<std::size_t, std::size_t>> near;
    for (std::size_t a = 0; a < parts.size(); ++a) {
        const Box box = parts[a].world_from_part(parts[a].mesh->box());
        for (std::size_t b = a + 1; b < parts.size(); ++b) {
            if (planted.contains({a, b})) continue;
            if (overlap(box, parts[b].world_from_part(parts[b].mesh->box()))) near.emplace_back(a, b);
        }
    }
    ASSERT_GT(near.size(), 30u);
    for (std::size_t i = 0; i < 15; ++i) {
        const auto [a, b] = near[i * near.size() / 15];
        EXPECT_FALSE(meet(a, b)) << parts[a].path << " and " << parts[b].path;
    }
}

}  // namespace
}  // namespace graze
