#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "graze/models/objects.h"
#include "tests/models/embedding.h"

namespace graze::inline v1 {

void PrintTo(const GeneratedObject& object, std::ostream* stream) {
    *stream << object.name;
}

}  // namespace graze::inline v1

namespace graze::test {
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

// What these were when they were written, with gcc 12 and clang 19 at several optimization levels. Who
// changes an object changes its line.
TEST(Objects, have_the_same_bits_everywhere) {
    const std::map<std::string_view, std::string_view> hashes{
        {"castle", "f9fd2931207b765548cdcea6cadbcbdb"},
        {"chair", "d8445391b733618eae199beb6d862bd6"},
        {"chazelle", "d1067d694381f2668b915c9465e3e4d1"},
        {"cone", "2981e533826cb4b5f35d1612d2f2485c"},
        {"cube", "dac2bc663823664a8f4314a4184a8ff4"},
        {"eagle", "9aa76cbf4e864221e57d14652156d26b"},
        {"figure", "03ddf24aa9705c1cd26195400faedce5"},
        {"galleon", "6a9240d7a4d463a241389cf763d2c194"},
        {"grid", "98e9459727d44c3f9ffae500e4910823"},
        {"headlight", "18317f1800a99972a43ac8b45c4ff70c"},
        {"helicopter", "a674879b2b3d6524143cf04fada8b601"},
        {"hose", "ae705f38d0d6918d2cb36636ff2f9c87"},
        {"hyperboloid", "0fa62b01bc94057a362335276ac7cace"},
        {"knot", "26dee2e6b09e4e48d31e83281385a176"},
        {"laurel", "0fb2c5d57ad8c87cb9724865e7da4c8b"},
        {"doorlock", "4e3a03c982028f86c0f2914ff98a15e5"},
        {"lustre", "0524bba314e3761f95134c463372d503"},
        {"maze", "461247505aa66632d61f571ffeef2c5a"},
        {"pipes", "510ba1005ec380e43ed1ed236eb94d52"},
        {"saloon", "5b9a67a3fdb0fd77a402521feaeab4fb"},
        {"sphere", "f33d87bb9dd132b75822d7bc710c95a5"},
        {"sponge", "4108b41b184a9d0b7d22885d8507e8dc"},
        {"sportscar", "af1bd8ada88dc53f6a5db843954057e7"},
        {"terrain", "be9e12f6acfb29462365a1063c155071"},
        {"tetraflake", "7b0efbbda64e916ac07165b3275b8bcd"},
        {"torus", "6122ed721bcf9ba87aa2ab5e2687e945"},
        {"tree", "52d6f5933ff263f17621d26681b7cd75"},
        {"truck", "e095db4a67e6a649f065009dc3910e81"},
    };
    for (const GeneratedObject& object : generated_objects()) {
        ASSERT_TRUE(hashes.contains(object.name)) << object.name;
        EXPECT_EQ(content_hash(object.make(2000, 1)).hex(), hashes.at(object.name)) << object.name;
    }
}

// At the number of triangles that the program takes if none is given. Being able to do with fewer must not
// show here.
TEST(Objects, keep_their_details_by_default) {
    const std::map<std::string_view, std::string_view> hashes{
        {"castle", "2f04337649582716efe7afc36092d368"},     {"chair", "36cac0ec855ae384241f0078e1b37dff"},
        {"grid", "a2b14fe1dced70179e51a35c726226c0"},       {"headlight", "3cd9b7b4696c1bd999ff1eeca859a041"},
        {"helicopter", "cee9faab3202806a7912c3334aafe208"}, {"laurel", "6aef405d7b0fae2c2d0edab0096eb3e4"},
        {"doorlock", "c0b2a9ba4913b149b8a488989ff2b697"},   {"lustre", "2d54560134354a59c0cab3a244954dd6"},
        {"maze", "263de15f439d6521c2f3f62df2a80f08"},       {"pipes", "239dc25323a67124c0efc1cd299801ab"},
    };
    for (const auto& [name, hash] : hashes)
        EXPECT_EQ(content_hash(make_object(name, 10'000)).hex(), hash) << name;
}

// What these need to be recognised by; docs/mesh.md says how few that is.
TEST(Objects, do_with_few_triangles) {
    for (const std::string_view name : {"castle", "chair", "figure", "grid", "headlight", "helicopter",
                                        "laurel", "doorlock", "lustre", "pipes", "tree"})
        EXPECT_LE(make_object(name, 0).triangle_count(), 1600u) << name;
}

TEST(Objects, have_parts_of_different_names) {
    for (const GeneratedObject& object : generated_objects()) {
        const Mesh mesh = object.make(0, 1);
        std::set<std::string> names;
        for (const MeshPart& part : mesh.parts()) {
            EXPECT_TRUE(names.insert(part.name).second) << object.name << ": " << part.name;
            EXPECT_GT(part.polygon_count, 0u) << object.name << ": " << part.name;
        }
    }
}

TEST(Objects, are_in_alphabetical_order) {
    EXPECT_TRUE(std::ranges::is_sorted(generated_objects(), {}, &GeneratedObject::name));
}

TEST(Objects, of_other_names_are_refused) {
    EXPECT_THROW(make_object("teapot", 1000), Error);
}

}  // namespace
}  // namespace graze::test
