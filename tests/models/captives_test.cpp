#include "graze/models/captives.h"

#include <gtest/gtest.h>

#include "graze/mesh/closed_surface.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"

namespace graze {
namespace {

struct Captives : testing::Test {
    Assembly assembly;
    std::vector<Captive> captives = add_captives(assembly, {100, -50, 25});

    Shape shape(std::size_t part) const { return Shape(*assembly.parts[part].mesh); }
    Pose pose(std::size_t part) const { return assembly.parts[part].world_from_part; }
    Relation after(const Captive& c, const Pose& moved) const {
        return relation(shape(c.part), moved * pose(c.part), shape(c.holder), pose(c.holder));
    }
};

TEST_F(Captives, are_closed_and_apart_from_their_holders) {
    ASSERT_EQ(captives.size(), 2u);
    for (const Part& part : assembly.parts) EXPECT_TRUE(ClosedSurface(*part.mesh).closed()) << part.path;
    for (const Captive& c : captives) {
        EXPECT_EQ(after(c, Pose()), Relation::apart) << c.what;
        const double apart = distance(shape(c.part), pose(c.part), shape(c.holder), pose(c.holder)).value;
        EXPECT_NEAR(apart, c.apart, 0x1p-13) << c.what;
    }
}

TEST_F(Captives, touch_flush_where_they_can_go_no_further) {
    for (const Captive& c : captives) {
        EXPECT_EQ(after(c, Pose::translation({0, 0, c.up})), Relation::touching) << c.what;
        EXPECT_EQ(after(c, Pose::translation({0, 0, c.up + 0x1p-15})), Relation::overlapping) << c.what;
        EXPECT_EQ(after(c, Pose::translation({0, 0, -c.down})), Relation::touching) << c.what;
        EXPECT_EQ(after(c, Pose::translation({0, 0, -c.down - 0x1p-15})), Relation::overlapping) << c.what;
        EXPECT_EQ(after(c, Pose::translation({0, 0, c.up - 0x1p-15})), Relation::apart) << c.what;
    }
}

TEST_F(Captives, come_out_along_the_path_alone) {
    const Captive& plug = captives[1];
    ASSERT_FALSE(plug.out.empty());
    EXPECT_TRUE(captives[0].out.empty());
    const Shape part = shape(plug.part), holder = shape(plug.holder);
    double least = 100;
    for (const Pose& moved : plug.out)
        least = std::min(least, distance(part, moved * pose(plug.part), holder, pose(plug.holder)).value);
    EXPECT_GE(least, 0.9);
    EXPECT_LT(least, 1.1);
    const Box box = (plug.out.back() * pose(plug.part))(part.box());
    EXPECT_GT(box.lower.z, pose(plug.holder)(holder.box()).upper.z);
}

}  // namespace
}  // namespace graze
