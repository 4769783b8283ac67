// What is said of parts that are taken out of a gearbox, against exact queries along the way.
#include "graze/models/gearbox_motions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

const Gearbox& gearbox() {
    static const Gearbox made =
        make_gearbox({.parts = 234, .triangles = 15'000, .seed = 5, .clean = true, .captives = true});
    return made;
}

const Shape& shape_of(std::size_t part) {
    static std::map<const Mesh*, Shape> shapes;
    const auto& mesh = gearbox().assembly.parts[part].mesh;
    return shapes.try_emplace(mesh.get(), *mesh).first->second;
}

// The parts that stand still and touch one of those that move, moved by `move`.
std::vector<std::pair<std::size_t, std::size_t>> touching(const TakenOut& taken, const Pose& move,
                                                          double limit) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    const auto& parts = gearbox().assembly.parts;
    for (const std::size_t a : taken.parts) {
        const Pose pose = move * parts[a].world_from_part;
        for (std::size_t b = 0; b < parts.size(); ++b) {
            if (std::ranges::find(taken.parts, b) != taken.parts.end()) continue;
            if (within(shape_of(a), pose, shape_of(b), parts[b].world_from_part, limit))
                found.emplace_back(a, b);
        }
    }
    return found;
}

std::vector<TakenOut> motions(bool bump) {
    std::vector<TakenOut> all = gearbox_motions(gearbox());
    std::erase_if(all, [&](const TakenOut& t) { return t.bump.has_value() != bump; });
    return all;
}

TEST(GearboxMotions, are_there_if_there_is_an_inspection_cover_or_something_captive) {
    EXPECT_EQ(gearbox_motions(gearbox()).size(), 5u);
    EXPECT_TRUE(gearbox_motions(make_gearbox({.parts = 50, .triangles = 10'000})).empty());
    EXPECT_EQ(gearbox_motions(make_gearbox({.parts = 54, .triangles = 10'000, .captives = true})).size(), 3u);
    EXPECT_THROW(make_gearbox({.parts = 53, .captives = true}), Error);
}

TEST(GearboxMotions, begin_where_the_parts_are) {
    for (const TakenOut& taken : gearbox_motions(gearbox())) {
        EXPECT_EQ(taken.path.front().matrix(), Pose().matrix());
        const bool lid = taken.what.find("lid") != std::string::npos;
        EXPECT_EQ(taken.parts.size(), lid ? 7u : 1u) << taken.what;  // the lid and six screws
    }
}

TEST(GearboxMotions, come_free_where_that_is_said) {
    const std::vector<TakenOut> free = motions(false);
    EXPECT_EQ(free.size(), 2u);
    for (const TakenOut& taken : free)
        for (std::size_t i = 1; i < taken.path.size(); ++i)
            EXPECT_TRUE(touching(taken, taken.path[i], 0.2).empty()) << taken.what << ", step " << i;
}

TEST(GearboxMotions, bump_into_what_is_said_and_when) {
    const std::vector<TakenOut> bumping = motions(true);
    EXPECT_EQ(bumping.size(), 3u);
    for (const TakenOut& taken : bumping) {
        SCOPED_TRACE(taken.what);
        const TakenOut::Bump bump = taken.bump.value_or(TakenOut::Bump{});
        const double when = bump.step;
        ASSERT_GT(when, 0);
        const auto before = static_cast<std::size_t>(std::ceil(when)) - 1;
        ASSERT_LT(before + 1, taken.path.size());
        for (std::size_t i = 1; i <= before; ++i) EXPECT_TRUE(touching(taken, taken.path[i], 0).empty()) << i;
        // Between two steps the motion is straight.
        const Vec3 from = taken.path[before].translation(), way = taken.path[before + 1].translation() - from;
        const auto at = [&](double step) {
            return Pose::translation(from + way * (step - static_cast<double>(before)));
        };
        EXPECT_TRUE(touching(taken, at(when - 1e-9), 0).empty());
        const auto found = touching(taken, at(when + 1e-9), 0);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].first, bump.part);
        EXPECT_EQ(found[0].second, bump.into);
    }
}

}  // namespace
}  // namespace graze
