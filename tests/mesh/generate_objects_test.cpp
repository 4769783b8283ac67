#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/objects.h"
#include "graze/mesh/topology.h"
#include "tests/mesh/embedding.h"

namespace graze::inline v1 {

void PrintTo(const GeneratedObject& object, std::ostream* stream) {
    *stream << object.name;
}

}  // namespace graze::inline v1

namespace graze::testing {
namespace {

class EveryObject : public ::testing::TestWithParam<GeneratedObject> {};

void expect_sound(const GeneratedObject& object, const Mesh& mesh) {
    const Topology topology(mesh);
    EXPECT_EQ(topology.surface().closed(), object.closed) << topology.surface().why_not();
    EXPECT_TRUE(topology.manifold());
    EXPECT_TRUE(topology.inconsistent_edges().empty());
    EXPECT_TRUE(topology.duplicates().empty());
    EXPECT_TRUE(topology.collapsed_triangles().empty());
    EXPECT_TRUE(topology.flat_triangles().empty());
    EXPECT_TRUE(topology.unused_vertices().empty());
    EXPECT_EQ(topology.point_count(), mesh.vertices().size()) << "vertices are not shared";
    if (!object.closed) return;
    EXPECT_GT(solid_measures(mesh).volume, 0);
}

TEST_P(EveryObject, is_sound_at_any_resolution) {
    const GeneratedObject& object = GetParam();
    const std::size_t fewest = object.make(0, 1).triangle_count();
    for (const std::uint32_t wanted : {500u, 5000u, 30'000u}) {
        SCOPED_TRACE(wanted);
        const Mesh mesh = object.make(wanted, 1);
        expect_sound(object, mesh);
        const double triangles = static_cast<double>(mesh.triangle_count());
        if (wanted >= fewest)
            EXPECT_NEAR(triangles, wanted, 0.25 * wanted);
        else
            EXPECT_EQ(mesh.triangle_count(), fewest);
    }
}

TEST_P(EveryObject, fills_the_box_that_the_table_says) {
    const GeneratedObject& object = GetParam();
    for (const std::uint32_t wanted : {500u, 20'000u}) {
        const Box box = object.make(wanted, 1).box();
        EXPECT_TRUE(object.within.contains(box.lower))
            << box.lower.x << " " << box.lower.y << " " << box.lower.z;
        EXPECT_TRUE(object.within.contains(box.upper))
            << box.upper.x << " " << box.upper.y << " " << box.upper.z;
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_GE(box.size()[axis], 0.7 * object.within.size()[axis]) << axis << " at " << wanted;
    }
}

TEST_P(EveryObject, does_not_cross_itself) {
    const GeneratedObject& object = GetParam();
    EXPECT_EQ(self_intersections(object.make(0, 1)), "");
    EXPECT_EQ(self_intersections(object.make(6000, 1)), "");
    if (object.seeded) {
        EXPECT_EQ(self_intersections(object.make(4000, 2)), "");
        EXPECT_EQ(self_intersections(object.make(4000, 77)), "");
    }
}

TEST_P(EveryObject, depends_on_its_seed_only_if_the_table_says_so) {
    const GeneratedObject& object = GetParam();
    const ContentHash hash = content_hash(object.make(1000, 1));
    EXPECT_EQ(content_hash(object.make(1000, 1)), hash);
    EXPECT_EQ(content_hash(object.make(1000, 2)) == hash, !object.seeded);
}

INSTANTIATE_TEST_SUITE_P(Objects, EveryObject, ::testing::ValuesIn(generated_objects()),
                         [](const auto& object) { return std::string(object.param.name); });

TEST(Objects, are_in_alphabetical_order) {
    EXPECT_TRUE(std::ranges::is_sorted(generated_objects(), {}, &GeneratedObject::name));
}

TEST(Objects, of_other_names_are_refused) {
    EXPECT_THROW(make_object("teapot", 1000), Error);
}

}  // namespace
}  // namespace graze::testing
