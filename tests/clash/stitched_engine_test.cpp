// Real parts with hairline gaps: every one that stitching closes is a solid.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "graze/io/load_assembly.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/stitch.h"
#include "graze/mesh/topology.h"
#include "graze/query/intersect/intersect.h"

namespace graze::test {
namespace {

// Pairs of triangles that have more in common than the points and edges that they share.
std::size_t self_intersections(const Mesh& mesh) {
    const Edges edges(mesh);
    const Shape shape(mesh);
    std::size_t count = 0;
    visit_intersecting_triangles(shape, Pose(), shape, Pose(), [&](TriangleId a, TriangleId b) {
        if (a >= b || edges.two_equal_corners(a) || edges.two_equal_corners(b)) return true;
        int shared = 0;
        for (const VertexId p : edges.points_of(a))
            for (const VertexId q : edges.points_of(b)) shared += p == q ? 1 : 0;
        const CommonKind kind = intersection(mesh.triangle(a), mesh.triangle(b)).kind;
        const CommonKind allowed = shared == 0   ? CommonKind::none
                                   : shared == 1 ? CommonKind::point
                                                 : CommonKind::segment;
        count += kind > allowed ? 1 : 0;
        return true;
    });
    return count;
}

TEST(StitchedEngine, is_made_of_solids) {
    const std::string file = std::string(GRAZE_DATA_DIR) + "/assemblies/2CylinderEngine.glb";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "there is no " << file;
    const Assembly before = load_assembly({file}).assembly;
    Assembly after = before;
    stitch_parts(after);
    std::size_t closed = 0;
    std::set<const Mesh*> seen;
    for (std::size_t i = 0; i < after.parts.size(); ++i) {
        SCOPED_TRACE(after.parts[i].path);
        const Mesh &old = *before.parts[i].mesh, &mesh = *after.parts[i].mesh;
        const Topology topology(mesh);
        closed += topology.surface().closed() ? 1 : 0;
        if (!after.parts[i].stitched || !after.parts[i].stitched->changed()) {
            EXPECT_EQ(before.parts[i].mesh, after.parts[i].mesh);
            continue;
        }
        if (!seen.insert(&mesh).second) continue;
        const StitchReport& report = *after.parts[i].stitched;
        EXPECT_TRUE(topology.surface().closed());
        EXPECT_TRUE(topology.manifold());
        EXPECT_TRUE(topology.inconsistent_edges().empty());
        EXPECT_GT(solid_measures(mesh).volume, 0);
        EXPECT_LE(report.moved_by(), report.tolerance);
        EXPECT_LE(self_intersections(mesh), self_intersections(old));
        EXPECT_EQ(self_intersections(mesh), 0U);
    }
    EXPECT_GE(closed, 60U);
    EXPECT_EQ(after.parts.size(), 67U);
}

}  // namespace
}  // namespace graze::test
