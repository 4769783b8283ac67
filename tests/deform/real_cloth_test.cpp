#include <gtest/gtest.h>

#include <filesystem>

#include "graze/deform/deformable_shape.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "graze/io/load.h"

namespace graze {
namespace {

const std::filesystem::path cloth_folder = std::filesystem::path(GRAZE_DATA_DIR) / "cloth";

// CGAL's self_intersections (5.5) finds this many pairs in the two frames.
TEST(RealCloth, has_the_pairs_that_cgal_finds) {
    if (!exists(cloth_folder)) GTEST_SKIP() << "no real meshes at " << cloth_folder;
    const Mesh first = load_mesh(cloth_folder / "cloth_ball92.ply").mesh,
               second = load_mesh(cloth_folder / "cloth_ball93.ply").mesh;
    EXPECT_EQ(self_intersections(Shape(first)).size(), 63'602U);
    DeformableShape moving(first);
    moving.move_to(second.vertices());
    EXPECT_EQ(moving.counts().rebuilds, 0U);
    EXPECT_EQ(self_intersections(moving.shape()).size(), 99'872U);
}

}  // namespace
}  // namespace graze
