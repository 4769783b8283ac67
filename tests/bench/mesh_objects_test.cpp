#include "bench/scenes/mesh_objects.h"

#include <gtest/gtest.h>

#include "graze/base/error.h"

namespace graze::bench {
namespace {

TEST(MeshObjects, of_the_table_are_added_by_name_and_size) {
    const auto objects = mesh_objects({.names = {"doorlock-10k", "sphere-10k"}, .data = {}});
    ASSERT_EQ(objects.size(), 2u);
    EXPECT_EQ(objects[0].name, "sphere-10k");
    EXPECT_EQ(objects[1].name, "doorlock-10k");
    EXPECT_NEAR(static_cast<double>(objects[1].make().triangle_count()), 10'000, 2500);
}

TEST(MeshObjects, of_unknown_names_or_sizes_are_refused) {
    for (const char* name : {"teapot-10k", "doorlock-", "doorlock-k", "doorlock-10", "doorlock-10x",
                             "doorlock-99M", "doorlock-99999999999k"})
        EXPECT_THROW(mesh_objects({.names = {name}, .data = {}}), Error) << name;
}

}  // namespace
}  // namespace graze::bench
