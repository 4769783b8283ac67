#include "bench/scenes/close_configurations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

constexpr ConfigurationCounts few{.directions = 6, .orientations = 3};

class CloseConfigurationsFile : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("graze-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::remove_all(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path only_file() const { return std::filesystem::directory_iterator(folder_)->path(); }

    std::filesystem::path folder_;
};

bool same(const CloseConfigurations& a, const CloseConfigurations& b) {
    if (a.approaches.size() != b.approaches.size() || a.without_contact != b.without_contact) return false;
    for (std::size_t i = 0; i < a.approaches.size(); ++i) {
        const Approach &x = a.approaches[i], &y = b.approaches[i];
        if (x.last_free != y.last_free || a.pose(x, 0).matrix() != b.pose(y, 0).matrix()) return false;
    }
    return true;
}

TEST(CloseConfigurations, of_a_sphere_lie_two_radii_apart) {
    const Shape ball(make_sphere(1, 20000));
    const CloseConfigurations all = close_configurations("ball", ball, few, {});
    EXPECT_EQ(all.approaches.size(), few.directions * few.orientations);
    EXPECT_EQ(all.without_contact, 0U);
    EXPECT_DOUBLE_EQ(all.size, 2 * std::sqrt(3.0));
    for (const Approach& a : all.approaches) {
        EXPECT_LE(a.last_free, 2 + 1e-9);
        EXPECT_GT(a.last_free, 2 - 1e-3) << "facets are that much flatter than the sphere";
        EXPECT_NEAR(length(a.direction), 1, 1e-15);
    }
}

TEST(CloseConfigurations, touch_exactly_where_they_penetrate) {
    // Off its origin, so that a mistake in the frames shows; thin, so that strides go over it.
    std::vector<Vec3> vertices;
    const Mesh ring = make_torus(2, 0.01, 40, 6);
    for (const Vec3& p : ring.vertices()) vertices.push_back(p + Vec3{5, -3, 1});
    const Shape shape(Mesh(vertices, {ring.triangles().begin(), ring.triangles().end()}));
    const CloseConfigurations all = close_configurations("ring", shape, few, {});
    ASSERT_EQ(all.approaches.size() + all.without_contact, few.directions * few.orientations);
    ASSERT_GT(all.approaches.size(), 5U);
    for (const Approach& a : all.approaches) {
        for (const double distance : close_distances) {
            if (distance > 0) {
                EXPECT_FALSE(intersects(shape, {}, shape, all.pose(a, distance))) << distance;
            }
        }
        EXPECT_FALSE(intersects(shape, {}, shape, all.pose(a, 0)));
        EXPECT_TRUE(intersects(shape, {}, shape, all.pose(a, -2e-12)))
            << "the last free distance is the last";
    }
}

TEST_F(CloseConfigurationsFile, is_read_instead_of_searching_again) {
    const Shape ball(make_sphere(1, 500));
    const CloseConfigurations searched = close_configurations("ball", ball, few, folder_);
    EXPECT_TRUE(same(searched, close_configurations("ball", ball, few, {}))) << "the search is reproducible";
    EXPECT_TRUE(same(searched, close_configurations("ball", ball, few, folder_))) << "to the last bit";

    // A mark in the file shows up only if it is the file that is read.
    std::string text;
    std::getline(std::ifstream(only_file()), text);
    const std::string count = "\"without_contact\":0";
    text.replace(text.find(count), count.size(), "\"without_contact\":7");
    std::ofstream(only_file()) << text;
    EXPECT_EQ(close_configurations("ball", ball, few, folder_).without_contact, 7U);
}

TEST_F(CloseConfigurationsFile, of_another_mesh_or_a_broken_one_is_not_used) {
    close_configurations("ball", Shape(make_sphere(1, 500)), few, folder_);
    const Shape other(make_sphere(2, 500));
    const CloseConfigurations expected = close_configurations("ball", other, few, {});
    EXPECT_TRUE(same(close_configurations("ball", other, few, folder_), expected));
    std::ofstream(only_file()) << "{\"head\":";
    EXPECT_TRUE(same(close_configurations("ball", other, few, folder_), expected));
    EXPECT_TRUE(same(close_configurations("ball", other, few, folder_), expected)) << "and is replaced";
}

}  // namespace
}  // namespace graze::bench
