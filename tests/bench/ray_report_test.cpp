#include "bench/ray_report.h"

#include <gtest/gtest.h>

#include "bench/scenes/rays.h"

namespace graze::bench {
namespace {

TEST(RayScenes, are_the_same_every_time_and_of_the_size_asked_for) {
    const Box box{{-1, -2, -3}, {3, 2, 1}};
    const auto scenes = ray_scenes(box, 400), again = ray_scenes(box, 400);
    ASSERT_EQ(scenes.size(), 3u);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        EXPECT_EQ(scenes[i].rays.size(), 400u) << scenes[i].name;
        EXPECT_EQ(scenes[i].rays, again[i].rays) << scenes[i].name;
    }
}

TEST(RayScenes, start_outside_of_the_box_or_inside_as_their_names_say) {
    const Box box{{-1, -2, -3}, {3, 2, 1}};
    for (const RayScene& scene : ray_scenes(box, 100)) {
        for (const Ray& ray : scene.rays) EXPECT_EQ(box.contains(ray.origin()), scene.name == "inside");
    }
}

TEST(RayResults, are_compared_by_the_geometric_mean) {
    RayResults results;
    RayRow row;
    row.methods = {{200, 10, 0, 0}, {100, 10, 0, 0}};
    results.rows.push_back(row);
    row.methods = {{100, 10, 0, 0}, {200, 40, 0, 0}};
    results.rows.push_back(row);
    EXPECT_DOUBLE_EQ(mean_ratio(results, 0, 1, &RayMethodResult::first_nanoseconds), 1);
    EXPECT_DOUBLE_EQ(mean_ratio(results, 0, 1, &RayMethodResult::any_nanoseconds), 0.5);
    EXPECT_EQ(mean_ratio({}, 0, 1, &RayMethodResult::any_nanoseconds), 0);
}

}  // namespace
}  // namespace graze::bench
