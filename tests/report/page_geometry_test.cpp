#include "graze/report/page_geometry.h"

#include <gtest/gtest.h>

#include "graze/mesh/closed_surface.h"
#include "graze/mesh/edges.h"
#include "tests/report/page_reader.h"

namespace graze::test {
namespace {

double distance_between(const Vec3& a, const Vec3& b) {
    return length(a - b);
}

TEST(PageGeometry, shows_small_parts_as_they_are) {
    Assembly assembly;
    assembly.parts.push_back(part_of("box", make_box({1, 2, 3}), {5, 0, 0}));
    assembly.parts.push_back({"again", assembly.parts[0].mesh, Pose::translation({9, 0, 0})});
    const PageMeshes page(page_geometry(assembly, clash(assembly)));
    ASSERT_EQ(page.header().at("meshes").size(), 1U);  // shared
    ASSERT_EQ(page.header().at("parts").size(), 2U);
    EXPECT_EQ(page.header().at("parts").at(1).at("mesh"), 0);
    EXPECT_EQ(page.header().at("parts").at(1).at("pose").at(3), 9);
    const Mesh box = page.mesh(0);
    EXPECT_EQ(box.triangle_count(), 12U);
    EXPECT_LT(distance_between(box.box().lower, assembly.parts[0].mesh->box().lower), 1e-4);
    EXPECT_LT(distance_between(box.box().upper, assembly.parts[0].mesh->box().upper), 1e-4);
    EXPECT_TRUE(ClosedSurface(Edges(box)).closed());
    for (const char* what : {"parts", "triangles", "details"})
        EXPECT_EQ(page.header().at("left_out").at(what), 0) << what;
}

TEST(PageGeometry, has_what_is_near_a_finding_in_full) {
    const Assembly assembly = two_balls(40000);
    PageGeometryOptions options;
    options.max_bytes = 600'000;
    const ClashReport report = clash(assembly);
    ASSERT_EQ(report.findings.size(), 1U);
    const PageMeshes page(page_geometry(assembly, report, options));
    ASSERT_EQ(page.header().at("details").size(), 2U);
    const nlohmann::json& detail = page.header().at("details").at(0);
    EXPECT_EQ(detail.at("finding"), report.findings[0].id);
    EXPECT_EQ(detail.at("part"), 0);
    const Mesh mesh = page.mesh(detail.at("mesh"));
    EXPECT_LT(mesh.triangle_count(), 12000U);
    EXPECT_TRUE(ClosedSurface(Edges(mesh)).closed());
    // Every vertex of the ball that is near has one at its place, to within much less than the overlap.
    std::size_t near = 0;
    for (const Vec3& v : assembly.parts[0].mesh->vertices()) {
        if (v.x < 9.98) continue;
        ++near;
        double least = 1e9;
        for (const Vec3& w : mesh.vertices()) least = std::min(least, distance_between(v, w));
        ASSERT_LT(least, 1e-4);
    }
    EXPECT_GT(near, 3U);
}

TEST(PageGeometry, keeps_to_its_bytes_and_tells_what_it_left_out) {
    const Assembly assembly = two_balls(20000, 3000);
    const ClashReport report = clash(assembly);
    std::uint64_t triangles = 0;
    for (const Part& part : assembly.parts) triangles += part.mesh->triangle_count();
    for (const std::size_t max_bytes : {20'000U, 60'000U, 400'000U}) {
        PageGeometryOptions options;
        options.max_bytes = max_bytes;
        const PageGeometry geometry = page_geometry(assembly, report, options);
        EXPECT_LE(geometry.header.size() + geometry.blob.size(), max_bytes);
        const PageMeshes page(geometry);
        std::uint64_t shown = 0;
        bool first = false, second = false;
        for (const nlohmann::json& part : page.header().at("parts")) {
            shown += page.mesh(part.at("mesh")).triangle_count();
            first = first || part.at("part") == 0;
            second = second || part.at("part") == 1;
        }
        EXPECT_TRUE(first && second) << max_bytes;  // something was found about them
        EXPECT_EQ(geometry.triangles_left_out, triangles - shown);
        EXPECT_EQ(geometry.parts_left_out, assembly.parts.size() - page.header().at("parts").size());
        EXPECT_EQ(page.header().at("left_out").at("parts"), geometry.parts_left_out);
    }
}

TEST(PageGeometry, counts_findings_with_more_near_them_than_is_shown) {
    Assembly assembly = two_balls(40000);
    assembly.parts[1].world_from_part =
        Pose::translation({0.5, 0, 0});  // they share nearly all of their surfaces
    PageGeometryOptions options;
    options.max_bytes = 600'000;
    const ClashReport report = clash(assembly);
    ASSERT_EQ(report.findings.size(), 1U);
    const PageGeometry geometry = page_geometry(assembly, report, options);
    EXPECT_EQ(PageMeshes(geometry).header().at("details").size(), 2U);
    EXPECT_EQ(geometry.details_left_out, 1U);
    options.left_out.findings = 1;  // no details of what the page does not list
    const PageGeometry without = page_geometry(assembly, report, options);
    EXPECT_TRUE(PageMeshes(without).header().at("details").empty());
    EXPECT_EQ(without.details_left_out, 0U);
}

TEST(PageGeometry, shares_details_that_are_the_same) {
    Assembly assembly;
    const auto ball = std::make_shared<const Mesh>(make_sphere(10, 40000));
    for (const double y : {0.0, 100.0, 200.0})
        for (const double z : {0.0, 19.99})
            assembly.parts.push_back({"ball", ball, Pose::translation({0, y, z})});
    PageGeometryOptions options;
    options.max_bytes = 600'000;
    const PageMeshes page(page_geometry(assembly, clash(assembly), options));
    EXPECT_EQ(page.header().at("details").size(), 6U);
    EXPECT_EQ(page.header().at("meshes").size(), 3U);  // the ball, its upper and its lower end
}

TEST(PageGeometry, takes_empty_parts_and_empty_assemblies) {
    const PageMeshes none(page_geometry({}, {}));
    EXPECT_TRUE(none.header().at("parts").empty());
    Assembly assembly;
    assembly.parts.push_back(part_of("nothing", Mesh(), {0, 0, 0}));
    assembly.parts.push_back(part_of("far", make_box({1, 1, 1}), {1e99, 0, 0}));
    const PageMeshes page(page_geometry(assembly, clash(assembly)));
    EXPECT_EQ(page.header().at("parts").size(), 1U);
    EXPECT_EQ(page.header().at("left_out").at("parts"), 0);
}

}  // namespace
}  // namespace graze::test
